/**
 * The manage link of a sender without an account (Q22): derived like the recipients' links, so that a copy of the database opens
 * nothing. It lives as long as the transfer, and until an account takes that over.
 */
import { timingSafeEqual } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { managePath } from '@sampan/contract/paths'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { checkRate, takeRate } from '../../http/rate-limit.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { restorableSince } from './hard-delete-transfers.ts'
import { manageToken, tokenHash } from './link-token.ts'
import * as queries from './queries.ts'

export type ManageLink = { slug: string; token: string }
export type ManageDeps = Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed'>

export const manageUrlOf = (
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  { id, slug }: queries.TransferRow,
): string => urlOf(config, managePath(slug, manageToken(secrets.link, id)))

/** Not yet hard-deleted: a moment after its deletion it can still be brought back. */
const isThere = ({ state, deletedFrom, restorableUntil }: queries.TransferRow, now: Date): boolean =>
  state !== 'deleted' || (deletedFrom !== null && restorableUntil !== null && restorableUntil > restorableSince(now))

/** Throws transferUnknown for whatever is not there or not by this token; guessing is limited like that of links. */
export async function findManaged(deps: ManageDeps, actor: Actor, { slug, token }: ManageLink): Promise<queries.TransferRow> {
  const { db, secrets, clock, config } = deps
  const now = clock()
  const { linkMiss } = config.rateLimits
  await checkRate(db, linkMiss, actor.networkKey, now)
  const transfer = await queries.findTransfer(db, { slug })
  // Compared as hashes, which are of one length and tell nothing by the time they take.
  const isRight = transfer && timingSafeEqual(tokenHash(manageToken(secrets.link, transfer.id)), tokenHash(token))
  if (isRight && isThere(transfer, now)) return transfer
  deps.linkMissed()
  await inTransaction(db, (tx) => takeRate(tx, linkMiss, actor.networkKey, now))
  throw new Problem('transferUnknown')
}

/** For what changes something: of an account's transfer the account alone decides. */
export async function findOwnManaged(deps: ManageDeps, actor: Actor, link: ManageLink): Promise<queries.TransferRow> {
  const transfer = await findManaged(deps, actor, link)
  if (transfer.authorId) throw new Problem('transferUnknown')
  return transfer
}
