/** SQL of changing who has a transfer that was sent. */
import { and, asc, count, desc, eq, inArray, max, ne, notInArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy, isPermitted } from '../../db/permitted.ts'
import { recipients, transfers } from '../../db/tables.ts'
import type { RecipientRow, TransferRow } from './queries.ts'
import type { Own } from './transfer-row.ts'

/**
 * Stays as it is, and who has it too, until the transaction ends. Not `for update`: that would wait for all who merely name the transfer in
 * a row of theirs, and they for it.
 */
export const lockTransfer = async (tx: Transaction, id: string): Promise<TransferRow | undefined> =>
  (await tx.select().from(transfers).where(eq(transfers.id, id)).for('no key update'))[0]

export const lockOwn = async (tx: Transaction, { slug, actor, action }: Own) =>
  (
    await tx
      .select()
      .from(transfers)
      .where(and(eq(transfers.slug, slug), isPermitted(actor, action), ne(transfers.state, 'deleted')))
      .for('no key update')
  )[0]

export const countRecipients = async (tx: Transaction, transferId: string): Promise<number> =>
  (await tx.select({ count: count() }).from(recipients).where(eq(recipients.transferId, transferId)))[0]!.count

export const emailsAmong = async (tx: Transaction, transferId: string, emails: string[]): Promise<string[]> => {
  const same = and(eq(recipients.transferId, transferId), inArray(recipients.email, emails))
  return (await tx.select({ email: recipients.email }).from(recipients).where(same)).map(({ email }) => email)
}

/** Whom an owner has sent to, the latest first: how often, when last, and what was told of them last. */
export async function peopleOf(tx: Transaction, ownerId: string) {
  const shown = (word: typeof recipients.name | typeof recipients.company) =>
    sql<string | null>`(array_agg(${word} order by ${transfers.sentAt} desc) filter (where ${word} <> ''))[1]`
  const people = await tx
    .select({
      email: recipients.email,
      name: shown(recipients.name),
      company: shown(recipients.company),
      timesSent: count(),
      lastSentAt: max(transfers.sentAt),
    })
    .from(recipients)
    .innerJoin(transfers, eq(recipients.transferId, transfers.id))
    .where(and(isOwnedBy(transfers, ownerId), ne(transfers.state, 'deleted')))
    .groupBy(recipients.email)
    .orderBy(desc(max(transfers.sentAt)), asc(recipients.email))
  return people.map((person) => ({ ...person, lastSentAt: person.lastSentAt! }))
}

/** Of this transfer alone; a foreign id is an unknown one. */
const isOf = (transferId: string, id: string) => and(eq(recipients.transferId, transferId), eq(recipients.id, id))

export const findRecipientOf = async (db: Db, transferId: string, id: string): Promise<RecipientRow | undefined> =>
  (await db.select().from(recipients).where(isOf(transferId, id)))[0]

/** To be mailed once more; false while a mail is under way, or waits to be joined with others. `isForgotten`: it is queued, and none is. */
export async function queueAgain(tx: Transaction, transferId: string, id: string, isForgotten: boolean): Promise<boolean> {
  const isFree = isForgotten ? eq(recipients.mailState, 'queued') : notInArray(recipients.mailState, ['queued', 'waiting'])
  const again = await tx
    .update(recipients)
    .set({ mailState: 'queued', mailReason: null })
    .where(and(isOf(transferId, id), isFree))
    .returning({ id: recipients.id })
  return again.length > 0
}

/** The link dies with the row that it is derived from, and what is being downloaded by it ends at its next look. */
export const deleteRecipient = async (tx: Transaction, transferId: string, id: string): Promise<void> =>
  void (await tx.delete(recipients).where(isOf(transferId, id)))
