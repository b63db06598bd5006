/** SQL of mails that came back, of all accounts: for the operator. */
import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { fileRequests, suppliers } from '../../db/tables.ts'
import { accountRecord } from '../accounts/index.ts'

/** The latest first. */
export const bouncedSuppliers = (db: Db, max: number) =>
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
    .where(eq(suppliers.mailState, 'bounced'))
    .orderBy(sql`${desc(suppliers.mailedAt)} nulls last`)
    .limit(max)
