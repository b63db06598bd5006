/** Asks others for files: by mail, each with a link of their own, or by one open link (R1). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { expirySeconds as expiries, planOf, planRole } from '@sampan/contract/plans'
import type { RequestDetail, createRequest as route } from '@sampan/contract/routes/requests'
import type { RouteInput } from '@sampan/contract/routes/route'
import { mayExpireAfter } from '@sampan/contract/rules/expiry'
import { hashPassword, refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import { lockOwner, storageLeft, takeRequestSlot } from '../owners/index.ts'
import { readSettings } from '../settings/index.ts'
import { noteAct } from '../team-log/index.ts'
import { newSlug, type UploadPurposes } from '../uploads/index.ts'
import { askPeople } from './ask-people.ts'
import { requireExamples, showExamples } from './examples.ts'
import { askNoticeAddress } from './notice-address.ts'
import * as queries from './queries.ts'
import { readRequest } from './read-request.ts'
import { timesOf } from './request-times.ts'
import { shareRequest } from './share-request.ts'

type Input = RouteInput<typeof route>['body']
type Defaults = { expirySeconds: number; notifyOnUpload: boolean }
type Asked = { actor: SignedIn; input: Input; requestKey: string | undefined; passwordHash: string | null; defaults: Defaults }

/** Repeated with the same key it answers what it made before. */
export async function createRequest(
  services: Services & UploadPurposes,
  actor: SignedIn,
  { requestKey, ...input }: Input,
): Promise<RequestDetail> {
  if (input.sendAs === 'email' && input.emailTo.length === 0)
    throw new Problem('invalidInput', {}, { fields: { emailTo: 'required' } })
  if (input.password) refuseCommonPassword(input.password)
  const passwordHash = input.password ? await hashPassword(input.password) : null
  const of = requestKey === undefined ? null : { authorId: actor.userId, requestKey }
  await requireExamples(services, actor, { uploadIds: exampleIdsOf(input.documents), of })
  const { requestSettings } = (await readSettings(services, actor)).settings
  const defaults = {
    expirySeconds: input.expirySeconds ?? requestSettings.expirySeconds ?? expiries.week,
    notifyOnUpload: input.notifyOnUpload ?? requestSettings.notifyOnUpload ?? true,
  }
  const asked = { actor, input, requestKey, passwordHash, defaults }
  const request = await inTransaction(services.db, (tx) => createRows(tx, services, asked))
  const ids = (await queries.documentsOf(services.db, request.id)).map(({ id }) => id)
  await showExamples(services, examplesAmong(input.documents, ids))
  return readRequest(services, actor, request.slug)
}

export const exampleIdsOf = (documents: Input['documents']): string[] =>
  documents.flatMap(({ exampleUploadId }) => exampleUploadId ?? [])

/** `ids`: of the documents as they are by now, in the order in which they were given. */
export const examplesAmong = (documents: Input['documents'], ids: readonly string[]) =>
  documents.flatMap(({ exampleUploadId: uploadId }, position) => {
    const documentId = ids[position]
    return uploadId && documentId ? [{ documentId, uploadId }] : []
  })

async function createRows(tx: Transaction, services: Services, asked: Asked): Promise<queries.RequestRow> {
  const { actor, input, requestKey, passwordHash, defaults } = asked
  const before = requestKey && (await queries.requestOfKey(tx, actor.userId, requestKey))
  if (before) return before
  const now = services.clock()
  const owner = (await lockOwner(tx, actor.ownerId))!
  await checkMaySendAs(tx, owner, actor.userId)
  if (!mayExpireAfter(planOf(owner), defaults.expirySeconds))
    throw new Problem('expiryNotAllowed', { role: planRole(owner.role) })
  // Nobody could send anything: it is said before anybody is asked (R4).
  if (storageLeft(owner) === 0) throw new Problem('storageFull', { limitBytes: planOf(owner).storageBytes })
  await takeRequestSlot(tx, owner, now)
  const { documents, emailTo, dueAt: due, shareWith, password: _, expirySeconds: __, ...fields } = input
  const dueAt = due === null ? null : new Date(due)
  const request = await queries.insertRequest(tx, {
    ...fields,
    ...defaults,
    slug: await newSlug(tx),
    ownerId: owner.id,
    authorId: actor.userId,
    language: input.language ?? actor.mailLanguage,
    ...timesOf(
      { ...input, ...defaults, state: 'open', dueAt },
      { chosenEnd: addSeconds(now, defaults.expirySeconds), holder: owner, now },
    ),
    passwordHash,
    requestKey: requestKey ?? null,
    createdAt: now,
  })
  await queries.insertDocuments(tx, documentRows(request.id, documents))
  await askNoticeAddress(tx, services, request)
  if (input.sendAs === 'email') await askPeople(tx, services, { request, holder: owner, people: emailTo })
  await noteAct(tx, actor, 'asked', request.title, now)
  if (shareWith) await shareRequest(tx, actor, request, { shareWith, at: now })
  services.metrics.countBy('requestsCreated', input.sendAs)
  return request
}

export const documentRows = (requestId: string, documents: Input['documents']) =>
  documents.map(({ _id: _, exampleUploadId: __, ...document }, position) => ({
    id: randomUUID(),
    requestId,
    position,
    ...document,
  }))
