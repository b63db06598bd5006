/** SQL of mails that came back, of all accounts: for the operator. */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { isBelow, latestFirst, type Place } from '../../db/older.ts'
import { fileRequests, suppliers } from '../../db/tables.ts'
import { accountRecord } from '../accounts/index.ts'

/** Who was never mailed is last. */
const mailedAt = sql`coalesce(${suppliers.mailedAt}, 'epoch')`

/** The latest first. */
export const bouncedSuppliers = (db: Db, max: number, before?: Place) =>
  db
    .select({
      id: suppliers.id,
      email: sql<string>`coalesce(${suppliers.email}, '')`,
      reason: sql<string>`coalesce(${suppliers.mailReason}, '')`,
      mailedAt: suppliers.mailedAt,
      slug: fileRequests.slug,
      senderEmail: sql<string>`coalesce(${accountRecord.email}, '')`,
    })
    .from(suppliers)
    .innerJoin(fileRequests, eq(suppliers.requestId, fileRequests.id))
    .leftJoin(accountRecord, eq(fileRequests.authorId, accountRecord.id))
    .where(and(eq(suppliers.mailState, 'bounced'), isBelow(mailedAt, suppliers.id, before)))
    .orderBy(latestFirst(mailedAt, suppliers.id))
    .limit(max)
