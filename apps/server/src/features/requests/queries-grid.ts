/**
 * SQL of the grid: how far each supplier of a request is, and pages of them. However many there are, a question has the same few parameters.
 * It counts as slots.ts does.
 */
import type { SupplierFilter } from '@sampan/contract/states'
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db } from '../../db/connect.ts'
import { suppliers } from '../../db/tables.ts'
import { containingLower } from './queries-list.ts'
import type { SupplierRow } from './queries-suppliers.ts'

/**
 * Each supplier of the request, or each that is called so. Of a document the newest received submission counts. People and what they have sent
 * are put below each other and grouped, not joined: a database that takes a new request for a small one would join them row by row.
 */
function standings(requestId: string, search = ''): SQL {
  const isCalled = sql`lower(concat_ws(' ', name, email, company)) like ${containingLower(search)}`
  return sql`
    with sent as (
      select s.supplier_id, f.document_id, f.decision, s.received_at is not null as is_received,
        dense_rank() over (partition by s.supplier_id, f.document_id, s.received_at is null order by s.created_at desc, s.id desc) as age
      from submissions s join submitted_files f on f.submission_id = s.id join transfers t on t.id = s.transfer_id
      where s.request_id = ${requestId} and t.state <> 'deleted'
    ),
    slots as (
      select supplier_id, document_id,
        bool_and(is_received) and coalesce(bool_and(decision <> 'rejected') filter (where age = 1), false) as is_there,
        bool_or(is_received and decision = 'received' and (age = 1 or document_id is null)) as is_to_review,
        bool_or(is_received and decision <> 'rejected') as has_any
      from sent group by supplier_id, document_id
    ),
    required as (select id from request_documents where request_id = ${requestId} and is_required),
    each as (
      select id, seq, coalesce(mail_state = 'bounced', false) as is_bounced, token_hash is not null and email is not null as is_mailable,
        false as is_to_review, false as has_any, 0 as there, reminded_at
      from suppliers where request_id = ${requestId} ${search ? sql`and ${isCalled}` : sql``}
      union all
      select supplier_id, null, false, false, is_to_review, has_any, (is_there and document_id in (select id from required))::int, null from slots
    ),
    standing as (
      select id, min(seq) as seq, bool_or(is_bounced) as is_bounced, bool_or(is_mailable) as is_mailable, bool_or(is_to_review) as is_to_review,
        max(reminded_at) as reminded_at,
        case when (select count(*) from required) = 0 then bool_or(has_any) else coalesce(sum(there), 0) = (select count(*) from required) end as is_complete
      from each group by id having count(seq) > 0
    )`
}

const inFilter: Record<SupplierFilter, SQL> = {
  all: sql`true`,
  bounced: sql`is_bounced`,
  toReview: sql`is_to_review`,
  missing: sql`not is_complete`,
  complete: sql`is_complete`,
}

const byIds = (db: Db, ids: readonly string[]): Promise<SupplierRow[]> =>
  db.select().from(suppliers).where(among(suppliers.id, ids)).orderBy(asc(suppliers.seq))

export type Looked = { requestId: string; filter: SupplierFilter; search: string }

/** In the order in which they were asked or came. */
export async function suppliersPage(
  db: Db,
  { requestId, filter, search }: Looked,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: SupplierRow[]; matchCount: number }> {
  const { rows } = await db.execute<{ ids: string[]; match_count: number }>(sql`
    ${standings(requestId, search)}, found as (select id, seq from standing where ${inFilter[filter]})
    select array(select id from found order by seq offset ${skip} limit ${limit}) as ids, (select count(*) from found)::int as match_count`)
  const { ids, match_count: matchCount } = rows[0]!
  return { rows: await byIds(db, ids), matchCount }
}

/** The next of all, after the last that was read. */
export const suppliersAfter = (db: Db, requestId: string, seq: number, limit: number): Promise<SupplierRow[]> =>
  db
    .select()
    .from(suppliers)
    .where(and(eq(suppliers.requestId, requestId), gt(suppliers.seq, seq)))
    .orderBy(asc(suppliers.seq))
    .limit(limit)

/** Who was asked by name, and is missing something. */
export async function awaitedOf(db: Db, requestId: string): Promise<SupplierRow[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`${standings(requestId)} select id from standing where is_mailable and not is_complete`,
  )
  return byIds(
    db,
    rows.map(({ id }) => id),
  )
}

export type GridCounts = Record<SupplierFilter | 'awaited' | 'files', number> & {
  awaitedRemindedAt: number | null
  hasOtherFiles: boolean
}

/** Of the whole request: people by what they have sent, those who can be reminded, and files that were received. */
export async function gridCounts(db: Db, requestId: string): Promise<GridCounts> {
  const { rows } = await db.execute<GridCounts>(sql`
    ${standings(requestId)}
    select count(*)::int as "all", count(*) filter (where is_complete)::int as complete, count(*) filter (where not is_complete)::int as missing,
      count(*) filter (where is_to_review)::int as "toReview", count(*) filter (where is_bounced)::int as bounced,
      count(*) filter (where is_mailable and not is_complete)::int as awaited,
      case when bool_and(reminded_at is not null) filter (where is_mailable and not is_complete)
        then floor(extract(epoch from min(reminded_at) filter (where is_mailable and not is_complete)) * 1000)::float8 end as "awaitedRemindedAt",
      (select count(*) from sent where is_received)::int as files,
      exists (select from sent where document_id is null) as "hasOtherFiles"
    from standing`)
  return rows[0]!
}
