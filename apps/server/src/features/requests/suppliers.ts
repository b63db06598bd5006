/** Whom a request asks: more people, one less, and what is said between them. */
import { Problem } from '@sampan/contract/errors'
import type { addSuppliers as addRoute } from '@sampan/contract/routes/request-following'
import type { RequestComment } from '@sampan/contract/routes/request-grid'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import type { RouteInput } from '@sampan/contract/routes/route'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { Actor, SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import { isSuspended, lockOwner } from '../owners/index.ts'
import { admitVisitor } from './admit-visitor.ts'
import { askPeople, queueMail } from './ask-people.ts'
import { gatherSeconds, writtenJob, writtenKey } from './job-names.ts'
import * as queries from './queries.ts'
import { sentFiles } from './queries-submissions.ts'
import { deleteSupplier, findSupplier, insertComment, type SupplierRow, updateSupplier } from './queries-suppliers.ts'
import { readRequest } from './read-request.ts'
import { releaseBegun } from './release-begun.ts'
import { requireNotTakenDown, statusOf } from './request-status.ts'
import { findSender, type LinkQuery } from './visitor.ts'

export async function addSuppliers(
  services: Services,
  actor: SignedIn,
  slug: string,
  { emailTo }: RouteInput<typeof addRoute>['body'],
): Promise<RequestDetail> {
  await inTransaction(services.db, async (tx) => {
    const request = await lockOwn(tx, actor, slug)
    const owner = (await lockOwner(tx, request.ownerId))!
    await checkMaySendAs(tx, owner, actor.userId)
    requireNotTakenDown(request)
    if (statusOf(request, services.clock()) !== 'open') throw new Problem('requestClosed')
    await askPeople(tx, services, { request, holder: owner, people: emailTo })
    await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
  })
  return readRequest(services, actor, slug)
}

async function lockOwn(tx: Transaction, actor: SignedIn, slug: string): Promise<queries.RequestRow> {
  const request = await queries.lockOwn(tx, { slug, actor, action: 'change' })
  if (!request) throw new Problem('notYours')
  return request
}

async function findOwnSupplier(tx: Transaction, request: queries.RequestRow, supplierId: string): Promise<SupplierRow> {
  const supplier = await findSupplier(tx, { id: supplierId })
  if (supplier?.requestId !== request.id) throw new Problem('notYours')
  return supplier
}

/** Who has sent something stays in the grid, without a link. */
export async function removeSupplier({ db }: Services, actor: SignedIn, slug: string, supplierId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const request = await lockOwn(tx, actor, slug)
    const { id, tokenHash, browserHash } = await findOwnSupplier(tx, request, supplierId)
    const begun = tokenHash ? { supplierId: id } : browserHash ? { browserHash } : null
    if (begun) await releaseBegun(tx, { requestId: request.id, ...begun })
    const hasSent = (await sentFiles(tx, request.id, id)).length > 0
    if (hasSent) await updateSupplier(tx, id, { tokenHash: null, browserHash: null, mailState: null })
    else await deleteSupplier(tx, request.id, id)
    await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
  })
}

/** What strangers have begun and not submitted; what somebody sends who was asked by name goes on. */
export async function discardBegun({ db }: Services, actor: SignedIn, slug: string): Promise<{ discarded: number }> {
  return inTransaction(db, async (tx) => {
    const request = await lockOwn(tx, actor, slug)
    const discarded = await releaseBegun(tx, { requestId: request.id, isStrangers: true })
    if (discarded) await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
    return { discarded }
  })
}

type Written = { text: string; requestKey: string | undefined }
const shown = ({ id: _id, by, text, at }: Awaited<ReturnType<typeof insertComment>>['comment']): RequestComment => ({
  _id,
  by,
  text,
  at: at.getTime(),
})

/** Read behind the supplier's link; whoever has an address gets a mail. */
export async function commentSupplier(
  { db, clock, config }: Services,
  actor: SignedIn,
  { slug, supplierId, text, requestKey }: Written & { slug: string; supplierId: string },
): Promise<RequestComment> {
  if (isSuspended(actor.status)) throw new Problem('accountSuspended')
  return inTransaction(db, async (tx) => {
    const request = await lockOwn(tx, actor, slug)
    requireNotTakenDown(request)
    const supplier = await findOwnSupplier(tx, request, supplierId)
    const row = { supplierId, by: 'requester' as const, text, at: clock(), requestKey: requestKey ?? null }
    const { comment, isNew } = await insertComment(tx, row)
    if (!isNew) return shown(comment)
    await takeRate(tx, config.rateLimits.requestComment, supplierId, row.at)
    if (supplier.email && supplier.tokenHash) await queueMail(tx, { supplierId, kind: 'commented', again: comment.id })
    await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
    return shown(comment)
  })
}

export async function commentRequest(services: Services, actor: Actor, link: LinkQuery, { text, requestKey }: Written) {
  const { db, clock, config } = services
  const { request, supplier } = await findSender(services, actor, link)
  const now = clock()
  const requestId = request.id
  const isNamed = Boolean(supplier?.tokenHash)
  return inTransaction(db, async (tx) => {
    const { id: supplierId } = supplier ?? (await admitVisitor(tx, services, requestId, actor))
    const row = { supplierId, by: 'supplier' as const, text, at: now, requestKey: requestKey ?? null, isUntold: true }
    const { comment, isNew } = await insertComment(tx, row)
    if (isNew) {
      await takeCommentRates(tx, config.rateLimits, { requestId, supplierId, networkKey: actor.networkKey, now, isNamed })
      await addJob(tx, writtenJob, { requestId }, { key: writtenKey(requestId), afterSeconds: gatherSeconds })
      await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
    }
    return { by: 'supplier' as const, text: comment.text, at: comment.at.getTime() }
  })
}

type Commenting = { requestId: string; supplierId: string; networkKey: string; now: Date; isNamed: boolean }

/** A stranger is a new supplier in each browser: what they write is counted by their network, and by the request that they come to. */
async function takeCommentRates(
  tx: Transaction,
  { requestComment, commentNetwork, commentStrangers }: Services['config']['rateLimits'],
  { requestId, supplierId, networkKey, now, isNamed }: Commenting,
): Promise<void> {
  await takeRate(tx, requestComment, supplierId, now)
  if (isNamed) return
  await takeRate(tx, commentStrangers, requestId, now)
  await takeRate(tx, commentNetwork, networkKey, now)
}
