/** How a transfer stands, as its badge says it. */
import { expiringSeconds } from '@sampan/contract/limits'
import { expirySeconds } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'

export type BadgeKind = TransferRecord['status'] | 'downloaded' | 'expiring' | 'stalled'
export type Tone = 'jade' | 'amber' | 'lacquer' | 'plain'

const tones: Record<BadgeKind, Tone> = {
  active: 'jade',
  downloaded: 'jade',
  expiring: 'amber',
  uploading: 'amber',
  stalled: 'amber',
  limitReached: 'amber',
  expired: 'plain',
  disabled: 'plain',
  takenDown: 'lacquer',
}
export const toneOf = (kind: BadgeKind): Tone => tones[kind]

/** `people` counts all of them, `emailTo` holds the first few. */
type Standing = Pick<TransferRecord, 'status' | 'expiryDate' | 'emailTo'> & Partial<Pick<TransferRecord, 'people' | 'upload'>>

const isDownloadedByAll = ({ emailTo, people }: Standing): boolean =>
  people
    ? people.all > 0 && people.downloaded === people.all
    : emailTo.length > 0 && emailTo.every(({ downloadedAt }) => downloadedAt !== null)

/** What still needs doing comes first: a link that ends soon matters as long as somebody has not downloaded yet. */
export function badgeOf(transfer: Standing, now: number): BadgeKind {
  if (transfer.status === 'uploading' && transfer.upload?.stalledAt) return 'stalled'
  if (transfer.status !== 'active') return transfer.status
  if (transfer.expiryDate <= now) return 'expired'
  if (isDownloadedByAll(transfer)) return 'downloaded'
  return transfer.expiryDate - now < expiringSeconds * 1000 ? 'expiring' : 'active'
}

/** What stands under the badge: where the badge does not tell by itself how long the link lasts. */
export function lifeOf(transfer: Standing & Pick<TransferRecord, 'expirySeconds'>, now: number): 'day' | 'never' | null {
  const kind = badgeOf(transfer, now)
  if (transfer.expiryDate <= now || kind === 'expiring' || kind === 'expired' || kind === 'takenDown') return null
  return transfer.expirySeconds >= expirySeconds.never ? 'never' : 'day'
}

/** Whether the link leads to the files, or would if its sender opened it again. */
export const canShare = ({ status }: Standing): boolean => status !== 'expired' && status !== 'takenDown'

/** Whether its sender, signed in, is shown the page behind the link, which may be closed to others. */
export const canOpenPage = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'active' || status === 'uploading' || status === 'limitReached'

/** Its files are whole and may be sent on; those of an expired one as long as they are kept. */
export const canForward = ({ status }: Pick<Standing, 'status'>): boolean => status !== 'uploading' && status !== 'takenDown'

/** What the switch of a link would do now, or null where there is nothing to switch. */
export function linkSwitch({ status }: Standing): 'close' | 'open' | null {
  if (status === 'disabled') return 'open'
  return status === 'active' || status === 'uploading' || status === 'limitReached' ? 'close' : null
}
