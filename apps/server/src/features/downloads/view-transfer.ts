/** The public view of a transfer: what its page shows, in every state (D1, D6). */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { expirySeconds } from '@sampan/contract/plans'
import type { Arrival, TransferView } from '@sampan/contract/routes/downloads'
import { linesSaid } from '@sampan/contract/rules/sender-values'
import type { LinkState } from '@sampan/contract/states'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { picturesOf } from '../accounts/index.ts'
import { brandOfPage } from '../branding/index.ts'
import { type HeldFile, shownOf } from '../content/index.ts'
import { downloadsLeft, filesOfLink, linkGrant, refusedTime } from '../transfers/index.ts'
import { arrivalOf } from '../uploads/index.ts'
import { filesOf } from './files-of-link.ts'
import { idOfLink } from './id-of-link.ts'
import { noteOpening } from './note-opening.ts'
import { type Link, type LinkQuery, openStateOf, resolveLink } from './resolve-link.ts'
import { scanOfFile } from './scanned.ts'

const statuses: Record<LinkState, number> = {
  open: 200,
  uploading: 200,
  unfinished: 410,
  password: 401,
  disabled: 403,
  limitReached: 403,
  unknown: 404,
  expired: 410,
  takenDown: 451,
  deleted: 410,
}

/** What has no link any more, or never had one. */
const nothing: Partial<Record<ErrorCode, LinkState>> = { transferUnknown: 'unknown', transferDeleted: 'deleted' }

/** A view that tells nothing but its state. */
export const blankView = (slug: string, state: LinkState): TransferView => ({
  state,
  slug,
  sender: null,
  message: '',
  files: [],
  totalBytes: 0,
  fileCount: 0,
  expiresAt: null,
  dl: null,
  recipient: null,
  notifiesSender: false,
  downloadsLeft: null,
})

/** The checksum of what is still on its way is not known yet. */
function publicFile(services: Pick<Services, 'config' | 'secrets' | 'clock'>, link: Link, file: HeldFile) {
  const { id, path, size, lastModified, crc32 } = file
  const scanned = scanOfFile(services, link, file)
  return {
    fileId: id,
    path,
    size,
    lastModified: lastModified?.getTime() ?? null,
    ...(!link.isArriving && { crc32 }),
    ...scanned,
    ...shownOf(services, file, linkGrant(link), scanned.isBlocked),
    // Its address would open nothing: pictures end with the link's last download, also for whoever that counted.
    ...(downloadsLeft(link.transfer) === 0 && { thumbnail: undefined }),
  }
}

/** What each state may tell: who sent it and how much only while it may still be had, the rest only when open or on its way. */
export async function viewOf(
  services: Pick<Services, 'db' | 'secrets' | 'clock' | 'config'>,
  link: Link,
  isUnlocked = false,
): Promise<TransferView> {
  const { transfer, recipient, author } = link
  const state = isUnlocked && link.state === 'password' ? openStateOf(link) : link.state
  const view = blankView(transfer.slug, state)
  if (state === 'disabled' || state === 'takenDown' || state === 'unknown') return view
  const sender = { name: transfer.senderName, company: transfer.company, email: transfer.senderEmail }
  const hasEnd = transfer.expirySeconds < expirySeconds.never
  const brand = await brandOfPage(services, transfer.ownerId)
  const known = { ...view, sender, brand, expiresAt: hasEnd ? transfer.expiresAt.toISOString() : null }
  // Whoever asks for more time does it as the recipient that the link was made for (X2).
  if (state === 'expired') {
    const mayAsk = refusedTime(transfer, services.config, services.clock()) === null
    // What is behind a password stays there.
    const named = link.isLocked ? {} : { ...linesSaid(transfer), fileCount: transfer.fileCount }
    return { ...known, ...named, recipient: recipient?.email ?? null, mayAsk }
  }
  // Whoever asks for the password or for more downloads does it as that recipient too.
  if (state === 'password' || state === 'limitReached') return { ...known, recipient: recipient?.email ?? null }
  if (state !== 'open' && state !== 'uploading') return known
  const arrival = state === 'uploading' ? await arrivalShown(services, link) : undefined
  if (arrival === null) return { ...known, state: 'unfinished', expiresAt: null }
  const files = await filesOfView(services, link)
  return {
    ...known,
    // Who sent without an account has none (D1).
    sender: { ...sender, ...(author && picturesOf(services, author)) },
    ...linesSaid(transfer),
    message: transfer.message,
    files: files.map((file) => publicFile(services, link, file)),
    ...(arrival && { arrival, expiresAt: null }),
    totalBytes: transfer.totalBytes,
    fileCount: transfer.fileCount,
    dl: idOfLink(services, link, { isStepped: isUnlocked, visit: visitKept(link) }),
    recipient: recipient?.email ?? null,
    ...(link.isOwn && { isOwn: true as const }),
    notifiesSender: transfer.notifyOnDownload,
    downloadsLeft: downloadsLeft(transfer),
    ...(link.isCounted && { isCounted: true as const }),
  }
}

/** Looked at anew, the page of a limited link is the same visit. */
const visitKept = ({ transfer, downloadId }: Link): string | undefined =>
  transfer.downloadLimit === null ? undefined : downloadId?.visit

/** The usual way is by a prepared question. */
const filesOfView = (services: Pick<Services, 'db'>, link: Link): Promise<HeldFile[]> =>
  link.isArriving ? filesOf(services, link) : filesOfLink(services.db, link.transfer)

/** Null where its upload was given up. */
async function arrivalShown(services: Pick<Services, 'db' | 'clock'>, { transfer }: Link): Promise<Arrival | null> {
  const arrival = await arrivalOf(services, transfer.uploadId)
  if (!arrival || arrival.isGivenUp) return null
  const { receivedBytes, received, silentSeconds, secondsLeft } = arrival
  return { receivedBytes, received, silentSeconds, secondsLeft }
}

/** What changes while a page waits. */
export async function viewArrival(
  services: Services,
  { actor, ...query }: LinkQuery & { actor: Actor },
): Promise<{ state: LinkState; arrival?: Arrival }> {
  const link = await resolveLink(services, actor, query)
  if (link.state !== 'uploading') return { state: link.state }
  const arrival = await arrivalShown(services, link)
  return arrival ? { state: 'uploading', arrival } : { state: 'unfinished' }
}

/** `isHead`: somebody only asks whether it is there. */
type Opening = LinkQuery & { actor: Actor; isHead?: boolean | undefined }

/** The view with the status of its page. Throws rateLimited alone: every state of a link is an answer. */
export async function viewTransfer(
  services: Services,
  { actor, isHead, ...query }: Opening,
): Promise<{ status: number; view: TransferView }> {
  try {
    const link = await resolveLink(services, actor, query)
    if (!isHead) await noteOpening(services, link, actor)
    const view = await viewOf(services, link)
    return { status: statuses[view.state], view }
  } catch (error) {
    const state = error instanceof Problem && (nothing[error.code] ?? null)
    if (!state) throw error
    return { status: statuses[state], view: blankView(query.slug, state) }
  }
}
