/** What a row says in one badge: whether its sender has to do something, before how far it has come. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { type BadgeKind, badgeOf, type Tone, toneOf } from '../../product/transfers/transfer-status.ts'

/** `bounced`: a mail came back; `refused`: somebody wants none; `partly`: some have it; `seen`: some looked; `pending`: nobody did. */
export type Standing = BadgeKind | 'received' | 'bounced' | 'refused' | 'partly' | 'seen' | 'pending'
type Record = Pick<
  TransferRecord,
  'status' | 'expiryDate' | 'emailTo' | 'people' | 'isTakenWhole' | 'total_downloads' | 'receivedBy' | 'upload'
>

export function standingOf(transfer: Record, now: number): Standing {
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

const tones: { [kind in Standing]?: Tone } = {
  received: 'jade',
  bounced: 'lacquer',
  refused: 'lacquer',
  partly: 'jade',
  seen: 'plain',
  pending: 'plain',
}
export const toneOfStanding = (standing: Standing): Tone => tones[standing] ?? toneOf(standing as BadgeKind)
