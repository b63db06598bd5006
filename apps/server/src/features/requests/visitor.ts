/** Who comes to a file request by its link, and what is answered: the one door for its page, its uploads, submissions and comments (R2, R25). */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import type { RequestPageState } from '@sampan/contract/states'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { checkRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findOwner, isSuspended, type OwnerRow, storageLeft } from '../owners/index.ts'
import * as queries from './queries.ts'
import { sentFiles } from './queries-submissions.ts'
import { findSupplier, type SupplierRow } from './queries-suppliers.ts'
import { statusOf } from './request-status.ts'
import { isAskedAgain } from './slots.ts'
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
}
type Deps = Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed'>

/** A wrong token is a wrong link; the bare one of a request by mail leads nowhere. */
async function findSide({ db }: Deps, actor: Actor, { slug, user }: LinkQuery) {
  const request = await queries.findRequest(db, { slug })
  if (!request || (!user && request.sendAs === 'email')) return null
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
  if (side) return { ...side, state: await stateOf(deps, side, link, now) }
  deps.linkMissed()
  await inTransaction(deps.db, (tx) => takeRate(tx, linkMiss, actor.networkKey, now))
  throw new Problem('requestUnknown')
}

/** As the request stands for everybody; but who was asked for something again may send it, however many have sent before. */
async function statusFor(db: Db, request: queries.RequestRow, supplierId: string | undefined, now: Date) {
  const status = statusOf(request, now)
  if (status !== 'full' || !supplierId) return status
  return isAskedAgain(await sentFiles(db, request.id, supplierId)) ? 'open' : status
}

async function stateOf(
  { db, secrets }: Deps,
  { request, owner, supplier }: Omit<Visitor, 'state'>,
  { unlocked }: LinkQuery,
  now: Date,
) {
  if (isSuspended(owner.status)) return 'closed'
  if (!isUnlocked(secrets.link, request, unlocked)) return 'password'
  const status = await statusFor(db, request, supplier?.id, now)
  return status === 'open' && storageLeft(owner) === 0 ? 'storageFull' : status
}

const problems = {
  password: 'passwordRequired',
  closed: 'requestClosed',
  expired: 'requestExpired',
  full: 'requestFull',
  storageFull: 'requesterStorageFull',
} as const satisfies Record<Exclude<Visitor['state'], 'open'>, ErrorCode>

/** For whoever sends; throws as the page answers. */
export async function findSender(deps: Deps, actor: Actor, link: LinkQuery): Promise<Visitor> {
  const visitor = await findVisitor(deps, actor, link)
  if (visitor.state !== 'open') throw new Problem(problems[visitor.state])
  return visitor
}

/** The same of a request that is locked, whose storage the upload has reserved. */
export async function requireOpen(tx: Transaction, request: queries.RequestRow, supplierId: string, now: Date): Promise<void> {
  const status = await statusFor(tx, request, supplierId, now)
  if (status !== 'open') throw new Problem(problems[status])
}
