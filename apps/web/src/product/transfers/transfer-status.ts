/** How a transfer stands, as its badge says it. */
import { expirySeconds } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { type BadgeKind, type BadgeOf, badgeOf } from '@sampan/contract/rules/transfer-standing'

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

/** What stands under the badge: where the badge does not tell by itself how long the link lasts. */
export function lifeOf(transfer: BadgeOf & Pick<TransferRecord, 'expirySeconds'>, now: number): 'day' | 'never' | null {
  const kind = badgeOf(transfer, now)
  if (transfer.expiryDate <= now || kind === 'expiring' || kind === 'expired' || kind === 'takenDown') return null
  return transfer.expirySeconds >= expirySeconds.never ? 'never' : 'day'
}

/** Whether the link leads to the files, or would if its sender opened it again. */
export const canShare = ({ status }: BadgeOf): boolean => status !== 'expired' && status !== 'takenDown'

/** Whether its sender, signed in, is shown the page behind the link, which may be closed to others. */
export const canOpenPage = ({ status }: Pick<BadgeOf, 'status'>): boolean =>
  status === 'active' || status === 'uploading' || status === 'limitReached'

/** Its files are whole and may be sent on; those of an expired one as long as they are kept. */
export const canForward = ({ status }: Pick<BadgeOf, 'status'>): boolean => status !== 'uploading' && status !== 'takenDown'

/** What the switch of a link would do now, or null where there is nothing to switch. */
export function linkSwitch({ status }: BadgeOf): 'close' | 'open' | null {
  if (status === 'disabled') return 'open'
  return status === 'active' || status === 'uploading' || status === 'limitReached' ? 'close' : null
}
