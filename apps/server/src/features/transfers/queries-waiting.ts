/** SQL of mails that wait because their mailbox got many of late (R41). */
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { recipients } from '../../db/tables.ts'
import type { RecipientRow } from './queries.ts'

/** Those who wait longest, of the address that has waited longest: a link is for its own address alone. */
export async function takeWaiting(tx: Transaction, mailbox: string, max: number): Promise<RecipientRow[]> {
  const isOfMailbox = eq(recipients.waitingMailbox, mailbox)
  const [first] = await tx.select().from(recipients).where(isOfMailbox).orderBy(asc(recipients.seq)).limit(1)
  if (!first) return []
  const taken = await tx
    .select()
    .from(recipients)
    .where(and(isOfMailbox, eq(recipients.email, first.email)))
    .orderBy(asc(recipients.seq))
    .limit(max)
    .for('update')
  const ids = taken.map(({ id }) => id)
  await tx.update(recipients).set({ waitingMailbox: null }).where(inArray(recipients.id, ids))
  return taken
}

export const hasWaiting = async (tx: Transaction, mailbox: string): Promise<boolean> =>
  (await tx.$count(recipients, eq(recipients.waitingMailbox, mailbox))) > 0

/** Whose mails went with a recipient's in one: to the same address, at the same moment. In the order in which rows are locked. */
export async function joinedWith(tx: Transaction, recipientId: string): Promise<string[]> {
  const { id, email, mailedAt, mailState } = recipients
  const [one] = await tx.select({ email, mailedAt }).from(recipients).where(eq(id, recipientId))
  if (!one?.mailedAt) return []
  const isSame = and(eq(email, one.email), eq(mailedAt, one.mailedAt), eq(mailState, 'sent'), ne(id, recipientId))
  return (await tx.select({ id }).from(recipients).where(isSame).orderBy(asc(recipients.seq))).map((row) => row.id)
}
