/** What a link leads to and what it allows now: the one door for the page, the bytes, the zip and the selections (D6, lesson 2). */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import type { LinkState, PlaceLevel } from '@sampan/contract/states'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { readerWords } from '../../http/device-words.ts'
import { passwordMark } from '../../http/password-mark.ts'
import { checkRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import {
  isEndedLink,
  isUsedUp,
  type LinkRow,
  linkRow,
  type RecipientRow,
  statusOf,
  type TransferRow,
  tokenHash,
} from '../transfers/index.ts'
import { type DownloadId, readDownloadId } from './download-id.ts'
import { isCountedVisit } from './limited-visit.ts'

export type LinkQuery = {
  slug: string
  user?: string | undefined
  dl?: string | undefined
  /** The `dl` that this browser was given for the password: stands for that alone. */
  unlocked?: string | null | undefined
}
/** What is not there any more is no link. */
type OpenLinkState = Exclude<LinkState, 'deleted'>
export type Link = {
  transfer: TransferRow
  /** When Send was pressed: it stays when the upload completes, as `sentAt` does not. */
  publishedAt: Date
  recipient: RecipientRow | null
  /** The account that sent it; null where it was none. */
  author: { email: string; pictureId: string | null } | null
  downloadId: DownloadId | null
  state: OpenLinkState
  /** Since when its files are as they are. */
  versionAt: Date
  /** How exactly its account lets places of visitors be kept. */
  ownerPlaces: PlaceLevel | null
  /** Its upload still runs: what is whole can be had (D8). */
  isArriving: boolean
  /** Behind a password that this visitor has not given. */
  isLocked: boolean
  /** Its sender's own account asks: nothing is closed to it, and nothing counts. */
  isOwn: boolean
  /** Its limit has counted this visit, which has not taken all. */
  isCounted: boolean
  /** Its timeline has this visit, if it is that of someone with the link alone. */
  isVisitNoted: boolean
}
type Deps = Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed'>

/** One visit is one network address with one program; more of them would let anybody fill a timeline. */
export function visitOf({ networkKey, userAgent }: Actor): string {
  const { program, device } = readerWords(userAgent)
  return `${networkKey}:${program}:${device}`
}

/**
 * Throws transferUnknown for whatever is not there or not for this visitor; guessing is limited by network address. What was deleted is
 * told apart, as transferDeleted, to whom it was sent by name (D6).
 */
export async function resolveLink(deps: Deps, actor: Actor, query: LinkQuery): Promise<Link> {
  const { linkMiss, linkVisit } = deps.config.rateLimits
  const now = deps.clock()
  const downloadId = readDownloadId(deps.secrets.download, query.dl, query.slug, now)
  const asked = {
    slug: query.slug,
    tokenHash: query.user ? tokenHash(query.user) : null,
    recipientId: query.user ? null : (downloadId?.recipientId ?? null),
    networkKey: actor.networkKey,
    missedSince: addSeconds(now, -linkMiss.windowSeconds),
    visit: visitOf(actor),
    visitedSince: addSeconds(now, -linkVisit.windowSeconds),
  }
  const row = ofHost(actor, await linkRow(deps.db, asked))
  // Whoever has used up the misses is told nothing more, right guesses included; a signed dl is no guess.
  if (!downloadId && (!row || row.misses >= linkMiss.max)) await checkRate(deps.db, linkMiss, actor.networkKey, now)
  const unlocked = readDownloadId(deps.secrets.download, query.unlocked ?? undefined, query.slug, now)
  const link = row
    ? openRow(row, { user: query.user, signed: downloadId, unlocked, sessionOwnerId: actor.sessionOwnerId, now })
    : null
  if (link) return ofVisit(deps, link, actor)
  if (row?.transfer.state === 'deleted' && (await isNamedBy(deps, row, asked.tokenHash))) throw new Problem('transferDeleted')
  // What was closed to the holder of a page that was handed out: its tab asks again and again, and guesses nothing.
  if (row && downloadId?.transferId === row.transfer.id) throw new Problem('transferUnknown')
  deps.linkMissed()
  await inTransaction(deps.db, (tx) => takeRate(tx, linkMiss, actor.networkKey, now))
  throw new Problem('transferUnknown')
}

/** At somebody's own host there are no links but theirs (B2). */
const ofHost = <R extends LinkRow>({ hostOwnerId }: Actor, row: R | undefined): R | undefined =>
  row && (hostOwnerId === null || row.transfer.ownerId === hostOwnerId) ? row : undefined

/** Of a limited link a visit may have the rest of what it was counted for. */
async function ofVisit({ db, clock }: Deps, link: Link, actor: Actor): Promise<Link> {
  if (link.isOwn || !(await isCountedVisit(db, link, actor, clock()))) return link
  const state = link.state === 'limitReached' ? (link.isLocked ? 'password' : openStateOf(link)) : link.state
  return { ...link, state, isCounted: true }
}

/** A personal link, of before its recipient's row went with the bytes too. */
const isNamedBy = async ({ db }: Pick<Deps, 'db'>, { transfer, recipient }: LinkRow, asked: Buffer | null): Promise<boolean> =>
  recipient !== null || (asked !== null && (await isEndedLink(db, transfer.id, asked)))

type Given = {
  user: string | undefined
  signed: DownloadId | null
  unlocked: DownloadId | null
  sessionOwnerId: string | null
  now: Date
}

function openRow(row: LinkRow, { user, signed, unlocked, sessionOwnerId, now }: Given): Link | null {
  const { transfer, recipient, ownerStatus, ownerPlaces, isVisitNoted, authorEmail, pictureId } = row
  // That of a sending that was taken back opens nothing of the next one under its slug.
  const downloadId = signed?.transferId === transfer.id ? signed : null
  if (transfer.state === 'deleted') return null
  const isOwn = transfer.ownerId === sessionOwnerId
  // A wrong token is a wrong link. The bare slug of an e-mail transfer opens only after its sender copied the link.
  if (user && !recipient && transfer.sendAs === 'email') return null
  // What a page handed out to somebody whose address was corrected since.
  if (!user && downloadId?.recipientId && !recipient) return null
  // Copied or not, and whatever a page handed out before.
  if (!recipient && transfer.isRestricted && !isOwn) return null
  if (!recipient && !downloadId && !isOwn && transfer.sendAs === 'email' && !transfer.isLinkOpen) return null
  const standing = statusOf(transfer, ownerStatus, now)
  // What its own account takes is no download, so the limit is none to it.
  const status = isOwn && standing === 'limitReached' ? 'active' : standing
  // A password that was changed since locks again whoever gave the one before.
  const marks = [downloadId?.unlockedWith, unlocked?.unlockedWith]
  const isLocked = transfer.passwordHash !== null && !isOwn && !marks.includes(passwordMark(transfer.passwordHash))
  const isArriving = status === 'uploading'
  const publishedAt = row.publishedAt ?? transfer.sentAt
  const author = authorEmail === null ? null : { email: authorEmail, pictureId }
  const versionAt = row.versionAt ?? transfer.sentAt
  const found = {
    transfer,
    publishedAt,
    versionAt,
    recipient,
    author,
    ownerPlaces,
    downloadId,
    isArriving,
    isLocked,
    isOwn,
    isVisitNoted,
    isCounted: false,
  }
  if (isArriving && !isOwn && isUsedUp(transfer)) return { ...found, state: 'limitReached' }
  if (status !== 'active' && !isArriving) return { ...found, state: status }
  return { ...found, state: isLocked ? 'password' : openStateOf(found) }
}

/** Of a link that hides nothing (any more). */
export const openStateOf = ({ isArriving }: Pick<Link, 'isArriving'>): 'uploading' | 'open' => (isArriving ? 'uploading' : 'open')

const stateProblems = {
  unfinished: 'transferExpired',
  password: 'passwordRequired',
  disabled: 'transferDisabled',
  limitReached: 'downloadLimitReached',
  expired: 'transferExpired',
  takenDown: 'transferTakenDown',
  unknown: 'transferUnknown',
} as const satisfies Record<Exclude<OpenLinkState, 'open' | 'uploading'>, ErrorCode>

/** A link whose bytes may be had, or the Problem of its state. */
export async function resolveOpenLink(deps: Deps, actor: Actor, query: LinkQuery): Promise<Link> {
  const link = await resolveLink(deps, actor, query)
  // Names and sizes are behind the password too.
  if (link.state === 'limitReached' && link.isLocked) throw new Problem('downloadLimitReached')
  // A limit counts what begins, so the download that reached it may still be resumed; counting decides (count-download).
  if (link.state === 'open' || link.state === 'uploading' || link.state === 'limitReached') return link
  throw new Problem(stateProblems[link.state])
}
