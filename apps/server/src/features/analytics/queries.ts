/**
 * SQL of what analytics shows: the counts, and beside them the events that are in no count yet, in one statement each, so that every
 * download is there exactly once at any moment.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { downloadDays, downloadEvents, recipientWeeks, storageDays, transfers, transferWeeks } from '../../db/tables.ts'
import { longWeeks, partsOf } from './spans.ts'

/** Days, both in it; `*` for all countries. */
export type FiguresQuery = { ownerId: string; from: string; to: string; country: string }
export type Listed = FiguresQuery & { search: string; skip: number; limit: number }

/** The first moment of a day. */
const startOf = (day: SQL | string): SQL => sql`(${day}::date at time zone 'UTC')`
const startAfter = (day: SQL | string): SQL => sql`((${day}::date + 1) at time zone 'UTC')`
const fromCountry = (country: string): SQL =>
  country === '*' ? sql`true` : country === 'ZZ' ? sql`e.country_code is null` : sql`e.country_code = ${country}`

/** In no count yet: by the index of those alone, which is short. */
const fresh = ({ ownerId, from, to }: FiguresQuery): SQL =>
  sql`${isOwnedBy(downloadEvents, ownerId, 'e')} and not e.is_counted and e.at >= ${startOf(from)} and e.at < ${startAfter(to)}`

export type DayCount = { day: string; downloads: number; sizeBytes: number }
export async function downloadsByDay(db: Db, asked: FiguresQuery): Promise<DayCount[]> {
  const { ownerId, from, to, country } = asked
  const { rows } = await db.execute<DayCount>(sql`
    select day::text as day, sum(downloads)::float8 as downloads, sum(size_bytes)::float8 as "sizeBytes" from (
      select day, downloads, size_bytes from download_days
      where ${isOwnedBy(downloadDays, ownerId)} and dimension = 'total' and country = ${country} and day between ${from} and ${to}
      union all
      select (e.at at time zone 'UTC')::date, 1, e.size_bytes from download_events e where ${fresh(asked)} and ${fromCountry(country)}
    ) counts group by day order by day`)
  return rows
}

export type KeyCount = { key: string; downloads: number }
const columns = { country: sql`coalesce(e.country_code, 'ZZ')`, device: sql`e.device`, kind: sql`e.file_kind` }

/** The most first. */
export async function downloadsBy(db: Db, dimension: keyof typeof columns, asked: FiguresQuery): Promise<KeyCount[]> {
  const { ownerId, from, to, country } = asked
  const { rows } = await db.execute<KeyCount>(sql`
    select key, sum(downloads)::float8 as downloads from (
      select key, downloads from download_days
      where ${isOwnedBy(downloadDays, ownerId)} and dimension = ${dimension} and country = ${country} and day between ${from} and ${to}
      union all
      select ${columns[dimension]}, 1 from download_events e where ${fresh(asked)} and ${fromCountry(country)}
    ) counts group by key order by downloads desc, key`)
  return rows
}

/** Those that were deleted too: they were sent. */
export async function sentByDay(db: Db, { ownerId, from, to }: FiguresQuery): Promise<{ day: string; sent: number }[]> {
  const { rows } = await db.execute<{ day: string; sent: number }>(sql`
    select day::text as day, sent from (
      select (sent_at at time zone 'UTC')::date as day, count(*)::int as sent from transfers
      where ${isOwnedBy(transfers, ownerId)} and request_slug is null and sent_at >= ${startOf(from)} and sent_at < ${startAfter(to)} group by 1
    ) by_day order by day`)
  return rows
}

export const hasSent = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db.execute(sql`select from transfers where ${isOwnedBy(transfers, ownerId)} and request_slug is null limit 1`)).rows
    .length > 0

/** Days on which it changed, and the last such before the range. */
export async function storageByDay(db: Db, { ownerId, from, to }: FiguresQuery): Promise<{ day: string; usedBytes: number }[]> {
  const { rows } = await db.execute<{ day: string; usedBytes: number }>(sql`
    select day::text as day, used_bytes::float8 as "usedBytes" from storage_days
    where ${isOwnedBy(storageDays, ownerId)} and day <= ${to} and day >= coalesce(
      (select max(day) from storage_days where ${isOwnedBy(storageDays, ownerId)} and day < ${from}), ${from}::date)
    order by day`)
  return rows
}

/**
 * By name, a row for each key and span or event: spans of weeks come from the counts, the days at both ends from the events.
 * Of transfers that their sender deleted nothing is in the counts, nor among the counted events.
 */
function byName(asked: FiguresQuery, table: typeof transferWeeks | typeof recipientWeeks, key: SQL, ofEvent: SQL): SQL {
  const { ownerId, country } = asked
  const { spans, days } = partsOf(asked, country === '*' ? [longWeeks, 1] : [1])
  const counts = spans.map(
    ({ weeks, from, before }) => sql`
    select ${key} as key, downloads from ${table}
    where ${isOwnedBy(table, ownerId)} and country = ${country} and weeks = ${weeks} and week >= ${from} and week < ${before}`,
  )
  const events = days.map(
    ({ from, before }) => sql`
    select ${ofEvent} as key, 1 as downloads from download_events e
    where ${isOwnedBy(downloadEvents, ownerId, 'e')} and ${fromCountry(country)} and e.is_counted and e.at >= ${startOf(from)} and e.at < ${startOf(before)}`,
  )
  const uncounted = sql`
    select ${ofEvent} as key, 1 as downloads from download_events e join transfers t on t.id = e.transfer_id
    where ${fresh(asked)} and ${fromCountry(country)} and (t.deleted_at is null or t.deleted_from is not null)`
  return sql.join([...counts, ...events, uncounted], sql` union all`)
}

const ofTransfers = (asked: FiguresQuery): SQL => byName(asked, transferWeeks, sql`transfer_id`, sql`e.transfer_id`)
const ofRecipients = (asked: FiguresQuery): SQL => byName(asked, recipientWeeks, sql`email`, sql`coalesce(e.recipient_email, '')`)

/** Text as it is written, in either case: LIKE's own signs stand for themselves. ILIKE would lower the word again for each name. */
const contains = (name: SQL, word: string): SQL => sql`lower(${name}) like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`
/** A line of text of what a transfer is called. */
const nameOf = sql`case when t.title <> '' then t.title else t.file_name end`

/** With space to add up a hundred thousand names in memory: less than this is taken, but by default they would go to the disk. */
const withWorkMemory = <T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`)
      return await read(tx)
    },
    { accessMode: 'read only' },
  )

export type TopTransfer = { slug: string; name: string; sentAt: Date; downloads: number; isGone: boolean; matchCount: number }
/** The most first. What is deleted and can still be brought back is left out. */
export async function topTransfers(db: Database, { search, skip, limit, ...asked }: Listed): Promise<TopTransfer[]> {
  const found = search
    ? sql`found as materialized (select id from transfers t where ${isOwnedBy(transfers, asked.ownerId, 't')} and ${contains(nameOf, search)}),`
    : sql``
  // With `is true` each key is looked up in a hash: a join would go by how many are found, which is guessed badly.
  const isFound = search ? sql`where (key in (select id from found)) is true` : sql``
  const { rows } = await withWorkMemory(db, (tx) =>
    tx.execute<TopTransfer>(sql`
    with ${found} summed as materialized (
      select key, sum(downloads) as downloads from (${ofTransfers(asked)}) counts ${isFound} group by key
      having key not in (select id from transfers where ${isOwnedBy(transfers, asked.ownerId)} and deleted_from is not null)
    ), ranked as (select * from summed order by downloads desc, key limit ${limit} offset ${skip})
    select t.slug, ${nameOf} as name, t.sent_at as "sentAt", downloads::float8, t.state = 'deleted' as "isGone",
      (select count(*)::int from summed) as "matchCount"
    from ranked join transfers t on t.id = ranked.key order by ranked.downloads desc, ranked.key`),
  )
  return rows.map((row) => ({ ...row, sentAt: new Date(row.sentAt) }))
}

export type TopRecipient = { email: string; downloads: number; matchCount: number }
export async function topRecipients(db: Database, { search, skip, limit, ...asked }: Listed): Promise<TopRecipient[]> {
  const found = search ? sql`where ${contains(sql`key`, search)}` : sql``
  const { rows } = await withWorkMemory(db, (tx) =>
    tx.execute<TopRecipient>(sql`
    with summed as materialized (
      select key, sum(downloads) as downloads from (${ofRecipients(asked)}) counts group by key
    ), matching as materialized (select * from summed ${found})
    select key as email, downloads::float8, (select count(*)::int from matching) as "matchCount"
    from matching order by matching.downloads desc, key limit ${limit} offset ${skip}`),
  )
  return rows
}

export type DownloadLine = {
  id: string
  at: Date
  name: string
  slug: string
  email: string
  country: string
  city: string
  program: string
  device: string
  kind: string
  fileCount: number
  sizeBytes: number
}
/** Single downloads in their order, after the one that was given last. */
export async function downloadLines(
  db: Db,
  { ownerId, from, to, country }: FiguresQuery,
  last: { at: string; id: string } | null,
  limit: number,
): Promise<(DownloadLine & { exactAt: string })[]> {
  const after = last ? sql`and (e.at, e.id) > (${last.at}::timestamptz, ${last.id}::uuid)` : sql``
  const { rows } = await db.execute<DownloadLine & { exactAt: string }>(sql`
    select e.id, e.at::text as "exactAt", e.at, ${nameOf} as name, t.slug, coalesce(e.recipient_email, '') as email,
      coalesce(e.country_code, '') as country, e.city, e.program, e.device, e.file_kind as kind, e.file_count as "fileCount",
      e.size_bytes::float8 as "sizeBytes"
    from download_events e join transfers t on t.id = e.transfer_id
    where ${isOwnedBy(downloadEvents, ownerId, 'e')} and ${fromCountry(country)} and t.deleted_at is null
      and e.at >= ${startOf(from)} and e.at < ${startAfter(to)} ${after}
    order by e.at, e.id limit ${limit}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}
