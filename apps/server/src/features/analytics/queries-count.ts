/**
 * SQL that keeps the counts: each event is added once, in the transaction that says so of it. Whoever changes counts of an owner holds its
 * lock; whoever counts a download does not, and waits for nobody.
 */
import { eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { downloadDays, downloadEvents, recipientWeeks, storageDays, transferWeeks } from '../../db/tables.ts'
import { keepOwner, usageOfAccounts } from '../owners/index.ts'
import { firstMonday, longWeeks } from './spans.ts'

/**
 * Until the end of the transaction, nobody else changes the counts of these owners. Their rows, which the counts refer to, are held first:
 * whoever has locked them for good may come for the counts too.
 */
export async function lockCounts(tx: Transaction, ownerIds: readonly string[]): Promise<void> {
  for (const id of [...ownerIds].sort()) {
    await keepOwner(tx, id)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`counts ${id}`}, 0))`)
  }
}

/** The same, unless somebody else holds it. */
export async function tryLockCounts(tx: Transaction, ownerId: string): Promise<boolean> {
  await keepOwner(tx, ownerId)
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`counts ${ownerId}`}, 0)) as held`,
  )
  return rows[0]!.held
}

/** Owners of whom there is something to count, in an order to go on from. */
export async function ownersToCount(db: Db, afterId: string | null, max: number): Promise<string[]> {
  const { rows } = await db.execute<{ owner_id: string }>(
    sql`select distinct owner_id from download_events where not is_counted and (${afterId}::uuid is null or owner_id > ${afterId}::uuid) order by owner_id limit ${max}`,
  )
  return rows.map(({ owner_id }) => owner_id)
}

/** Adds rows of `counted` to the counts without names. */
const addDays = sql`
  insert into download_days (owner_id, dimension, country, day, key, downloads, size_bytes)
  select owner_id, dimension, of_country, day, key, count(*), sum(size_bytes)
  from counted, lateral (values
    ('total', '*', ''), ('total', country, ''), ('country', '*', country),
    ('device', '*', device), ('device', country, device), ('kind', '*', file_kind), ('kind', country, file_kind)
  ) as part (dimension, of_country, key)
  group by owner_id, dimension, of_country, day, key
  on conflict (owner_id, dimension, country, day, key) do update
  set downloads = download_days.downloads + excluded.downloads, size_bytes = download_days.size_bytes + excluded.size_bytes`

/** What counting needs of an event `e`. */
const counted = sql`e.id, e.owner_id, e.transfer_id, e.size_bytes, e.device, e.file_kind, coalesce(e.recipient_email, '') as email,
  coalesce(e.country_code, 'ZZ') as country, (e.at at time zone 'UTC')::date as day,
  date_trunc('week', e.at at time zone 'UTC')::date as week`

/** The spans of weeks that a row of `counted` is in: of one country only single ones, which are few rows of each name already. */
const spans = sql`lateral (values
    ('*', 1, week), ('*', ${sql.raw(String(longWeeks))}, week - (week - date '${sql.raw(firstMonday)}') % ${sql.raw(String(longWeeks * 7))}),
    (country, 1, week)) as part (of_country, weeks, since)`

/** Hard-deleted by its sender: its names must not come back. */
const isHardDeleted = sql`t.deleted_at is not null and t.deleted_from is null`

export type Added = {
  count: number
  /** Up to where, for the next time: what was passed by already is not looked through again. */
  last: string | null
  /** Events that are to go. */
  hardDeleted: string[]
}

/** The owner's eldest events, from a moment on, that are in no count yet. Its counts are locked. */
export async function addToCounts(tx: Transaction, ownerId: string, from: string | null, max: number): Promise<Added> {
  const isLater = from ? sql`at >= ${from}::timestamptz` : sql`true`
  const { rows } = await tx.execute<Added>(sql`
    with picked as materialized (
      select id from download_events where ${isOwnedBy(downloadEvents, ownerId)} and not is_counted and ${isLater} order by at limit ${max} for update
    ), counted as (
      update download_events e set is_counted = true from picked, transfers t
      where e.id = picked.id and t.id = e.transfer_id returning ${counted}, e.at, ${isHardDeleted} as is_hard_deleted
    ), days as (${addDays}), transfers_added as (
      insert into transfer_weeks (owner_id, country, weeks, week, transfer_id, downloads)
      select owner_id, of_country, weeks, since, transfer_id, count(*) from counted, ${spans}
      where not is_hard_deleted group by owner_id, of_country, weeks, since, transfer_id
      on conflict (owner_id, country, weeks, week, transfer_id) do update set downloads = transfer_weeks.downloads + excluded.downloads
    ), recipients_added as (
      insert into recipient_weeks (owner_id, country, weeks, week, email, downloads)
      select owner_id, of_country, weeks, since, email, count(*) from counted, ${spans}
      where not is_hard_deleted group by owner_id, of_country, weeks, since, email
      on conflict (owner_id, country, weeks, week, email) do update set downloads = recipient_weeks.downloads + excluded.downloads
    )
    select count(*)::int as count, max(at)::text as last, coalesce(array_agg(id) filter (where is_hard_deleted), '{}') as "hardDeleted" from counted`)
  return rows[0]!
}

/** Of what is hard-deleted, once they are in the counts without names. */
export async function deleteEvents(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`delete from download_events where id = any(string_to_array(${ids.join(',')}, ',')::uuid[])`)
}

export const ownerOfTransfer = async (tx: Transaction, transferId: string): Promise<string | undefined> =>
  (await tx.execute<{ owner_id: string }>(sql`select owner_id from transfers where id = ${transferId}`)).rows[0]?.owner_id

/** The events of a transfer go, and with them its names in the counts; what names nobody stays. The counts of its owner are locked. */
export async function takeOutOfCounts(tx: Transaction, ownerId: string, transferId: string): Promise<void> {
  const isOfGone = sql`${isOwnedBy(recipientWeeks, ownerId, 'r')} and r.country = gone.of_country and r.weeks = gone.weeks and r.week = gone.since
    and r.email = gone.email`
  await tx.execute(sql`
    with counted as (
      delete from download_events e where e.transfer_id = ${transferId} and not e.is_counted returning ${counted}
    ) ${addDays}`)
  await tx.execute(sql`
    with counted as (
      delete from download_events e where e.transfer_id = ${transferId} and e.is_counted returning ${counted}
    ), gone as (
      select of_country, weeks, since, email, count(*) as downloads from counted, ${spans} group by of_country, weeks, since, email
    ), less as (
      update recipient_weeks r set downloads = r.downloads - gone.downloads from gone where ${isOfGone} and r.downloads > gone.downloads
    )
    delete from recipient_weeks r using gone where ${isOfGone} and r.downloads <= gone.downloads`)
  await tx.execute(sql`delete from transfer_weeks where transfer_id = ${transferId}`)
}

/** The events and counts of one owner become another's. Both are locked. */
export async function moveCounts(tx: Transaction, fromId: string, toId: string): Promise<void> {
  const owners = sql`(select ${toId}::uuid as owner_id) as to_owner`
  await tx.execute(sql`
    insert into download_days (owner_id, dimension, country, day, key, downloads, size_bytes)
    select to_owner.owner_id, dimension, country, day, key, downloads, size_bytes from download_days d, ${owners}
    where ${isOwnedBy(downloadDays, fromId, 'd')}
    on conflict (owner_id, dimension, country, day, key) do update
    set downloads = download_days.downloads + excluded.downloads, size_bytes = download_days.size_bytes + excluded.size_bytes`)
  await tx.execute(sql`
    insert into recipient_weeks (owner_id, country, weeks, week, email, downloads)
    select to_owner.owner_id, country, weeks, week, email, downloads from recipient_weeks r, ${owners} where ${isOwnedBy(recipientWeeks, fromId, 'r')}
    on conflict (owner_id, country, weeks, week, email) do update set downloads = recipient_weeks.downloads + excluded.downloads`)
  await tx.execute(sql`update transfer_weeks set owner_id = ${toId} where ${isOwnedBy(transferWeeks, fromId)}`)
  await tx.execute(sql`update download_events set owner_id = ${toId} where ${isOwnedBy(downloadEvents, fromId)}`)
  await tx.execute(sql`delete from download_days where ${isOwnedBy(downloadDays, fromId)}`)
  await tx.execute(sql`delete from recipient_weeks where ${isOwnedBy(recipientWeeks, fromId)}`)
  await tx.execute(sql`delete from storage_days where ${isOwnedBy(storageDays, fromId)}`)
}

/** What each account keeps, where that is not what its last row says. */
export async function noteStorage(db: Db, day: string): Promise<void> {
  await db.execute(sql`
    insert into storage_days (owner_id, day, used_bytes)
    select o.id, ${day}, o.used_bytes from ${usageOfAccounts} o
    left join lateral (select used_bytes from storage_days s where s.owner_id = o.id and s.day <= ${day} order by s.day desc limit 1) last on true
    where coalesce(last.used_bytes, 0) <> o.used_bytes
    on conflict (owner_id, day) do update set used_bytes = excluded.used_bytes`)
}

/** It comes into the counts a while later. */
export async function addDownload(tx: Transaction, row: typeof downloadEvents.$inferInsert): Promise<void> {
  await tx.insert(downloadEvents).values(row)
}

/** Where it went is kept, not from which address. */
export async function forgetAddresses(tx: Transaction, transferId: string): Promise<void> {
  await tx.update(downloadEvents).set({ ip: '' }).where(eq(downloadEvents.transferId, transferId))
}
