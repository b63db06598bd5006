import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** One of these ids. All of them are one parameter: a list of parameters ends at 65,535. */
export const among = (column: SQLWrapper, ids: readonly string[]): SQL => sql`${column} = any(${sql.param(ids)}::uuid[])`
