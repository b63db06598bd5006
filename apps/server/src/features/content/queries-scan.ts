/** SQL of what scanning keeps with a file, and of what waits for it. */
import type { ScanState } from '@sampan/contract/states'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { files, uploads } from '../../db/tables.ts'

/** A file without a byte holds nothing. */
export async function markToScan(tx: Transaction, uploadId: string): Promise<void> {
  const scan = sql`case when ${files.size} = 0 then 'clean' else 'waiting' end`
  await tx
    .update(files)
    .set({ scan })
    .where(and(eq(files.uploadId, uploadId), eq(files.isRemoved, false)))
}

export type WaitingFile = { id: string; path: string; size: number; blobId: string | null; offset: number }

export const waitingFiles = (db: Db, uploadId: string, max: number): Promise<WaitingFile[]> =>
  db
    .select({ id: files.id, path: files.path, size: files.size, blobId: files.blobId, offset: files.offset })
    .from(files)
    .innerJoin(uploads, eq(files.uploadId, uploads.id))
    .where(
      and(eq(files.uploadId, uploadId), eq(files.scan, 'waiting'), eq(files.isRemoved, false), eq(uploads.state, 'complete')),
    )
    // One that the scanner did not survive is given to it after all others.
    .orderBy(asc(files.scanTries), asc(files.position))
    .limit(max)

/** Uploads with something that waits. */
export async function waitingUploads(db: Db, max: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: files.uploadId })
    .from(files)
    .innerJoin(uploads, eq(files.uploadId, uploads.id))
    .where(and(eq(files.scan, 'waiting'), eq(files.isRemoved, false), eq(uploads.state, 'complete')))
    .limit(max)
  return rows.map(({ id }) => id)
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
