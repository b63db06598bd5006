/** A file request as its requester sees it: supplier by document (R3). */
import { Problem } from '@sampan/contract/errors'
import type { ReceivedFile, RequestDetail, RequestSlot } from '@sampan/contract/routes/requests'
import type { SignedIn } from '../../http/actor.ts'
import { requestLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { shownOf } from '../uploads/index.ts'
import * as queries from './queries.ts'
import { summariesOf } from './queries-list.ts'
import { messagesOf, type SentFile, sentFiles } from './queries-submissions.ts'
import { commentsOf, type SupplierRow, suppliersOf, uploadingOf } from './queries-suppliers.ts'
import { bySupplier, slotOf } from './slots.ts'
import { summaryOf } from './summary.ts'
import { supplierToken } from './supplier-token.ts'

type Deps = Pick<Services, 'db' | 'config' | 'secrets' | 'clock'>

/** Of what is not the caller's nothing is said. */
export async function requireOwn(deps: Pick<Services, 'db'>, own: queries.Own): Promise<queries.RequestRow> {
  const request = await queries.findOwn(deps.db, own)
  if (!request) throw new Problem('notYours')
  return request
}

export async function readRequest(deps: Deps, actor: SignedIn, slug: string): Promise<RequestDetail> {
  const request = await requireOwn(deps, { slug, actor, action: 'read' })
  const { db } = deps
  const people = await suppliersOf(db, request.id)
  const [documents, files, uploading, comments, messages, counts] = await Promise.all([
    queries.documentsOf(db, request.id),
    sentFiles(db, request.id),
    uploadingOf(db, request.id),
    commentsOf(
      db,
      people.map(({ id }) => id),
    ),
    messagesOf(db, request.id),
    summariesOf(db, [request.id]),
  ])
  const filesOf = bySupplier(files)
  return {
    request: { ...summaryOf(request, counts, deps.clock()), ...settingsOf(deps, request) },
    documents: documents.map(({ id: _id, name, note, accept, isRequired }) => ({ _id, name, note, accept, isRequired })),
    suppliers: people.map((supplier) => ({
      ...whoOf(deps, request, supplier),
      uploadingCount: uploading.get(supplier.id) ?? 0,
      slots: slotsOf(deps, documents, filesOf.get(supplier.id) ?? []),
      comments: comments
        .filter(({ supplierId }) => supplierId === supplier.id)
        .map(({ id: _id, by, text, at }) => ({ _id, by, text, at: at.getTime() })),
      messages: messages
        .filter(({ supplierId }) => supplierId === supplier.id)
        .map(({ text, at }) => ({ text, at: at.getTime() })),
    })),
  }
}

const settingsOf = ({ config }: Deps, request: queries.RequestRow) => ({
  message: request.message,
  language: request.language,
  linkUrl: request.sendAs === 'link' ? requestLink(config, request.slug) : null,
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
  remindDays: request.remindDays,
  notifyOnUpload: request.notifyOnUpload,
  notifyEmail: request.notifyEmail,
})

const whoOf = ({ config, secrets }: Deps, { slug }: queries.RequestRow, supplier: SupplierRow) => ({
  _id: supplier.id,
  email: supplier.email,
  name: supplier.name,
  company: supplier.company,
  isInvited: supplier.tokenHash !== null,
  linkUrl: supplier.tokenHash ? requestLink(config, slug, supplierToken(secrets.link, supplier.id)) : null,
  mailState: supplier.mailState,
  mailReason: supplier.mailReason,
  openedAt: supplier.openedAt?.getTime() ?? null,
  remindedAt: supplier.remindedAt?.getTime() ?? null,
})

/** One of each document, and one of the files that belong to none where there are any. */
function slotsOf(deps: Signing, documents: readonly queries.DocumentRow[], files: readonly SentFile[]): RequestSlot[] {
  const slot = (documentId: string | null) => {
    const { state, newest, earlier } = slotOf(files.filter((file) => file.documentId === documentId))
    // Files of no document replace none.
    const isReplaced = documentId !== null
    return {
      documentId,
      state,
      files: [...newest.map((file) => shown(deps, file, false)), ...earlier.map((file) => shown(deps, file, isReplaced))],
    }
  }
  const others = files.some(({ documentId }) => documentId === null) || documents.length === 0 ? [slot(null)] : []
  return [...documents.map(({ id }) => slot(id)), ...others]
}

type Signing = Parameters<typeof shownOf>[0]

const warningOf = ({ scan, isOtherType }: SentFile): ReceivedFile['warning'] => {
  if (scan === 'infected') return 'infected'
  if (isOtherType) return 'otherType'
  return scan === 'waiting' || scan === 'failed' ? 'notScanned' : null
}

const shown = (deps: Signing, file: SentFile, isReplaced: boolean): ReceivedFile => ({
  fileId: file.fileId,
  transferSlug: file.transferSlug,
  path: file.path,
  size: file.size,
  receivedAt: (file.receivedAt ?? file.createdAt).getTime(),
  decision: file.decision,
  reason: file.reason,
  isReplaced,
  warning: warningOf(file),
  ...shownOf(deps, { ...file, id: file.fileId }, file.scan === 'infected'),
})
