/** SQL of refused mail. */
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { mailRefusals } from '../../db/tables.ts'

/** Stands where a sender does: all of this installation. */
export const everybody = ''

type Sender = { key: string; authorId: string | null }
const ofSender = ({ key, authorId }: Sender) =>
  authorId ? or(eq(mailRefusals.senderKey, key), eq(mailRefusals.authorId, authorId)) : eq(mailRefusals.senderKey, key)

export async function refusalsOf(db: Db, mailboxKey: string, sender: Sender | null): Promise<{ sender: boolean; all: boolean }> {
  const which = or(eq(mailRefusals.senderKey, everybody), sender ? ofSender(sender) : undefined)
  const rows = await db
    .select({ senderKey: mailRefusals.senderKey })
    .from(mailRefusals)
    .where(and(eq(mailRefusals.mailboxKey, mailboxKey), which))
  return {
    sender: rows.some(({ senderKey }) => senderKey !== everybody),
    all: rows.some(({ senderKey }) => senderKey === everybody),
  }
}

type Refusal = { mailboxKey: string; sender: Sender | null }

export const insertRefusal = async (db: Db, { mailboxKey, sender }: Refusal, createdAt: Date): Promise<void> =>
  void (await db
    .insert(mailRefusals)
    .values({ mailboxKey, senderKey: sender?.key ?? everybody, authorId: sender?.authorId ?? null, createdAt })
    .onConflictDoNothing())

/** With those of the same account under an earlier address. */
export const deleteRefusal = async (db: Db, { mailboxKey, sender }: Refusal): Promise<void> =>
  void (await db
    .delete(mailRefusals)
    .where(
      and(eq(mailRefusals.mailboxKey, mailboxKey), sender ? ofSender(sender) : inArray(mailRefusals.senderKey, [everybody])),
    ))
