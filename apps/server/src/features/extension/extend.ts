/** The sender's answer: 48 hours more, by one press of the page that the mail leads to (X3). Reading the page extends nothing. */
import { Problem } from '@sampan/contract/errors'
import { extensionSeconds } from '@sampan/contract/limits'
import type { ExtensionView } from '@sampan/contract/routes/extension'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor, SignedIn } from '../../http/actor.ts'
import { checkRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notifications/index.ts'
import { addEvent } from '../timeline/index.ts'
import {
  lockTransfer,
  mayExtend,
  queueMails,
  requireActive,
  requireOwn,
  setExpiry,
  type TransferRow,
} from '../transfers/index.ts'
import { extensionHash } from './extension-token.ts'
import { notifyWaiting } from './notify-waiting.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'linkMissed'>
export type Extended = { expiryDate: number; receiverEmail: string }

/** Guessing is limited like that of links. */
async function findByToken(deps: Deps, actor: Actor, token: string): Promise<queries.FoundTimeRequest> {
  const { linkMiss } = deps.config.rateLimits
  const now = deps.clock()
  await checkRate(deps.db, linkMiss, actor.networkKey, now)
  const found = await queries.findAsked(deps.db, { tokenHash: extensionHash(token) })
  if (found) return found
  deps.linkMissed()
  await inTransaction(deps.db, (tx) => takeRate(tx, linkMiss, actor.networkKey, now))
  throw new Problem('extensionDead')
}

const isLiving = ({ state, expiresAt }: TransferRow, now: Date): boolean => state === 'active' && expiresAt > now

/** What was extended by this request, and lives still. */
const isExtended = ({ request, transfer }: Pick<queries.FoundTimeRequest, 'request' | 'transfer'>, now: Date): boolean =>
  request.extendedAt !== null && isLiving(transfer, now)

export async function readExtension(deps: Deps, actor: Actor, token: string): Promise<ExtensionView> {
  const found = await findByToken(deps, actor, token)
  const { request, transfer } = found
  const now = deps.clock()
  const isDone = isExtended(found, now)
  if (!isDone && (request.extendedAt || !mayExtend(transfer, deps.config, now))) throw new Problem('extensionDead')
  return {
    state: isDone ? 'extended' : 'asked',
    receiverEmail: request.email,
    note: request.note,
    askedAt: request.askedAt.getTime(),
    title: transfer.title || transfer.fileName,
    fileCount: transfer.fileCount,
    expiryDate: transfer.expiresAt.getTime(),
  }
}

/** Once; repeating it answers the same. */
export async function checkExtension(deps: Deps, actor: Actor, token: string): Promise<Extended> {
  const { request } = await findByToken(deps, actor, token)
  return inTransaction(deps.db, (tx) => extend(tx, deps, request))
}

/** By its sender's own hand; what lives has its time already. */
export async function giveTime(deps: Deps, actor: SignedIn, slug: string): Promise<Pick<Extended, 'expiryDate'>> {
  requireActive(actor.status)
  const { id } = await requireOwn(deps.db, actor, slug, 'change')
  return inTransaction(deps.db, async (tx) => {
    const transfer = await lockTransfer(tx, id)
    if (transfer && isLiving(transfer, deps.clock())) return { expiryDate: transfer.expiresAt.getTime() }
    const waiting = await queries.newestWaiting(tx, id)
    if (!waiting) throw new Problem('extensionDead')
    const { expiryDate } = await extend(tx, deps, waiting)
    return { expiryDate }
  })
}

/**
 * The transfer is locked before the request, as by whoever deletes both. The purge, which locks uploads first and then the transfer,
 * either has ended it by now or finds it living: no upload is touched here, so the two never wait in a circle.
 */
async function extend(
  tx: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { id: requestId, transferId }: Pick<queries.FoundTimeRequest['request'], 'id' | 'transferId'>,
): Promise<Extended> {
  const now = clock()
  const transfer = await lockTransfer(tx, transferId)
  const found = transfer && (await queries.findAsked(tx, { id: requestId }))
  if (!found) throw new Problem('extensionDead')
  const { request, ownerStatus } = found
  if (ownerStatus === 'revoke') throw new Problem('accountSuspended')
  const answer = (expiresAt: Date) => ({ expiryDate: expiresAt.getTime(), receiverEmail: request.email })
  if (isExtended({ request, transfer }, now)) return answer(transfer.expiresAt)
  if (request.extendedAt || !mayExtend(transfer, config, now)) throw new Problem('extensionDead')
  const asked = addSeconds(now, extensionSeconds)
  // It may have been given more meanwhile.
  const isMoved = asked > transfer.expiresAt
  const expiresAt = isMoved ? asked : transfer.expiresAt
  if (isMoved) await setExpiry(tx, transferId, expiresAt, now)
  // The mails whose turn came when it had ended.
  await queueMails(tx, transferId)
  await addEvent(tx, {
    transferId,
    kind: 'extended',
    actor: 'sender',
    at: now,
    detail: { expiresAt: expiresAt.getTime(), email: request.email },
  })
  await notify(tx, { transferId, kind: 'extended', at: now, recipientEmail: request.email })
  await notifyWaiting(tx, { transferId, abouts: ['moreTime'], expiresAt, requestId }, now)
  return answer(expiresAt)
}
