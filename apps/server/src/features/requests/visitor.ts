/** Who comes to a file request by its link, and what is answered: the one door for its page, its uploads, submissions and comments (R2, R25). */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import type { RequestPageState } from '@sampan/contract/states'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { checkRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findOwner, isSuspended, type OwnerRow } from '../owners/index.ts'
import { isCrowded } from './admit-visitor.ts'
import { leftFor } from './left-for.ts'
import * as queries from './queries.ts'
import { submittedAndOpen } from './queries-open.ts'
import { sentFiles } from './queries-submissions.ts'
import { findSupplier, type SupplierRow } from './queries-suppliers.ts'
import { statusOf } from './request-status.ts'
import { documentsSentBack, type SentBack } from './slots.ts'
import { isUnlocked, supplierTokenHash } from './supplier-token.ts'

export type LinkQuery = {
  slug: string
  user?: string | undefined
  /** What this browser was given for the password. */
  unlocked: string | null
}
export type Visitor = {
  request: queries.RequestRow
  owner: OwnerRow
  /** Who was asked by name, or the browser that has sent something before; null for who comes for the first time. */
  supplier: SupplierRow | null
  state: Exclude<RequestPageState, 'unknown'>
  /** What alone is taken from here, because it was sent back; null: whatever is asked for. */
  sentBack: SentBack | null
  /** How much may come from here, where it is open. */
  leftBytes: number
}
type Side = Pick<Visitor, 'request' | 'owner' | 'supplier'>
type Deps = Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed'>

/** A wrong token is a wrong link; the bare one of a request by mail leads nowhere. */
async function findSide({ db }: Deps, actor: Actor, { slug, user }: LinkQuery) {
  const request = await queries.findRequest(db, { slug })
  if (!request || (!user && request.sendAs === 'email')) return null
  // At somebody's own host there are no requests but theirs (B2).
  if (actor.hostOwnerId !== null && request.ownerId !== actor.hostOwnerId) return null
  const { id: requestId } = request
  const supplier = user
    ? await findSupplier(db, { requestId, tokenHash: supplierTokenHash(user) })
    : actor.browserHash
      ? await findSupplier(db, { requestId, browserHash: actor.browserHash })
      : undefined
  if (user && !supplier) return null
  const owner = await findOwner(db, request.ownerId)
  return owner ? { request, owner, supplier: supplier ?? null } : null
}

/** Throws requestUnknown for whatever is not there or not by this token; guessing is limited like that of links. */
export async function findVisitor(deps: Deps, actor: Actor, link: LinkQuery): Promise<Visitor> {
  const { linkMiss } = deps.config.rateLimits
  const now = deps.clock()
  await checkRate(deps.db, linkMiss, actor.networkKey, now)
  const side = await findSide(deps, actor, link)
  if (side) return { ...side, ...(await standing(deps, side, actor, link)) }
  deps.linkMissed()
  await inTransaction(deps.db, (tx) => takeRate(tx, linkMiss, actor.networkKey, now))
  throw new Problem('requestUnknown')
}

/** As the request stands for everybody; but who was sent something back may send that again, whatever it has become since (R7), unless the operator has taken it down. */
async function statusFor(db: Db, request: queries.RequestRow, supplierId: string | undefined, now: Date) {
  const status = statusOf(request, now)
  if (status === 'open' || status === 'takenDown' || !supplierId) return { status, sentBack: null }
  const sentBack = documentsSentBack(await sentFiles(db, request.id, supplierId))
  return sentBack.size > 0 ? { status: 'open' as const, sentBack } : { status, sentBack: null }
}

/** Blocked by the operator, or the password comes first: nothing else is told of a request then, not even what has become of it. */
async function standing({ db, secrets, clock }: Deps, side: Side, actor: Actor, { unlocked }: LinkQuery) {
  const { request, owner, supplier } = side
  const nothing = { sentBack: null, leftBytes: 0 }
  if (request.takenDown) return { state: 'takenDown' as const, ...nothing }
  if (!isUnlocked(secrets.link, request, unlocked)) return { state: 'password' as const, ...nothing }
  if (isSuspended(owner.status)) return { state: 'closed' as const, ...nothing }
  const { status, sentBack } = await statusFor(db, request, supplier?.id, clock())
  if (status !== 'open') return { state: status, ...nothing }
  if (!supplier && (await isCrowded(db, request.id))) return { state: 'full' as const, ...nothing }
  const leftBytes = await leftFor(db, side, actor)
  return leftBytes === null ? { state: 'storageFull' as const, ...nothing } : { state: status, sentBack, leftBytes }
}

const problems = {
  password: 'passwordRequired',
  closed: 'requestClosed',
  expired: 'requestExpired',
  full: 'requestFull',
  storageFull: 'requesterStorageFull',
  takenDown: 'requestTakenDown',
} as const satisfies Record<Exclude<Visitor['state'], 'open'>, ErrorCode>

/** For whoever sends; throws as the page answers. */
export async function findSender(deps: Deps, actor: Actor, link: LinkQuery): Promise<Visitor> {
  const visitor = await findVisitor(deps, actor, link)
  if (visitor.state !== 'open') throw new Problem(problems[visitor.state])
  return visitor
}

/**
 * For whoever asks for a ticket: whose own sending is still under way goes on with that, and with nothing else, whatever the request has
 * become since. It may be what filled it. Their files have room already.
 */
export async function findUploader(
  deps: Deps,
  actor: Actor,
  link: LinkQuery,
): Promise<Visitor & { uploadIds?: readonly string[] }> {
  const visitor = await findVisitor(deps, actor, link)
  const { state, supplier, owner } = visitor
  if (state === 'open') return visitor
  const isShut = state === 'password' || state === 'takenDown' || isSuspended(owner.status)
  const uploadIds = isShut || !supplier ? [] : await submittedAndOpen(deps.db, supplier.id, actor.browserHash!)
  if (uploadIds.length === 0) throw new Problem(problems[state])
  return { ...visitor, uploadIds }
}

/** The same as findSender of a request that is locked, whose storage the upload has reserved: answers what alone is taken, where that is so. */
export async function requireOpen(
  tx: Transaction,
  request: queries.RequestRow,
  supplierId: string | undefined,
  now: Date,
): Promise<SentBack | null> {
  const { status, sentBack } = await statusFor(tx, request, supplierId, now)
  if (status !== 'open') throw new Problem(problems[status])
  return sentBack
}
