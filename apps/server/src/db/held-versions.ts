/** Which files a transfer has, over its versions (T9), and in which order: for the questions of all that read its rows. */
import { asc, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { transferFiles } from './tables.ts'

/** Of a transfer's files those that it has now: older versions have others. */
export const isNewest = isNull(transferFiles.beforeVersion)
export const isOfVersion = (version: number | Placeholder): SQL =>
  sql`${transferFiles.fromVersion} <= ${version} and (${transferFiles.beforeVersion} is null or ${transferFiles.beforeVersion} > ${version})`
/** What took the place of another file stands there. */
export const inTheirPlaces = asc(sql`coalesce(${transferFiles.place}, ${transferFiles.position})`)
