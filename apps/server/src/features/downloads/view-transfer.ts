/** The public view of a transfer: what its page shows, in every state (D1, D6). */
import { Problem } from '@sampan/contract/errors'
import type { TransferView } from '@sampan/contract/routes/downloads'
import type { LinkState } from '@sampan/contract/states'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { type HeldFile, transferReads } from '../transfers/index.ts'
import { makeDownloadId } from './download-id.ts'
import { type Link, type LinkQuery, resolveLink } from './resolve-link.ts'

const statuses: Record<LinkState, number> = {
  open: 200,
  uploading: 200,
  password: 401,
  disabled: 403,
  limitReached: 403,
  unknown: 404,
  expired: 410,
  takenDown: 451,
}

const blank = (slug: string, state: LinkState): TransferView => ({
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

const publicFile = ({ id, path, size, lastModified }: HeldFile) => ({
  fileId: id,
  path,
  size,
  lastModified: lastModified?.getTime() ?? null,
})

/** What each state may tell: who sent it and how much only while it may still be had, the rest only when open. */
export async function viewOf(
  services: Pick<Services, 'db' | 'secrets' | 'clock'>,
  link: Link,
  isUnlocked = false,
): Promise<TransferView> {
  const { transfer, recipient, downloadId } = link
  const state = isUnlocked && link.state === 'password' ? 'open' : link.state
  const view = blank(transfer.slug, state)
  if (state === 'disabled' || state === 'takenDown' || state === 'unknown') return view
  const sender = { name: transfer.senderName, company: transfer.company, email: transfer.senderEmail }
  const known = { ...view, sender, expiresAt: transfer.expiresAt.toISOString() }
  if (state === 'uploading') return { ...known, totalBytes: transfer.totalBytes, fileCount: transfer.fileCount }
  if (state !== 'open') return known
  const unlocked = isUnlocked || (downloadId?.isUnlocked ?? false)
  return {
    ...known,
    message: transfer.message,
    files: (await transferReads.filesOfTransfer(services.db, transfer.id)).map(publicFile),
    totalBytes: transfer.totalBytes,
    fileCount: transfer.fileCount,
    dl: makeDownloadId(
      services.secrets.download,
      { slug: transfer.slug, recipientId: recipient?.id ?? null, isUnlocked: unlocked },
      services.clock(),
    ),
    recipient: recipient?.email ?? null,
    notifiesSender: transfer.notifyOnDownload,
    downloadsLeft: transfer.downloadLimit === null ? null : transfer.downloadLimit - transfer.downloadCount,
  }
}

/** The view with the status of its page. Throws rateLimited alone: every state of a link is an answer. */
export async function viewTransfer(
  services: Services,
  { actor, ...query }: LinkQuery & { actor: Actor },
): Promise<{ status: number; view: TransferView }> {
  try {
    const link = await resolveLink(services, actor, query)
    const now = services.clock()
    if (link.recipient && !link.recipient.openedAt)
      await transferReads.updateRecipient(services.db, link.recipient.id, { openedAt: now })
    const view = await viewOf(services, link)
    return { status: statuses[view.state], view }
  } catch (error) {
    if (error instanceof Problem && error.code === 'transferUnknown') return { status: 404, view: blank(query.slug, 'unknown') }
    throw error
  }
}
