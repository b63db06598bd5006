/** SQL of templates. */
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { requestTemplates } from '../../db/tables.ts'

export type TemplateRow = typeof requestTemplates.$inferSelect

export const templatesOf = (db: Db, userId: string): Promise<TemplateRow[]> =>
  db.select().from(requestTemplates).where(eq(requestTemplates.userId, userId)).orderBy(asc(requestTemplates.name))

/** Of other names; racing ones wait for each other. */
export async function countOthers(tx: Transaction, userId: string, name: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`templates:${userId}`}, 0))`)
  return tx.$count(requestTemplates, and(eq(requestTemplates.userId, userId), ne(requestTemplates.name, name)))
}

export async function keepTemplate(tx: Transaction, row: typeof requestTemplates.$inferInsert): Promise<TemplateRow> {
  const { template, changedAt } = row
  const target = [requestTemplates.userId, requestTemplates.name]
  const [kept] = await tx
    .insert(requestTemplates)
    .values(row)
    .onConflictDoUpdate({ target, set: { template, changedAt } })
    .returning()
  return kept!
}

export async function deleteTemplate(db: Db, userId: string, id: string): Promise<boolean> {
  const isOwn = and(eq(requestTemplates.id, id), eq(requestTemplates.userId, userId))
  return (await db.delete(requestTemplates).where(isOwn).returning({ id: requestTemplates.id })).length > 0
}
