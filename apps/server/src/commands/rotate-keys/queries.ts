/** The wrapped keys of blobs, and the canary by which a start tries the master keys. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { readMark, writeMark } from '../../db/installation.ts'
import { canaryName } from '../../services.ts'

export type WrappedRow = { id: string; wrappedKey: Buffer }

/** The number of a wrapped key's master key: four bytes behind the first. */
const numberOf = (hex: string): number => Number.parseInt(hex, 16)

export async function rowsByKey(db: Db): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ key: string; count: string }>(
    sql`select encode(substring(wrapped_key from 2 for 4), 'hex') as key, count(*) as count from blobs group by 1`,
  )
  return new Map(rows.map(({ key, count }) => [numberOf(key), Number(count)]))
}

/** Blobs of other keys than this one, in the order of their ids. */
export async function notUnder(db: Db, key: number, after: string, max: number): Promise<WrappedRow[]> {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(key)
  const { rows } = await db.execute<{ id: string; wrapped_key: Buffer }>(
    sql`select id, wrapped_key from blobs where id > ${after} and substring(wrapped_key from 2 for 4) <> ${bytes} order by id limit ${max}`,
  )
  return rows.map(({ id, wrapped_key }) => ({ id, wrappedKey: wrapped_key }))
}

/** Only where it is still the old one: what another run has wrapped meanwhile stays. */
export async function replaceKeys(db: Db, rows: { id: string; from: Buffer; to: Buffer }[]): Promise<number> {
  const list = JSON.stringify(rows.map(({ id, from, to }) => ({ id, old: from.toString('hex'), new: to.toString('hex') })))
  const { rowCount } = await db.execute(sql`
    update blobs set wrapped_key = decode(given.new, 'hex')
    from jsonb_to_recordset(${list}::jsonb) as given(id uuid, old text, new text)
    where blobs.id = given.id and blobs.wrapped_key = decode(given.old, 'hex')`)
  return rowCount ?? 0
}

export const readCanary = (db: Db): Promise<Buffer | null> => readMark(db, canaryName)

export const writeCanary = (db: Db, value: Buffer): Promise<void> => writeMark(db, canaryName, value)
