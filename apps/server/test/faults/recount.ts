/** What the operator could see: rows, container files and kept mails, counted anew (INV4, INV5). */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseKey } from '../../src/adapters/storage/s3/extents.ts'
import { storedLength } from '../../src/adapters/storage/segments.ts'
import type { S3Double } from '../support/s3/s3-double.ts'
import type { Row, Sql } from './database.ts'

export type StoredMail = { messageId: string; to: string }
export type Containers = Map<string, number>

/** Every container file with its size. */
export function containersOf(dataDir: string): Containers {
  const blobs = join(dataDir, 'blobs/blobs')
  const found: Containers = new Map()
  for (const folder of readdirSync(blobs))
    for (const name of readdirSync(join(blobs, folder))) found.set(name, statSync(join(blobs, folder, name)).size)
  return found
}

/** Every container of a bucket, as far as it reaches. */
export function containersIn({ objects }: Pick<S3Double, 'objects'>): Containers {
  const found: Containers = new Map()
  for (const [key, { bytes }] of objects) {
    const place = parseKey(key)
    if (place) found.set(place.container, Math.max(found.get(place.container) ?? 0, place.from + bytes.length))
  }
  return found
}

const headerOf = (text: string, name: string): string => new RegExp(`^${name}: *(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
const addressIn = (text: string): string => /<([^>]*)>/.exec(text)?.[1] ?? text

export function mailsOf(dataDir: string): StoredMail[] {
  const outbox = join(dataDir, 'outbox')
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => {
      const head = readFileSync(join(outbox, name), 'utf8').split('\r\n\r\n', 1)[0]!
      return { messageId: addressIn(headerOf(head, 'Message-ID')), to: addressIn(headerOf(head, 'To')) }
    })
}

/** INV4: what is used and reserved is what the uploads of each owner are. */
export async function usageBreaches(sql: Sql): Promise<string[]> {
  const rows = await sql(`
    select o.id, o.used_bytes, o.reserved_bytes,
      coalesce(sum(u.declared_bytes) filter (where u.state = 'complete'), 0)::bigint as used,
      coalesce(sum(u.declared_bytes) filter (where u.state = 'open'), 0)::bigint as reserved
    from owners o left join uploads u on u.owner_id = o.id group by o.id`)
  const uploads = await sql(`
    select u.id, u.declared_bytes, coalesce(sum(f.size), 0)::bigint as files from uploads u
    left join files f on f.upload_id = u.id and not f.is_removed where u.state <> 'discarded' group by u.id`)
  return [
    ...rows.flatMap((row) =>
      row.used_bytes === row.used && row.reserved_bytes === row.reserved
        ? []
        : [`INV4 owner ${row.id}: used ${row.used_bytes} of ${row.used}, reserved ${row.reserved_bytes} of ${row.reserved}`],
    ),
    ...uploads.flatMap((row) =>
      row.declared_bytes === row.files
        ? []
        : [`INV4 upload ${row.id}: ${row.declared_bytes} declared, ${row.files} in its files`],
    ),
  ]
}

/** A part's row without its bytes; half of INV5. */
const missingBytes = (rows: Row[], containers: Containers): string[] =>
  rows.flatMap(({ blob_id, offset, length, container, position, header }) =>
    (containers.get(container) ?? -1) >= position + storedLength(header, length)
      ? []
      : [`INV5 part ${offset}+${length} of blob ${blob_id}: not in ${container}, which has ${containers.get(container)} bytes`],
  )

/** Files that no row speaks of: kills leave some, and the collector takes them once they are old. */
export async function orphans(stored: Containers, sql: Sql): Promise<string[]> {
  const known = new Set((await sql('select id from blobs')).map(({ id }) => id as string))
  return [...stored.keys()].filter((name) => !known.has(name.split('.')[0]!))
}

export async function storageBreaches(stored: Containers, sql: Sql): Promise<string[]> {
  const rows = await sql('select blob_id, "offset", length, container, position, header from attempts')
  return missingBytes(rows, stored)
}
