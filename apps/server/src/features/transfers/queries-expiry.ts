/** SQL of what soon ends and was not downloaded (X4). Each is told once: the rows themselves say that it was. */
import { expiryNotice } from '@sampan/contract/limits'
import { and, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { addSeconds } from '../../add-seconds.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { recipients, transfers, users } from '../../db/tables.ts'
import { ownerStanding } from '../owners/index.ts'

/** A link that lives no longer than that needs no word about its end. */
const isLong = sql`${transfers.expiresAt} > ${transfers.sentAt} + make_interval(secs => ${expiryNotice.senderSeconds})`
const endsWithin = (now: Date, seconds: number) =>
  and(eq(transfers.state, 'active'), gt(transfers.expiresAt, now), lte(transfers.expiresAt, addSeconds(now, seconds)), isLong)
const isNew = (now: Date) =>
  and(endsWithin(now, expiryNotice.senderSeconds), isNull(transfers.expiryToldAt), eq(transfers.downloadCount, 0))

/** Links of who is suspended open for nobody: what soon ends is told afterwards, if it has not ended by then. */
const maySend = ne(ownerStanding.status, 'revoke')

/** Marks so many of those whose sender is to be told. Another process takes others. */
export async function takeEnding(tx: Transaction, now: Date, max: number): Promise<{ id: string }[]> {
  const chosen = tx
    .select({ id: transfers.id })
    .from(transfers)
    .innerJoin(ownerStanding, eq(transfers.ownerId, ownerStanding.id))
    .where(and(isNew(now), maySend))
    .limit(max)
    .for('no key update', { of: transfers, skipLocked: true })
  return tx.update(transfers).set({ expiryToldAt: now }).where(inArray(transfers.id, chosen)).returning({ id: transfers.id })
}

export type Waiting = { id: string; email: string; transferId: string }

/** Likewise for recipients. Their transfers are held first: whoever takes one away locks it before its recipients. */
export async function takeWaiting(tx: Transaction, now: Date, max: number): Promise<Waiting[]> {
  const held = (await holdWaiting(tx, now, max)).map(({ id }) => id)
  if (held.length === 0) return []
  const chosen = tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(inArray(recipients.id, held), stillWaits))
    .for('no key update', { skipLocked: true })
  return tx
    .update(recipients)
    .set({ remindedAt: now })
    .where(inArray(recipients.id, chosen))
    .returning({ id: recipients.id, email: recipients.email, transferId: recipients.transferId })
}

const stillWaits = and(eq(recipients.mailState, 'sent'), isNull(recipients.downloadedAt), isNull(recipients.remindedAt))

/** Those whose mail arrived, whose sender may send and wants such mails; their transfers stay until the end of the transaction. */
function holdWaiting(tx: Transaction, now: Date, max: number): Promise<{ id: string }[]> {
  const isFree = or(
    isNull(transfers.downloadLimit),
    sql`${transfers.downloadLimit} > ${transfers.downloadCount} - ${transfers.freeDownloads}`,
  )
  const isWished = or(isNull(transfers.authorId), eq(users.tellsExpiry, true))
  return tx
    .select({ id: recipients.id })
    .from(recipients)
    .innerJoin(transfers, eq(recipients.transferId, transfers.id))
    .innerJoin(ownerStanding, eq(transfers.ownerId, ownerStanding.id))
    .leftJoin(users, eq(transfers.authorId, users.id))
    .where(and(endsWithin(now, expiryNotice.recipientSeconds), stillWaits, maySend, isFree, isWished))
    .limit(max)
    .for('key share', { of: transfers, skipLocked: true })
}

/** Does anybody still wait who a reminder could reach? */
export async function hasWaiting(db: Db, transferId: string): Promise<boolean> {
  const rows = await db
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.transferId, transferId), stillWaits))
    .limit(1)
  return rows.length > 0
}

/** Who extends it has just been told that it ends, so nobody tells them again. */
export async function setExpiry(tx: Transaction, id: string, expiresAt: Date, now: Date): Promise<void> {
  await tx.update(transfers).set({ expiresAt, expiryToldAt: now }).where(eq(transfers.id, id))
}
