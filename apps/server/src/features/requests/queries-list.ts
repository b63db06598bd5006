/** SQL of the list of file requests, and of what each row counts. */

import type { Asker } from '@sampan/contract/permissions'
import type { RequestFilter, RequestMark } from '@sampan/contract/states'
import { and, desc, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { isPermittedRequest, isSharedWith } from '../../db/permitted.ts'
import { fileRequests } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'
import { isArriving } from './arriving.ts'
import type { RequestRow } from './queries.ts'
import { type OpenUpload, openUploads } from './queries-open.ts'

export type Counts = {
  suppliers: number
  /** Documents that everybody has to send. */
  required: number
  /** Of those, over all suppliers: there and not rejected. */
  received: number
  /** Suppliers of whom anything is there. */
  complete: number
  /** Files that come just now, and those that were begun at all and are not whole. */
  uploading: number
  begun: number
  toReview: number
  latestAt: Date | null
}
export type RequestListQuery = {
  actor: Asker & { userId: string }
  filter: RequestFilter
  only: readonly RequestMark[]
  search: string
  now: Date
}
type Page = { skip: number; limit: number }

export const containingLower = (text: string): string => containing(text.toLowerCase())

/** What others of the team let this account look at (M2). */
const isSharedByOthers = ({ userId }: { userId: string }): SQL =>
  and(ne(fileRequests.authorId, userId), isSharedWith(userId, fileRequests))!

const isListed = (actor: Asker) => and(isPermittedRequest(actor, 'read'), isNull(fileRequests.deletedAt))

export const countShared = (db: Db, actor: RequestListQuery['actor']): Promise<number> =>
  db.$count(fileRequests, and(isListed(actor), isSharedByOthers(actor)))

/** As statusOf says of each. */
function matches({ actor, filter, search, now }: RequestListQuery): SQL | undefined {
  const at = sql`${now.toISOString()}::timestamptz`
  const isOver = sql`(${fileRequests.expiresAt} <= ${at} or ${fileRequests.dueAt} + make_interval(secs => ${fileRequests.graceSeconds}) <= ${at})`
  const isFull = sql`${fileRequests.submissionCount} >= ${fileRequests.maxSubmissions}`
  const isOpen = sql`(${fileRequests.state} = 'open' and ${fileRequests.takenDown} is null and not coalesce(${isOver}, false) and not coalesce(${isFull}, false))`
  const word = containingLower(search)
  const found = sql`lower(${fileRequests.title}) like ${word}
    or exists (select from suppliers where request_id = ${fileRequests.id} and lower(concat_ws(' ', email, name, company)) like ${word})
    or exists (select from request_documents where request_id = ${fileRequests.id} and lower(name) like ${word})
    or exists (select from submissions s join submitted_files f on f.submission_id = s.id join ${heldFiles} on ${heldFiles.id} = f.file_id
      where s.request_id = ${fileRequests.id} and s.received_at is not null and lower(${heldFiles.path}) like ${word})`
  const filters = { all: undefined, open: isOpen, ended: sql`not ${isOpen}`, shared: isSharedByOthers(actor) }
  return and(isListed(actor), filters[filter], search ? sql`(${found})` : undefined)
}

export async function listRequests(
  db: Db,
  asked: RequestListQuery,
  { skip, limit }: Page,
): Promise<{ rows: RequestRow[]; matchCount: number }> {
  const which = asked.only.length > 0 ? among(fileRequests.id, await markedAs(db, asked)) : matches(asked)
  const [rows, matchCount] = await Promise.all([
    db
      .select()
      .from(fileRequests)
      .where(which)
      .orderBy(desc(fileRequests.createdAt), desc(fileRequests.id))
      .offset(skip)
      .limit(limit),
    db.$count(fileRequests, which),
  ])
  return { rows, matchCount }
}

/** Rows that may be it are few, and are counted as the list shows them. */
async function markedAs(db: Db, asked: RequestListQuery): Promise<string[]> {
  const at = sql`${asked.now.toISOString()}::timestamptz`
  const may: Record<RequestMark, SQL> = {
    overdue: sql`${fileRequests.dueAt} <= ${at}`,
    missing: sql`true`,
    toReview: sql`exists (select from submissions s join submitted_files f on f.submission_id = s.id
      where s.request_id = ${fileRequests.id} and s.received_at is not null and f.decision = 'received')`,
  }
  const rows = await db
    .select()
    .from(fileRequests)
    .where(and(matches(asked), ...asked.only.map((mark) => may[mark])))
  const counts = await summariesOf(
    db,
    rows.map(({ id }) => id),
    asked.now,
  )
  return rows.filter((row) => asked.only.every((mark) => isMarked(mark, row, counts.get(row.id)!, asked.now))).map(({ id }) => id)
}

/** Without required documents each supplier counts as one that is to come. */
export const progressOf = ({ required, suppliers, received, complete }: Counts): { expected: number; received: number } =>
  required > 0 ? { expected: suppliers * required, received } : { expected: suppliers, received: complete }

/** What was closed by hand waits for nobody any more, but for a look at what has come. */
function isMarked(mark: RequestMark, { state, takenDown, dueAt }: RequestRow, counts: Counts, now: Date): boolean {
  if (mark === 'toReview') return counts.toReview > 0
  const { expected, received } = progressOf(counts)
  const isMissing = state === 'open' && takenDown === null && (expected === 0 || received < expected)
  return isMissing && (mark === 'missing' || (dueAt !== null && dueAt <= now))
}

/** Of each supplier's document the newest submission counts. */
export async function summariesOf(db: Db, ids: readonly string[], now: Date): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map()
  const open = await openUploads(db, ids)
  const filesOf = (id: unknown, isIt: (upload: OpenUpload) => boolean) =>
    open.reduce((sum, upload) => sum + (upload.purposeId === id && isIt(upload) ? upload.files : 0), 0)
  const { rows } = await db.execute(sql`
    with asked as (select unnest(${sql.param(ids)}::uuid[]) as id),
    sent as (
      select s.request_id, s.supplier_id, f.document_id, f.decision, s.received_at,
        dense_rank() over (partition by s.supplier_id, f.document_id order by s.created_at desc, s.id) as age
      from submissions s join submitted_files f on f.submission_id = s.id join transfers t on t.id = s.transfer_id
      where s.request_id in (select id from asked) and s.received_at is not null and t.state <> 'deleted'
    ),
    slots as (
      select request_id, supplier_id, document_id, bool_and(decision <> 'rejected') as is_there
      from sent where age = 1 or document_id is null group by request_id, supplier_id, document_id
    )
    select asked.id,
      (select count(*) from suppliers where request_id = asked.id) as suppliers,
      (select count(*) from request_documents where request_id = asked.id and is_required) as required,
      (select count(*) from slots join request_documents d on d.id = slots.document_id
        where slots.request_id = asked.id and d.is_required and slots.is_there) as received,
      (select count(distinct supplier_id) from slots where request_id = asked.id and is_there) as complete,
      (select count(*) from sent where request_id = asked.id and decision = 'received' and (age = 1 or document_id is null)) as to_review,
      (select max(received_at) from sent where request_id = asked.id) as latest_at
    from asked`)
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        suppliers: Number(row.suppliers),
        required: Number(row.required),
        received: Number(row.received),
        complete: Number(row.complete),
        uploading: filesOf(row.id, (upload) => isArriving(upload, now)),
        begun: filesOf(row.id, () => true),
        toReview: Number(row.to_review),
        latestAt: row.latest_at === null ? null : new Date(row.latest_at as string),
      },
    ]),
  )
}
