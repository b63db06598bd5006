/** Limits that a call has counted against, for its reply. Where they are counted nobody knows of requests. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type RateName, toldRates } from '@sampan/contract/rate-limits'

/** So many of `max` are left, and more of them in so many seconds. */
export type Standing = { max: number; windowSeconds: number; left: number; resetSeconds: number }
export type Standings = Map<RateName, Standing>

const ofCall = new AsyncLocalStorage<Standings>()

/** Whatever `act` begins counts for this call. */
export const tellWithin = (standings: Standings, act: () => void): void => ofCall.run(standings, act)

/** Of several that a call has counted, such as one for each person, the one with the fewest left. */
export function noteRate(name: RateName, standing: Standing): void {
  const standings = ofCall.getStore()
  if (!standings || !toldRates.has(name)) return
  if (standing.left <= (standings.get(name)?.left ?? Number.POSITIVE_INFINITY)) standings.set(name, standing)
}
