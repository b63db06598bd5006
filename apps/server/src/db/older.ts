/** Lists of several tables at once go on below a place: a time, and among rows of one time an id. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

export type Place = { at: Date; id: string }

/** Rows come by these, the latest first. */
export const latestFirst = (at: SQLWrapper, id: SQLWrapper): SQL => sql`${at} desc, ${id} desc`

/** Below a place in that order; without one everything is. */
export const isBelow = (at: SQLWrapper, id: SQLWrapper, place: Place | undefined): SQL | undefined =>
  place && sql`(${at}, ${id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`

/** The same of rows that are here already. */
export const byPlace = (one: Place, other: Place): number =>
  other.at.getTime() - one.at.getTime() || (other.id < one.id ? -1 : Number(other.id > one.id))
