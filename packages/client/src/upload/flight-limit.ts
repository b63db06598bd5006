/**
 * How many parts may be on their way. U2 counts those that are being sent; on a long line two more may have left whose answer is
 * still on its way back, or the line would stand idle for every round trip.
 */
import { parts } from '@sampan/contract/limits'
import { parallelParts } from '@sampan/contract/rules/part-size'

/** With the four of U2 these are the six connections that a browser opens to one server. */
const spare = 2
/** Below this a round trip is not worth waiting for. */
const longMs = 50
const memory = 0.7

export type FlightLimit = {
  /** The answer to a part that had wholly left came after so long. */
  answered(milliseconds: number): void
  /** `sending` of the `inFlight` parts have not wholly left yet. */
  hasCapacity(beside: { inFlight: number; sending: number; bytes: number }, errorsInARow: number): boolean
}

export function createFlightLimit(max: number, roundTripMs: number): FlightLimit {
  let answerMs = roundTripMs
  return {
    answered: (milliseconds) => {
      answerMs = answerMs * memory + milliseconds * (1 - memory)
    },
    hasCapacity({ inFlight, sending, bytes }, errorsInARow) {
      const width = Math.min(Math.max(1, max), parallelParts(errorsInARow))
      if (inFlight < width) return true
      const mayWait = answerMs >= longMs ? spare : 0
      return sending < width && inFlight < width + mayWait && bytes + parts.grownBytes <= parts.inFlightBytes
    },
  }
}
