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

/** `begunAt`: the tally when the download was asked for; until it has changed the download still runs. */
export function lookAgainMs(view: TransferView | undefined, { step }: Pick<Begun, 'step'>, begunAt: string): number | false {
  if (view?.state !== 'open') return false
  if (isLimited(view)) return step === 'started' && tallyOf(view) === begunAt ? soonMs : calmMs
  return isScanning(view) ? calmMs : false
}
