import { restoreSeconds } from '@sampan/contract/limits'

const shortestMs = 5000

/** How long Undo is offered: until the server's moment, as far as the clock here agrees with the one there. */
export const undoMs = (restorableUntil: number, now: number): number =>
  Math.min(restoreSeconds * 1000, Math.max(shortestMs, restorableUntil - now))
