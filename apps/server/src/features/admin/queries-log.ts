/** SQL of what operators have done. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { operatorLog } from '../../db/tables.ts'
import { accountRecord } from '../accounts/index.ts'

export async function insertAct(tx: Transaction, row: typeof operatorLog.$inferInsert): Promise<void> {
  await tx.insert(operatorLog).values(row)
}

const emailOf = (column: typeof operatorLog.byUserId | typeof operatorLog.aboutUserId) =>
  sql<string | null>`(select email from ${accountRecord} where ${accountRecord.id} = ${column})`

/** The latest first, from below one of them on. Addresses are those that the accounts have now. */
export const actsBefore = (db: Db, before: string | undefined, max: number) =>
  db
    .select({
      id: operatorLog.id,
      at: operatorLog.at,
      act: operatorLog.act,
      byUserId: operatorLog.byUserId,
      by: emailOf(operatorLog.byUserId),
      aboutEmail: emailOf(operatorLog.aboutUserId),
      about: operatorLog.about,
      detail: operatorLog.detail,
    })
    .from(operatorLog)
    .where(
      before === undefined
        ? undefined
        : sql`(${operatorLog.at}, ${operatorLog.id}) < (select at, id from operator_log where id = ${before})`,
    )
    .orderBy(desc(operatorLog.at), desc(operatorLog.id))
    .limit(max)

/** What was done to an account's limits, the latest first. */
export const limitActsOf = (db: Db, userId: string, max: number) =>
  db
    .select({
      id: operatorLog.id,
      at: operatorLog.at,
      byUserId: operatorLog.byUserId,
      by: emailOf(operatorLog.byUserId),
      detail: operatorLog.detail,
    })
    .from(operatorLog)
    .where(and(eq(operatorLog.act, 'limitsChanged'), eq(operatorLog.aboutUserId, userId)))
    .orderBy(desc(operatorLog.at), desc(operatorLog.id))
    .limit(max)

/** Whether a link of the terminal has made somebody the first operator already. */
export const isFirstLinkUsed = async (db: Db, nonce: string): Promise<boolean> =>
  (await db.$count(operatorLog, sql`${eq(operatorLog.act, 'becameFirst')} and ${eq(operatorLog.about, nonce)}`)) > 0
