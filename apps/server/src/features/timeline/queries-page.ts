/** SQL of one page of a transfer's timeline: its events and its downloads in one order, each read by an index and no further than the page. */
import type { DeviceType, EventActor, EventKind } from '@sampan/contract/states'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { isReportedSession } from '../../db/download-sessions.ts'
import { heldFiles } from '../content/index.ts'
import { doerField } from './queries.ts'

/** Where a page ends: microseconds, the place among what happened in the same one, and the id. */
export type Mark = { micros: number; rank: number; id: string }
export type TimelineRow = {
  id: string
  at: Date
  micros: number
  rank: number
  kind: EventKind | 'started' | 'downloaded'
  actor: EventActor
  /** The account that did it, where that was kept. */
  by: { userId: string; name: string } | null
  email: string | null
  name: string | null
  company: string | null
  countryCode: string | null
  city: string
  program: string | null
  device: DeviceType | null
  /** Of one file; null for several. */
  path: string | null
  fileCount: number | null
  detail: Record<string, string | number | null>
}

/** Of the three kinds of rows, in the order in which they come where they are of the same moment. */
const ranks = { event: 0, started: 1, downloaded: 2 } as const
type Source = keyof typeof ranks

const momentOf = ({ micros }: Mark): SQL => sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`

/** The moment by itself too: it is what the index knows. */
const isBefore = (at: SQL, source: Source, before: Mark | undefined): SQL =>
  before
    ? sql`${at} <= ${momentOf(before)} and (${at}, ${sql.raw(String(ranks[source]))}, id) < (${momentOf(before)}, ${before.rank}::int, ${before.id}::uuid)`
    : sql`true`

const columns: Record<Source, SQL> = {
  event: sql`id, at, 0 as rank, kind, actor, recipient_id, recipient_email, country_code, city, program, null::text as device, null::uuid as file_id, null::text as selection_id, null::int as file_count, null::int as version, detail`,
  started: sql`id, started_at, 1, 'started', null::text, recipient_id, recipient_email, country_code, city, program, device, file_id, selection_id, null::int, version, '{}'::jsonb`,
  downloaded: sql`id, at, 2, 'downloaded', null::text, recipient_id, recipient_email, country_code, city, program, device, file_id, selection_id, file_count, null::int, '{}'::jsonb`,
}

function sourceOf(source: Source, transferId: string, before: Mark | undefined, limit: number): SQL {
  const table = { event: 'transfer_events', started: 'download_sessions', downloaded: 'download_events' }[source]
  const at = sql.raw(source === 'started' ? 'started_at' : 'at')
  const isReported = source === 'started' ? isReportedSession : sql`true`
  return sql`(select ${columns[source]} from ${sql.raw(table)} where transfer_id = ${transferId} and ${isReported} and ${isBefore(at, source, before)} order by ${at} desc, id desc limit ${limit})`
}

/** Newest first. */
export async function timelineOf(
  db: Db,
  transferId: string,
  { before, limit }: { before?: Mark | undefined; limit: number },
): Promise<TimelineRow[]> {
  const [events, started, downloaded] = (['event', 'started', 'downloaded'] as const).map((source) =>
    sourceOf(source, transferId, before, limit),
  )
  const { rows } = await db.execute<
    Omit<TimelineRow, 'at' | 'micros' | 'by'> & { micros: string; byId: string | null; byName: string }
  >(sql`
    with page as (${events} union all ${started} union all ${downloaded} order by at desc, rank desc, id desc limit ${limit})
    select page.id, (extract(epoch from page.at) * 1000000)::bigint as micros, rank, page.kind,
      coalesce(page.actor, case when page.recipient_id is null then 'visitor' else 'recipient' end) as actor,
      coalesce(page.recipient_email, recipients.email) as email, recipients.name, recipients.company,
      page.country_code as "countryCode", page.city, page.program, page.device, ${heldFiles.path} as path,
      coalesce(page.file_count, case when rank = 0 then null when ${heldFiles.id} is not null then 1 when page.file_id is null and page.selection_id is null then coalesce(read.file_count, transfers.file_count) else cardinality(selections.file_ids) end) as "fileCount",
      page.detail - ${doerField}::text as detail, doers.id as "byId", coalesce(nullif(trim(doers.full_name), ''), doers.email) as "byName"
    from page
    join transfers on transfers.id = ${transferId}
    left join users doers on doers.id = coalesce((page.detail->>${doerField}::text)::uuid, case when page.kind = 'sent' and transfers.request_slug is null then transfers.author_id end)
    left join recipients on recipients.id = page.recipient_id
    left join ${heldFiles} on ${heldFiles.id} = page.file_id
    left join transfer_versions read on read.transfer_id = transfers.id and read.version = page.version
    left join selections on selections.id = page.selection_id
    order by page.at desc, rank desc, page.id desc`)
  return rows.map(({ micros, byId, byName, ...row }) => ({
    ...row,
    by: byId ? { userId: byId, name: byName } : null,
    micros: Number(micros),
    at: new Date(Math.floor(Number(micros) / 1000)),
  }))
}
