/** SQL of what the scanner found in transfers, and of who downloaded it before (D9). */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { sessionHolds } from '../../db/download-sessions.ts'
import { isNewest } from '../../db/held-versions.ts'
import { recipients, transferFiles } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'

/** Of those that hold files of this upload: nothing of them waits for the scanner any more. */
export async function scannedTransfers(db: Db, uploadId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct held.transfer_id as id from transfer_files held join ${heldFiles} on ${heldFiles.id} = held.file_id
    where ${heldFiles.uploadId} = ${uploadId} and not exists (select 1 from transfer_files other join ${heldFiles}
      on ${heldFiles.id} = other.file_id and ${heldFiles.scan} = 'waiting' and not ${heldFiles.isRemoved} where other.transfer_id = held.transfer_id)`)
  return rows.map(({ id }) => id)
}

export async function recipientIdsOf(db: Db, transferIds: string[]): Promise<string[]> {
  const rows = await db.select({ id: recipients.id }).from(recipients).where(inArray(recipients.transferId, transferIds))
  return rows.map(({ id }) => id)
}

/** Does it hold anything, as it is now, that was looked at and is not blocked? */
export async function holdsOthers(db: Db, transferId: string): Promise<boolean> {
  const isHeld = and(eq(transferFiles.transferId, transferId), isNewest)
  const isOpen = sql`coalesce(${heldFiles.scan}, 'failed') in ('clean', 'failed')`
  const found = await db
    .select({ id: heldFiles.id })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(isHeld, isOpen))
    .limit(1)
  return found.length > 0
}

export type Finding = { path: string; finding: string | null }

export const findingsOf = (db: Db, transferId: string): Promise<Finding[]> =>
  db
    .select({ path: heldFiles.path, finding: heldFiles.scanFinding })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(eq(transferFiles.transferId, transferId), eq(heldFiles.scan, 'infected'), isNewest))
    .orderBy(asc(transferFiles.position))

/** What of a recipient's downloads had something in it: they have it, whether they have seen the page since or not. */
const isIn = sessionHolds(heldFiles.id)

/** Something of it has gone out; of what is read at that moment that is written down a little later. */
const hasReadBy = (at: Date) => sql`(coverage <> '{}' or lease_until > ${at.toISOString()}::timestamptz)`

export async function readersOfFile(tx: Transaction, transferId: string, fileId: string, at: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ recipient_id: string }>(sql`
    select distinct recipient_id from download_sessions, ${heldFiles}
    where ${heldFiles.id} = ${fileId} and transfer_id = ${transferId} and recipient_id is not null and ${hasReadBy(at)} and ${isIn}`)
  return rows.map((row) => row.recipient_id)
}

export async function findingsOfReader(db: Db, recipientId: string, at: Date): Promise<{ path: string }[]> {
  const { rows } = await db.execute<{ path: string }>(sql`
    select distinct ${heldFiles.path} as path from download_sessions
    join transfer_files on transfer_files.transfer_id = download_sessions.transfer_id
    join ${heldFiles} on ${heldFiles.id} = transfer_files.file_id
    where download_sessions.recipient_id = ${recipientId} and ${heldFiles.scan} = 'infected' and ${hasReadBy(at)} and ${isIn} order by 1`)
  return rows
}
