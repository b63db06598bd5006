/** SQL of parts that no longer count: of containers that failed to flush, and of what a power loss has damaged. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { addMark, lockMark, readMark, writeMark } from '../../db/installation.ts'
import { attempts, blobs, lostContainers, uploads } from '../../db/tables.ts'
import type { AttemptRow } from './queries.ts'

export type ContainerOfBlob = { blobId: string; container: string }

/** Kept for whoever still has a part for it: of this process or another. */
export async function loseContainer(tx: Transaction, { blobId, container }: ContainerOfBlob): Promise<void> {
  await tx.insert(lostContainers).values({ blobId, container }).onConflictDoNothing()
  await tx.delete(attempts).where(and(eq(attempts.blobId, blobId), eq(attempts.container, container)))
}

/** Unless it was replaced meanwhile. */
export async function deleteAttempt(tx: Transaction, { blobId, offset, seq }: AttemptRow): Promise<void> {
  await tx.delete(attempts).where(and(eq(attempts.blobId, blobId), eq(attempts.offset, offset), eq(attempts.seq, seq)))
}

/**
 * What is received anew, from the parts that count. What was lost is no longer written either: it has to come once more, however often
 * that happens, and is nobody's fault who sends.
 */
export async function recountReceived(tx: Transaction, uploadId: string): Promise<number> {
  const { rows } = await tx.execute(sql`
    update uploads set received_bytes = now.bytes, written_parts = now.parts,
      written_bytes = greatest(0, uploads.written_bytes - greatest(0, uploads.received_bytes - now.bytes))
    from (
      select coalesce(sum(a.length), 0) as bytes, count(a.seq) as parts
      from blobs b left join attempts a on a.blob_id = b.id where b.upload_id = ${uploadId}
    ) now where uploads.id = ${uploadId} returning uploads.received_bytes`)
  return Number(rows[0]?.received_bytes ?? 0)
}

/** When it was marked before, that stays. */
export async function markBlobLost(db: Db, blobId: string, at: Date): Promise<void> {
  await db
    .update(blobs)
    .set({ lostAt: at })
    .where(and(eq(blobs.id, blobId), isNull(blobs.lostAt)))
}

const bootIdName = 'boot-id'

/** Keeps the machine's present boot; false where it is the one that was kept before. */
export async function keepBootId(tx: Transaction, bootId: string): Promise<boolean> {
  const value = Buffer.from(bootId)
  if ((await lockMark(tx, bootIdName))?.equals(value)) return false
  await writeMark(tx, bootIdName, value)
  return true
}

const installationIdName = 'installation-id'

export async function readInstallationId(db: Db): Promise<string | null> {
  return (await readMark(db, installationIdName))?.toString() ?? null
}

/** Answers with the one that was kept before, if any was. */
export async function keepInstallationId(db: Db, id: string): Promise<string> {
  await addMark(db, installationIdName, Buffer.from(id))
  return (await readInstallationId(db))!
}

/** Of what is not given up, also where it is in doubt: else an empty folder would pass, and its parts for lost. As many as one start looks for. */
export async function someContainers(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ container: string }>(sql`
    select distinct a.container from attempts a join blobs b on b.id = a.blob_id join uploads u on u.id = b.upload_id
    where b.lost_at is null and u.state in ('open', 'complete') limit 1000`)
  return rows.map(({ container }) => container)
}

export async function suspectUploads(db: Db): Promise<string[]> {
  const isOpen = and(eq(uploads.state, 'open'), eq(uploads.isSuspect, true))
  const rows = await db.select({ id: uploads.id }).from(uploads).where(isOpen)
  return rows.map(({ id }) => id)
}

/** Every open upload that has received something is in doubt; the ids of all that are. */
export async function suspectOpenUploads(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .update(uploads)
    .set({ isSuspect: true })
    .where(
      and(
        eq(uploads.state, 'open'),
        sql`exists (select 1 from attempts a join blobs b on b.id = a.blob_id where b.upload_id = ${uploads.id})`,
      ),
    )
    .returning({ id: uploads.id })
  return rows.map(({ id }) => id)
}
