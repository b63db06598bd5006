/** What a link leads to and what it allows now: the one door for the page, the bytes, the zip and the selections (D6, lesson 2). */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import type { LinkState } from '@sampan/contract/states'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { checkRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { type RecipientRow, type TransferRow, tokenHash, transferReads } from '../transfers/index.ts'
import { type DownloadId, readDownloadId } from './download-id.ts'

export type LinkQuery = { slug: string; user?: string | undefined; dl?: string | undefined }
export type Link = { transfer: TransferRow; recipient: RecipientRow | null; downloadId: DownloadId | null; state: LinkState }
type Deps = Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed'>

/** Throws transferUnknown for whatever is not there or not for this visitor; guessing is limited by network address. */
export async function resolveLink(deps: Deps, actor: Actor, query: LinkQuery): Promise<Link> {
  const { linkMiss } = deps.config.rateLimits
  const now = deps.clock()
  // Whoever has used up the misses is told nothing more, right guesses included; a signed dl is no guess.
  if (!readDownloadId(deps.secrets.download, query.dl, query.slug, now)) await checkRate(deps.db, linkMiss, actor.networkKey, now)
  const link = await findLink(deps, query)
  if (link) return link
  deps.linkMissed()
  await inTransaction(deps.db, (tx) => takeRate(tx, linkMiss, actor.networkKey, now))
  throw new Problem('transferUnknown')
}

async function findLink({ db, secrets, clock }: Deps, { slug, user, dl }: LinkQuery): Promise<Link | null> {
  const now = clock()
  const transfer = await transferReads.findTransfer(db, { slug })
  if (!transfer || transfer.state === 'deleted') return null
  const downloadId = readDownloadId(secrets.download, dl, slug, now)
  const recipient = await findVisitor(db, transfer, user, downloadId)
  // A wrong token is a wrong link. The bare slug of an e-mail transfer opens only after its sender copied the link.
  if (user && !recipient && transfer.sendAs === 'email') return null
  if (!recipient && !downloadId && transfer.sendAs === 'email' && !transfer.isLinkOpen) return null
  const status = transferReads.statusOf(transfer, await transferReads.ownerStatusOf(db, transfer.ownerId), now)
  const isLocked = transfer.passwordHash !== null && !downloadId?.isUnlocked
  return { transfer, recipient, downloadId, state: status !== 'active' ? status : isLocked ? 'password' : 'open' }
}

async function findVisitor(
  db: Services['db'],
  transfer: TransferRow,
  user: string | undefined,
  downloadId: DownloadId | null,
): Promise<RecipientRow | null> {
  if (user) return (await transferReads.findRecipient(db, { transferId: transfer.id, tokenHash: tokenHash(user) })) ?? null
  return downloadId?.recipientId ? ((await transferReads.findRecipient(db, { id: downloadId.recipientId })) ?? null) : null
}

const stateProblems = {
  uploading: 'transferUploading',
  password: 'passwordRequired',
  disabled: 'transferDisabled',
  limitReached: 'downloadLimitReached',
  expired: 'transferExpired',
  takenDown: 'transferTakenDown',
  unknown: 'transferUnknown',
} as const satisfies Record<Exclude<LinkState, 'open'>, ErrorCode>

/** A link whose bytes may be had, or the Problem of its state. */
export async function resolveOpenLink(deps: Deps, actor: Actor, query: LinkQuery): Promise<Link> {
  const link = await resolveLink(deps, actor, query)
  // A limit counts what begins, so the download that reached it may still be resumed; counting decides (count-download).
  if (link.state !== 'open' && link.state !== 'limitReached') throw new Problem(stateProblems[link.state])
  return link
}
