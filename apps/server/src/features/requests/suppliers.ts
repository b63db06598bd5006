/** Whom a request asks: more people, one less, and what is said between them. */
import { Problem } from '@sampan/contract/errors'
import type { addSuppliers as addRoute } from '@sampan/contract/routes/request-following'
import type { RequestComment, RequestDetail } from '@sampan/contract/routes/requests'
import type { RouteInput } from '@sampan/contract/routes/route'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { Actor, SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { checkMaySend, isSuspended, lockOwner } from '../owners/index.ts'
import { askPeople, queueMail } from './ask-people.ts'
import { commentedJob } from './job-names.ts'
import * as queries from './queries.ts'
import { sentFiles } from './queries-submissions.ts'
import {
  deleteSupplier,
  ensureVisitor,
  findSupplier,
  insertComment,
  type SupplierRow,
  updateSupplier,
} from './queries-suppliers.ts'
import { readRequest } from './read-request.ts'
import { statusOf } from './request-status.ts'
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
    checkMaySend(owner)
    if (statusOf(request, services.clock()) !== 'open') throw new Problem('requestClosed')
    await askPeople(tx, services, { request, role: owner.role, people: emailTo })
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
    const { id } = await findOwnSupplier(tx, request, supplierId)
    const hasSent = (await sentFiles(tx, request.id, id)).length > 0
    if (hasSent) await updateSupplier(tx, id, { tokenHash: null, browserHash: null, mailState: null })
    else await deleteSupplier(tx, request.id, id)
    await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
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
  return inTransaction(db, async (tx) => {
    const { id: supplierId } = supplier ?? (await ensureVisitor(tx, request.id, actor.browserHash!, now))
    const row = { supplierId, by: 'supplier' as const, text, at: now, requestKey: requestKey ?? null }
    const { comment, isNew } = await insertComment(tx, row)
    if (isNew) {
      await takeRate(tx, config.rateLimits.requestComment, supplierId, now)
      await addJob(tx, commentedJob, { commentId: comment.id }, { key: `commented:${comment.id}` })
      await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
    }
    return { by: 'supplier' as const, text: comment.text, at: comment.at.getTime() }
  })
}
