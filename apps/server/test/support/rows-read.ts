/** What a question costs by the rows that it reads, which says the same on a fast and a slow machine. */
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../src/db/connect.ts'

type PlanNode = { Plans?: PlanNode[] } & Record<string, unknown>

/** Of each table how many rows are read to answer it, those that are thrown away too. */
export async function rowsRead(db: Db, question: SQLWrapper): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(sql`explain (analyze, format json) ${question}`)
  const read: Record<string, number> = {}
  const add = (node: PlanNode): void => {
    const each = Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)
    const table = node['Relation Name']
    if (typeof table === 'string') read[table] = (read[table] ?? 0) + each * Number(node['Actual Loops'])
    node.Plans?.forEach(add)
  }
  add(rows[0]!['QUERY PLAN'][0].Plan)
  return read
}
