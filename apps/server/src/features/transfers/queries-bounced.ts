/** SQL of mails that came back, of all accounts: for the operator. */
import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { recipients, transfers } from '../../db/tables.ts'

/** The latest first. */
export const bouncedRecipients = (db: Db, max: number) =>
  db
    .select({
      id: recipients.id,
      email: recipients.email,
      reason: sql<string>`coalesce(${recipients.mailReason}, '')`,
      mailedAt: recipients.mailedAt,
      slug: transfers.slug,
      senderEmail: transfers.senderEmail,
    })
    .from(recipients)
    .innerJoin(transfers, eq(recipients.transferId, transfers.id))
    .where(eq(recipients.mailState, 'bounced'))
    .orderBy(sql`${desc(recipients.mailedAt)} nulls last`)
    .limit(max)
