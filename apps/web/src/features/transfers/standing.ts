/** The tone of what a row says in one badge. */
import type { BadgeKind, Standing } from '@sampan/contract/rules/transfer-standing'
import { type Tone, toneOf } from '../../product/transfers/transfer-status.ts'

const tones: { [kind in Standing]?: Tone } = {
  received: 'jade',
  bounced: 'lacquer',
  refused: 'lacquer',
  partly: 'jade',
  seen: 'plain',
  pending: 'plain',
}
export const toneOfStanding = (standing: Standing): Tone => tones[standing] ?? toneOf(standing as BadgeKind)
