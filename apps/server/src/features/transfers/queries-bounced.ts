/** SQL of mails that came back, of all accounts: for the operator. */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { isBelow, latestFirst, type Place } from '../../db/older.ts'
import { recipients, transfers } from '../../db/tables.ts'

/** Who was never mailed is last. */
const mailedAt = sql`coalesce(${recipients.mailedAt}, 'epoch')`

/** The latest first. */
export const bouncedRecipients = (db: Db, max: number, before?: Place) =>
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
    .where(and(eq(recipients.mailState, 'bounced'), isBelow(mailedAt, recipients.id, before)))
    .orderBy(latestFirst(mailedAt, recipients.id))
    .limit(max)
