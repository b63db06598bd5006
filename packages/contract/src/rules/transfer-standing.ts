/** How a transfer stands, in one word: whether its sender has to do something, before how far it has come. */
import { expiringSeconds } from '../limits.ts'
import type { TransferRecord } from '../routes/dashboard.ts'

export type BadgeKind = TransferRecord['status'] | 'downloaded' | 'expiring' | 'stalled'

/** `people` counts all of them, `emailTo` holds the first few. */
export type BadgeOf = Pick<TransferRecord, 'status' | 'expiryDate' | 'emailTo'> &
  Partial<Pick<TransferRecord, 'people' | 'upload'>>

const isDownloadedByAll = ({ emailTo, people }: BadgeOf): boolean =>
  people
    ? people.all > 0 && people.downloaded === people.all
    : emailTo.length > 0 && emailTo.every(({ downloadedAt }) => downloadedAt !== null)

/** What still needs doing comes first: a link that ends soon matters as long as somebody has not downloaded yet. */
export function badgeOf(transfer: BadgeOf, now: number): BadgeKind {
  if (transfer.status === 'uploading' && transfer.upload?.stalledAt) return 'stalled'
  if (transfer.status !== 'active') return transfer.status
  if (transfer.expiryDate <= now) return 'expired'
  if (isDownloadedByAll(transfer)) return 'downloaded'
  return transfer.expiryDate - now < expiringSeconds * 1000 ? 'expiring' : 'active'
}

/** `bounced`: a mail came back; `refused`: somebody wants none; `partly`: some have it; `seen`: some looked; `pending`: nobody did. */
export type Standing = BadgeKind | 'received' | 'bounced' | 'refused' | 'partly' | 'seen' | 'pending'
export type StandingOf = Pick<
  TransferRecord,
  'status' | 'expiryDate' | 'emailTo' | 'people' | 'isTakenWhole' | 'total_downloads' | 'receivedBy' | 'upload'
>

export function standingOf(transfer: StandingOf, now: number): Standing {
  const kind = badgeOf(transfer, now)
  const { people } = transfer
  if (kind !== 'active' && kind !== 'expiring') return kind
  if (transfer.receivedBy && kind === 'active') return 'received'
  if (people.bounced > 0) return 'bounced'
  if (people.refused > 0) return 'refused'
  if (kind === 'expiring') return kind
  if (people.all === 0) return transfer.isTakenWhole ? 'downloaded' : 'active'
  if (people.downloaded > 0 || transfer.total_downloads > 0) return 'partly'
  return people.opened > 0 ? 'seen' : 'pending'
}
