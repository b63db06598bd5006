/** What a requester changes of a request, closes, reopens or extends; its link and what was received stay. */
import { Problem } from '@sampan/contract/errors'
import { planOf, planRole } from '@sampan/contract/plans'
import type { RequestDetail, changeRequest as route } from '@sampan/contract/routes/requests'
import type { RouteInput } from '@sampan/contract/routes/route'
import { mayExpireAfter } from '@sampan/contract/rules/expiry'
import { hashPassword, refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { isSuspended } from '../owners/index.ts'
import type { UploadPurposes } from '../uploads/index.ts'
import { documentRows, exampleIdsOf, examplesAmong } from './create-request.ts'
import { releaseExamples, requireExamples, showExamples } from './examples.ts'
import { askNoticeAddress } from './notice-address.ts'
import * as queries from './queries.ts'
import { setExample } from './queries-examples.ts'
import { readRequest } from './read-request.ts'
import { releaseBegun } from './release-begun.ts'
import { nextRemindAt } from './remind-days.ts'
import { requireNotTakenDown } from './request-status.ts'
import { timesOf } from './request-times.ts'
import { shareRequest } from './share-request.ts'

type Input = RouteInput<typeof route>['body']

export async function changeRequest(
  services: Services & UploadPurposes,
  actor: SignedIn,
  slug: string,
  input: Input,
): Promise<RequestDetail> {
  if (isSuspended(actor.status)) throw new Problem('accountSuspended')
  if (input.password) refuseCommonPassword(input.password)
  const passwordHash = input.password ? await hashPassword(input.password) : input.password
  await requireExamples(services, actor, { uploadIds: exampleIdsOf(input.documents ?? []), of: { slug } })
  const shown = await inTransaction(services.db, (tx) => changeRows(tx, services, actor, slug, { ...input, passwordHash }))
  await showExamples(services, shown)
  return readRequest(services, actor, slug)
}

async function changeRows(
  tx: Transaction,
  services: Services,
  actor: SignedIn,
  slug: string,
  {
    documents,
    expirySeconds,
    dueAt,
    state,
    shareWith,
    password: _,
    ...given
  }: Input & { passwordHash: string | null | undefined },
): Promise<ReturnType<typeof examplesAmong>> {
  const request = await queries.lockOwn(tx, { slug, actor, action: 'change' })
  if (!request) throw new Problem('notYours')
  requireNotTakenDown(request)
  const now = services.clock()
  if (expirySeconds !== undefined && !mayExpireAfter(planOf(actor), expirySeconds))
    throw new Problem('expiryNotAllowed', { role: planRole(actor.role) })
  const due = dueAt === undefined ? request.dueAt : dueAt === null ? null : new Date(dueAt)
  const chosenEnd = expirySeconds === undefined ? request.expiresAt : addSeconds(now, expirySeconds)
  const set = {
    ...given,
    ...(expirySeconds !== undefined && { expirySeconds }),
    ...(state && { state, closedAt: state === 'closed' ? now : null }),
  }
  // What strangers have begun there takes storage no longer.
  if (state === 'closed') await releaseBegun(tx, { requestId: request.id })
  const said = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  const times = timesOf({ ...request, ...said, dueAt: due }, { chosenEnd, holder: actor, now })
  // Of the same due date and days those that went out are not sent again.
  const isSame = due?.getTime() === request.dueAt?.getTime() && given.remindDays === undefined
  const remindedDays = isSame ? request.remindedDays : times.remindedDays
  await queries.updateRequest(tx, request.id, {
    ...said,
    ...times,
    remindedDays,
    nextRemindAt: nextRemindAt({ ...request, ...said, ...times, remindedDays }),
  })
  if (shareWith) await shareRequest(tx, actor, request, { shareWith, at: now })
  const shown = documents ? await changeDocuments(tx, request.id, documents) : []
  if (given.notifyEmail) await askNoticeAddress(tx, services, { ...request, notifyEmail: given.notifyEmail })
  await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
  return shown
}

/** In the order given. What was received for a document keeps it. Answers which of them get another example. */
async function changeDocuments(tx: Transaction, requestId: string, documents: NonNullable<Input['documents']>) {
  const before = await queries.documentsOf(tx, requestId)
  const kept = new Set(documents.flatMap(({ _id }) => _id ?? []))
  if ([...kept].some((id) => !before.some((document) => document.id === id)))
    throw new Problem('invalidInput', {}, { fields: { documents: 'invalid' } })
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  const left = await queries.deleteDocuments(tx, gone)
  const bare = new Set(documents.flatMap(({ _id, exampleUploadId }) => (_id && exampleUploadId === null ? _id : [])))
  for (const id of bare) await setExample(tx, id, null)
  const isLetGo = ({ id }: queries.DocumentRow) => bare.has(id) || (gone.includes(id) && !left.has(id))
  await releaseExamples(
    tx,
    before.filter(isLetGo).map(({ exampleUploadId }) => exampleUploadId),
  )
  const rows = documentRows(requestId, documents)
  for (const [position, { _id, name, note, accept, isRequired }] of documents.entries())
    if (_id) await queries.updateDocument(tx, _id, { position, name, note, accept, isRequired })
  await queries.insertDocuments(
    tx,
    rows.filter((_, position) => !documents[position]!._id),
  )
  return examplesAmong(
    documents,
    rows.map(({ id }, position) => documents[position]!._id ?? id),
  )
}
