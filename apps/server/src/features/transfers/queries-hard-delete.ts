/** SQL of what is left of a transfer that its sender deleted: that it was sent, by whom and how large. Nothing else tells of anybody (R45). */
import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { forgetRows } from '../../db/forget-rows.ts'
import { transfers } from '../../db/tables.ts'
import { forgetAddresses } from '../analytics/index.ts'

/** The row is locked, and its files are let go. */
export async function forgetPeople(tx: Transaction, id: string): Promise<void> {
  await forgetRows(tx, id)
  const words = { title: '', message: '', fileName: '', senderEmail: '', senderName: null, company: null, passwordHash: null }
  await tx.update(transfers).set(words).where(eq(transfers.id, id))
}

/** All but what analytics tell of it: what it was called, and who has downloaded, when and from where. */
export async function forgetAllButDownloads(tx: Transaction, id: string): Promise<void> {
  await forgetRows(tx, id)
  await forgetAddresses(tx, id)
  // Where it has a title, no file's name is needed to tell it.
  const fileName = sql`coalesce(nullif(${transfers.title}, ''), ${transfers.fileName})`
  const words = { fileName, title: '', message: '', senderName: null, company: null, passwordHash: null }
  await tx.update(transfers).set(words).where(eq(transfers.id, id))
}

/** The purge ended them so long ago that their history goes too. */
export const namedAfterEnd = async (db: Db, expiredBefore: Date, max: number): Promise<string[]> => {
  const { id, state, deletedFrom, fileName, expiresAt } = transfers
  const isNamed = and(eq(state, 'deleted'), isNull(deletedFrom), ne(fileName, ''), lt(expiresAt, expiredBefore))
  return (await db.select({ id }).from(transfers).where(isNamed).limit(max)).map((row) => row.id)
}
