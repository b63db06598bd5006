import { type SQLWrapper, sql } from 'drizzle-orm'

/** A column of rows as one parameter: the query layer would else build a piece of SQL for each value of each row. */
export const columnOf = <Row, K extends keyof Row>(rows: readonly Row[], name: K): SQLWrapper =>
  sql.param(rows.map((row) => row[name]))
