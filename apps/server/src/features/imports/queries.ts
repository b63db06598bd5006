/** SQL of what came over from another product. */
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { fileRequests, imported, transfers } from '../../db/tables.ts'

export type Product = 'pingvin' | 'palmr'
export type NewImported = typeof imported.$inferInsert & { source: Product }

/** It came over meanwhile, by another call. */
export class CameBefore extends Error {
  override name = 'CameBefore'
}

/** Throws CameBefore, so that nothing of it is made again. */
export async function insertImported(tx: Transaction, row: NewImported): Promise<void> {
  const { rowCount } = await tx.insert(imported).values(row).onConflictDoNothing()
  if (!rowCount) throw new CameBefore(`${row.sourceId} came over meanwhile`)
}

/** By their names there. */
export async function importedIds(db: Db, source: Product): Promise<Set<string>> {
  const rows = await db.select({ sourceId: imported.sourceId }).from(imported).where(eq(imported.source, source))
  return new Set(rows.map(({ sourceId }) => sourceId))
}

/** What an old address leads to; the one that came first, where two products had the same. */
async function ofAlias(db: Db, sources: readonly Product[], alias: string, kind: 'transferId' | 'requestId') {
  const isIt = and(inArray(imported.source, [...sources]), eq(imported.alias, alias), isNotNull(imported[kind]))
  const [row] = await db.select({ id: imported[kind] }).from(imported).where(isIt).orderBy(asc(imported.importedAt)).limit(1)
  return row?.id ?? undefined
}

export const transferOfAlias = (db: Db, sources: readonly Product[], alias: string): Promise<string | undefined> =>
  ofAlias(db, sources, alias, 'transferId')

export const requestOfAlias = (db: Db, sources: readonly Product[], alias: string): Promise<string | undefined> =>
  ofAlias(db, sources, alias, 'requestId')

/** What came over of an owner: its name in the old address, and in the one here. */
export const importedForCopy = (db: Db, ownerId: string) =>
  db
    .select({
      source: imported.source,
      oldName: imported.alias,
      slug: sql<string>`coalesce(${transfers.slug}, ${fileRequests.slug})`,
      importedAt: imported.importedAt,
    })
    .from(imported)
    .leftJoin(transfers, eq(imported.transferId, transfers.id))
    .leftJoin(fileRequests, eq(imported.requestId, fileRequests.id))
    .where(or(isOwnedBy(transfers, ownerId), isOwnedBy(fileRequests, ownerId)))
    .orderBy(asc(imported.importedAt), asc(imported.id))
