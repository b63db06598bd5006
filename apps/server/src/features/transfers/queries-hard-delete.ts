/** SQL of what is left of a transfer that its sender deleted: that it was sent, by whom and how large. Nothing else tells of anybody (R45). */
import { and, eq, getTableColumns, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { forgetRows } from '../../db/forget-rows.ts'
import { endedLinks, recipients, transfers } from '../../db/tables.ts'
import { forgetAddresses } from '../analytics/index.ts'
import type { TransferRow } from './queries.ts'

/** Whoever has a link may know that there was something (D6); the hash of it names nobody. */
async function keepLinks(tx: Transaction, id: string): Promise<void> {
  const { tokenHash, transferId } = recipients
  const links = tx.select({ tokenHash, transferId }).from(recipients).where(eq(transferId, id))
  await tx.insert(endedLinks).select(links).onConflictDoNothing()
}

export const isEndedLink = async (db: Db, transferId: string, tokenHash: Buffer): Promise<boolean> =>
  (await db.$count(endedLinks, and(eq(endedLinks.tokenHash, tokenHash), eq(endedLinks.transferId, transferId)))) > 0

/** As long as what an account's analytics tell of what has ended. */
export async function forgetEndedLinks(db: Db, expiredBefore: Date): Promise<void> {
  const long = db.select({ id: transfers.id }).from(transfers).where(lt(transfers.expiresAt, expiredBefore))
  await db.delete(endedLinks).where(inArray(endedLinks.transferId, long))
}

/** Columns of text that hold no words of people. A new one is emptied unless it stands here too. */
const plainTexts = ['slug', 'state', 'sendAs', 'language', 'takenDownFrom', 'deletedFrom', 'requestSlug']

const columns = Object.entries(getTableColumns(transfers))
const texts = columns.filter(([name, column]) => column.getSQLType() === 'text' && !plainTexts.includes(name))
/** What people have written of a transfer, and whom it names, as nothing. */
const noWords: Partial<TransferRow> = Object.fromEntries(texts.map(([name, { notNull }]) => [name, notNull ? '' : null]))

/** The row is locked, and its files are let go. */
export async function forgetPeople(tx: Transaction, id: string): Promise<void> {
  await keepLinks(tx, id)
  await forgetRows(tx, id)
  await tx.update(transfers).set(noWords).where(eq(transfers.id, id))
}

/** All but what analytics tell of it: what it was called, and who has downloaded, when and from where. */
export async function forgetAllButDownloads(tx: Transaction, id: string): Promise<void> {
  await keepLinks(tx, id)
  await forgetRows(tx, id)
  await forgetAddresses(tx, id)
  // Where it has a title, no file's name is needed to tell it.
  const fileName = sql`coalesce(nullif(${transfers.title}, ''), ${transfers.fileName})`
  const { senderEmail: _, ...words } = noWords
  await tx
    .update(transfers)
    .set({ ...words, fileName })
    .where(eq(transfers.id, id))
}

/** The purge ended them so long ago that their history goes too. */
export const namedAfterEnd = async (db: Db, expiredBefore: Date, max: number): Promise<string[]> => {
  const { id, state, deletedFrom, fileName, expiresAt } = transfers
  const isNamed = and(eq(state, 'deleted'), isNull(deletedFrom), ne(fileName, ''), lt(expiresAt, expiredBefore))
  return (await db.select({ id }).from(transfers).where(isNamed).limit(max)).map((row) => row.id)
}
