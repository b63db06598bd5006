/** SQL of what visits of a limited link have taken and read now. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { type DownloadScope, isAll, scopeKey } from '../../db/download-scope.ts'
import { downloadSessions, scopeKeyColumn, wholeVersion } from '../../db/tables.ts'

export type VisitStanding = {
  /** It has taken something whole. */
  isCounted: boolean
  /** And this very thing. */
  hasSame: boolean
  /** It reads something now. */
  isReading: boolean
  /** And this very thing. */
  isReadingSame: boolean
  /** Of this version, taken or being read. */
  heldBytes: number
}
type Reading = { transferId: string; visitor: string; version: number } & DownloadScope

/** `but`: the session that is asked for, which has just become whole itself. */
export async function standingOfVisit(
  db: Db,
  reading: Reading,
  { since, now }: { since: Date; now: Date },
  but?: string,
): Promise<VisitStanding> {
  const { transferId, visitor, version } = reading
  const isRead = sql`completed_at is null and lease_until > ${now.toISOString()}::timestamptz`
  const isSame = sql`${scopeKeyColumn} = ${scopeKey(reading)} and ${wholeVersion} = ${isAll(reading) ? version : 0}`
  const { rows } = await db.execute<Omit<VisitStanding, 'heldBytes'> & { heldBytes: string }>(sql`
    select coalesce(bool_or(completed_at is not null), false) as "isCounted",
      coalesce(bool_or(completed_at is not null and ${isSame}), false) as "hasSame",
      coalesce(bool_or(${isRead}), false) as "isReading",
      coalesce(bool_or(${isRead} and ${isSame}), false) as "isReadingSame",
      coalesce(sum(size_bytes) filter (where version = ${version} and (completed_at is not null or ${isRead})), 0) as "heldBytes"
    from ${downloadSessions}
    where transfer_id = ${transferId} and visitor = ${visitor}
      and (completed_at is null or started_at > ${since.toISOString()}::timestamptz) and ${but ? sql`id <> ${but}` : sql`true`}`)
  const [standing] = rows
  return { ...standing!, heldBytes: Number(standing!.heldBytes) }
}

/** What readers hold of a limit: one for each visit that has taken nothing yet, one for each thing that is taken again. */
export async function leasedDownloads(db: Db, transferId: string, { since, now }: { since: Date; now: Date }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with of_it as (
      select id, visitor, completed_at, lease_until, ${scopeKeyColumn} as thing, ${wholeVersion} as whole_version
      from ${downloadSessions}
      where transfer_id = ${transferId} and (completed_at is null or started_at > ${since.toISOString()}::timestamptz)
    ), open as (select * from of_it where completed_at is null and lease_until > ${now.toISOString()}::timestamptz),
    done as (select * from of_it where completed_at is not null)
    select count(distinct case when done.visitor is null then open.visitor else open.id::text end)::int as count
    from open left join (select distinct visitor from done) as done on done.visitor = open.visitor
    where done.visitor is null or exists (
      select from done as same
      where same.visitor = open.visitor and same.thing = open.thing and same.whole_version = open.whole_version
    )`)
  return rows[0]!.count
}
