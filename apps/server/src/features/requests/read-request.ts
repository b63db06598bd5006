/** A file request as its requester sees it: supplier by document (R3). */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { baseName } from '@sampan/contract/rules/file-path'
import type { SignedIn } from '../../http/actor.ts'
import { requestLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import type { HeldFile } from '../content/index.ts'
import { originOfOwner } from '../domains/index.ts'
import { isCrowded } from './admit-visitor.ts'
import { noticeState } from './notice-address.ts'
import * as queries from './queries.ts'
import { examplesOf } from './queries-examples.ts'
import { gridCounts, suppliersPage } from './queries-grid.ts'
import { summariesOf } from './queries-list.ts'
import { uploadingOf } from './queries-suppliers.ts'
import { daysOffered } from './remind-days.ts'
import { summaryOf } from './summary.ts'
import { withFiles } from './supplier-rows.ts'

type Deps = Pick<Services, 'db' | 'config' | 'secrets' | 'clock'>

/** Of what is not the caller's nothing is said. */
export async function requireOwn(deps: Pick<Services, 'db'>, own: queries.Own): Promise<queries.RequestRow> {
  const request = await queries.findOwn(deps.db, own)
  if (!request) throw new Problem('notYours')
  return request
}

/** The caller's own request, whose received files may be had: the operator may have taken down those too. */
export async function requireOwnFiles(deps: Pick<Services, 'db'>, own: queries.Own): Promise<queries.RequestRow> {
  const request = await requireOwn(deps, own)
  if (request.takenDown === 'files') throw new Problem('requestTakenDown')
  return request
}

/** With the first page of its suppliers; the counts are of all. */
export async function readRequest(deps: Deps, actor: SignedIn, slug: string): Promise<RequestDetail> {
  const request = await requireOwn(deps, { slug, actor, action: 'read' })
  const { db } = deps
  const first = { skip: 0, limit: requestLimits.suppliersPerPage }
  const [documents, examples, page, uploading, counted, summaries, crowded] = await Promise.all([
    queries.documentsOf(db, request.id),
    examplesOf(db, request.id),
    suppliersPage(db, { requestId: request.id, filter: 'all', search: '' }, first),
    uploadingOf(db, request.id, deps.clock()),
    gridCounts(db, request.id),
    summariesOf(db, [request.id], deps.clock()),
    isCrowded(db, request.id),
  ])
  return {
    request: {
      ...summaryOf(request, summaries, deps.clock()),
      ...(await settingsOf(deps, request)),
      notifyEmailState: await noticeState(db, request),
    },
    documents: documents.map(({ id: _id, name, note, accept, isRequired }) => ({
      ...{ _id, name, note, accept, isRequired },
      example: shownExample(examples.get(_id)),
    })),
    suppliers: await withFiles({ ...deps, actor }, { request, documents, uploading }, page.rows),
    counts: { ...counted, uploadingAtLink: uploading.get(null) ?? 0, isCrowded: crowded },
  }
}

const shownExample = (file: HeldFile | undefined) =>
  file
    ? {
        ...{ name: baseName(file.path), size: file.size },
        warning:
          file.scan === 'infected'
            ? file.scan
            : file.scan === 'waiting' || file.scan === 'failed'
              ? ('notScanned' as const)
              : null,
      }
    : null

const settingsOf = async (deps: Deps, request: queries.RequestRow) => ({
  message: request.message,
  language: request.language,
  linkUrl: request.sendAs === 'link' ? requestLink(await originOfOwner(deps, request.ownerId), request.slug) : null,
  hasPassword: request.passwordHash !== null,
  graceSeconds: request.graceSeconds,
  takesOtherFiles: request.takesOtherFiles,
  accept: request.accept,
  maxFileBytes: request.maxFileBytes,
  maxFiles: request.maxFiles,
  maxSubmissions: request.maxSubmissions,
  nameField: request.nameField,
  emailField: request.emailField,
  showsFiles: request.showsFiles,
  // Of those that were chosen: what is offered is sent (R7).
  remindDays: daysOffered(request),
  notifyOnUpload: request.notifyOnUpload,
  notifyEmail: request.notifyEmail,
})
