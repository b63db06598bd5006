/** SQL of what scanning keeps with a file. */
import type { ScanState } from '@sampan/contract/states'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { files } from '../../db/tables.ts'

/** A file without a byte holds nothing. */
export async function markToScan(tx: Transaction, uploadId: string): Promise<void> {
  const scan = sql`case when ${files.size} = 0 then 'clean' else 'waiting' end`
  await tx
    .update(files)
    .set({ scan })
    .where(and(eq(files.uploadId, uploadId), eq(files.isRemoved, false)))
}

/** Counts a try whose bytes begin to go out; the how manieth it is. */
export async function beginTry(db: Db, fileId: string): Promise<number> {
  const scanTries = sql`${files.scanTries} + 1`
  const [row] = await db.update(files).set({ scanTries }).where(eq(files.id, fileId)).returning({ tries: files.scanTries })
  return row?.tries ?? 0
}

/** One that ended by no fault of the scanner's. */
export const takeBackTry = async (db: Db, fileId: string): Promise<void> =>
  void (await db
    .update(files)
    .set({ scanTries: sql`${files.scanTries} - 1` })
    .where(and(eq(files.id, fileId), gt(files.scanTries, 0))))

/** False where it was told already. */
export async function setScan(tx: Transaction, fileId: string, scan: ScanState, scanFinding: string | null): Promise<boolean> {
  const set = await tx
    .update(files)
    .set({ scan, scanFinding })
    .where(and(eq(files.id, fileId), eq(files.scan, 'waiting')))
    .returning({ id: files.id })
  return set.length > 0
}

/** The digest of a whole file, which never changes. */
export async function setDigest(db: Db, fileId: string, sha256: Buffer): Promise<void> {
  await db
    .update(files)
    .set({ sha256 })
    .where(and(eq(files.id, fileId), isNull(files.sha256)))
}
