import { type PlaceLevel, placeLevels } from '../states.ts'

/** What both allow: an account may keep less of places than its operator, never more. */
export const minPlace = (a: PlaceLevel, b: PlaceLevel): PlaceLevel =>
  placeLevels[Math.min(placeLevels.indexOf(a), placeLevels.indexOf(b))]!
