/** SQL of mails that wait because their mailbox got many of late (R41). */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { recipients } from '../../db/tables.ts'
import type { RecipientRow } from './queries.ts'

/** Those who wait longest, of the address that has waited longest: a link is for its own address alone. */
export async function takeWaiting(tx: Transaction, mailbox: string, most: number): Promise<RecipientRow[]> {
  const isOfMailbox = eq(recipients.waitingMailbox, mailbox)
  const [first] = await tx.select().from(recipients).where(isOfMailbox).orderBy(asc(recipients.seq)).limit(1)
  if (!first) return []
  const taken = await tx
    .select()
    .from(recipients)
    .where(and(isOfMailbox, eq(recipients.email, first.email)))
    .orderBy(asc(recipients.seq))
    .limit(most)
    .for('update')
  const ids = taken.map(({ id }) => id)
  await tx.update(recipients).set({ waitingMailbox: null }).where(inArray(recipients.id, ids))
  return taken
}

export const hasWaiting = async (tx: Transaction, mailbox: string): Promise<boolean> =>
  (await tx.$count(recipients, eq(recipients.waitingMailbox, mailbox))) > 0
