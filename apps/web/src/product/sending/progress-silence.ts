/** For how long no byte has left though some are meant to. */
import type { UploadSnapshot } from '@sampan/client/upload/upload'

export type Silence = {
  /** Whole seconds without a byte; null while they are not worth telling. */
  silentSeconds: number | null
  /** What it is judged by: what was seen last, and when it came. */
  seen: number
  movedAtMs: number
}
export const noSilence: Silence = { silentSeconds: null, seen: 0, movedAtMs: 0 }

const silentFromMs = 4000

/** Not while it is paused or through: nothing is meant to move then. */
const isMeantToMove = ({ phase }: UploadSnapshot): boolean => phase === 'sending' || phase === 'resuming' || phase === 'waiting'

/** What has to go again moves nothing forward, and a file that is taken out before Send takes its bytes along: neither is silence. */
export function nextSilence(before: Silence, snapshot: UploadSnapshot, nowMs: number): Silence {
  const seen = snapshot.sentBytes + snapshot.signsOfLife
  const hasMoved = seen !== before.seen || !isMeantToMove(snapshot) || before.movedAtMs === 0
  const movedAtMs = hasMoved ? nowMs : before.movedAtMs
  const silentMs = nowMs - movedAtMs
  return { silentSeconds: silentMs >= silentFromMs ? Math.floor(silentMs / 1000) : null, seen, movedAtMs }
}
