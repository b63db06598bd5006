/** When the page looks again at what it shows: a scan ends by itself, and so do the downloads of a limit. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import type { Begun } from './begun.ts'

const calmMs = 10_000
/** Somebody has just taken something, and sees what is left. */
const soonMs = 2000

export const isLimited = ({ downloadsLeft, isOwn }: TransferView): boolean => downloadsLeft !== null && !isOwn
const isScanning = ({ files }: TransferView): boolean => files.some(({ scan }) => scan === 'waiting')

/** What of the limit is used up, as far as the page knows. */
export const tallyOf = ({ downloadsLeft, isCounted }: TransferView): string => `${downloadsLeft} ${isCounted === true}`

/** The last press: what the tally was then, and when that was (ms). */
export type Press = { tally: string; at: number }
/** A download that was pressed here has begun, and is not counted yet: it may be the last one that was left. */
export const isUnderWay = (view: TransferView, { step }: Pick<Begun, 'step'>, press: Press): boolean =>
  step === 'started' && isLimited(view) && tallyOf(view) === press.tally
/** As long as the tally may still tell of the press before, whose download ended meanwhile. */
const settleMs = 30_000

/** Until the tally has changed since the last press, its download still runs. */
export function lookAgainMs(
  view: TransferView | undefined,
  { step }: Pick<Begun, 'step'>,
  press: Press,
  now: number,
): number | false {
  if (view?.state !== 'open') return false
  if (isLimited(view)) {
    const isOwed = tallyOf(view) === press.tally || now - press.at < settleMs
    return step === 'started' && isOwed ? soonMs : calmMs
  }
  return isScanning(view) ? calmMs : false
}
