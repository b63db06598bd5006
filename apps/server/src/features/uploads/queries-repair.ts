/** SQL of uploads of which parts no longer count, or are in doubt after a power loss. */
import { and, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { addMark, lockMark, writeMark } from '../../db/installation.ts'
import { uploads } from '../../db/tables.ts'

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

const bootIdName = 'boot-id'
/** Replicas on so many machines are told apart. */
const maxBoots = 1000

/** Keeps a machine's present boot, a line each, the newest first; false where it is known already, of whichever machine. */
export async function keepBootId(tx: Transaction, bootId: string): Promise<boolean> {
  await addMark(tx, bootIdName, Buffer.from(''))
  const known = String(await lockMark(tx, bootIdName)).split('\n')
  if (known.includes(bootId)) return false
  await writeMark(tx, bootIdName, Buffer.from([bootId, ...known.filter(Boolean)].slice(0, maxBoots).join('\n')))
  return true
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
