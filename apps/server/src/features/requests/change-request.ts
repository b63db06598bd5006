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
import { documentRows } from './create-request.ts'
import * as queries from './queries.ts'
import { readRequest } from './read-request.ts'
import { daysPassed } from './remind-days.ts'

type Input = RouteInput<typeof route>['body']

export async function changeRequest(services: Services, actor: SignedIn, slug: string, input: Input): Promise<RequestDetail> {
  if (isSuspended(actor.status)) throw new Problem('accountSuspended')
  if (input.password) refuseCommonPassword(input.password)
  const passwordHash = input.password ? await hashPassword(input.password) : input.password
  await inTransaction(services.db, (tx) => changeRows(tx, services, actor, slug, { ...input, passwordHash }))
  return readRequest(services, actor, slug)
}

async function changeRows(
  tx: Transaction,
  { clock }: Services,
  actor: SignedIn,
  slug: string,
  { documents, expirySeconds, dueAt, state, password: _, ...given }: Input & { passwordHash: string | null | undefined },
): Promise<void> {
  const request = await queries.lockOwn(tx, { slug, actor, action: 'change' })
  if (!request) throw new Problem('notYours')
  const now = clock()
  if (expirySeconds !== undefined && !mayExpireAfter(planOf(actor.role), expirySeconds))
    throw new Problem('expiryNotAllowed', { role: planRole(actor.role) })
  const due = dueAt === undefined ? request.dueAt : dueAt === null ? null : new Date(dueAt)
  const days = given.remindDays ?? request.remindDays
  const set = {
    ...given,
    ...(expirySeconds !== undefined && { expirySeconds, expiresAt: addSeconds(now, expirySeconds) }),
    ...(state && { state, closedAt: state === 'closed' ? now : null }),
    // Of another due date the reminders are to come anew, but none for days that are over.
    ...((dueAt !== undefined || given.remindDays) && { dueAt: due, remindedDays: due ? daysPassed(days, due, now) : [] }),
  }
  await queries.updateRequest(tx, request.id, Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)))
  if (documents) await changeDocuments(tx, request.id, documents)
  await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
}

/** In the order given. What was received for a document keeps it. */
async function changeDocuments(tx: Transaction, requestId: string, documents: NonNullable<Input['documents']>): Promise<void> {
  const before = await queries.documentsOf(tx, requestId)
  const kept = new Set(documents.flatMap(({ _id }) => _id ?? []))
  if ([...kept].some((id) => !before.some((document) => document.id === id)))
    throw new Problem('invalidInput', {}, { fields: { documents: 'invalid' } })
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  await queries.deleteDocuments(tx, gone)
  const rows = documentRows(requestId, documents)
  for (const [position, { _id, name, note, accept, isRequired }] of documents.entries())
    if (_id) await queries.updateDocument(tx, _id, { position, name, note, accept, isRequired })
  await queries.insertDocuments(
    tx,
    rows.filter((_, position) => !documents[position]!._id),
  )
}
