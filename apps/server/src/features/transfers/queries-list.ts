/** SQL of a sender's list: one page of it, what each row shows beside it, and the counts of every filter. */
import type { TransferFilter, TransferSort } from '@sampan/contract/routes/dashboard'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { isOwnedBy, isPermitted, isSharedWith } from '../../db/permitted.ts'
import { downloadEvents, recipients, transfers, transferTexts } from '../../db/tables.ts'
import type { SignedIn } from '../../http/actor.ts'
import { heldFiles } from '../content/index.ts'
import { monthOf, transfersTaken } from '../owners/index.ts'
import type { RecipientRow, TransferRow } from './queries.ts'

export type TransferListQuery = {
  actor: Pick<SignedIn, 'ownerId' | 'userId' | 'isMember'>
  /** A suspended sender has no link that is open. */
  isSuspended: boolean
  now: Date
  filter: TransferFilter
  sort: TransferSort
  search: string
  slug?: string | undefined
  /** Of these people of the team alone. */
  authors?: string[] | undefined
}
export type Counts = Record<
  'matching' | 'all' | 'active' | 'expired' | 'closed' | 'thisMonth' | 'received' | 'shared' | 'sentThisMonth',
  number
>
export type DownloadRow = Pick<typeof downloadEvents.$inferSelect, 'transferId' | 'at' | 'countryCode' | 'city' | 'fileCount'> & {
  email: string | null
}

export type Page = { skip: number; limit: number }

const everything = sql`true`
const nothing = sql`false`
const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
/** What each filter takes of an owner's transfers; `active`, `expired` and `closed` as statusOf says of each. */
function filters({ actor, isSuspended, now }: TransferListQuery): Record<TransferFilter, SQL> {
  const hasDownloadsLeft = or(
    isNull(transfers.downloadLimit),
    sql`${transfers.downloadCount} - ${transfers.freeDownloads} < ${transfers.downloadLimit}`,
  )
  const isOpen = and(eq(transfers.state, 'active'), gt(transfers.expiresAt, now), hasDownloadsLeft)
  const isActive = or(eq(transfers.state, 'uploading'), isOpen)!
  const isExpired = and(eq(transfers.state, 'active'), lte(transfers.expiresAt, now))!
  const isOthers = ne(transfers.authorId, actor.userId)
  return {
    all: everything,
    active: isSuspended ? nothing : isActive,
    expired: isSuspended ? nothing : isExpired,
    closed: isSuspended ? everything : and(not(isActive), not(isExpired))!,
    thisMonth: gte(transfers.sentAt, monthStart(now)),
    received: everything,
    shared: and(isOthers, isSharedWith(actor.userId))!,
    team: isOthers,
  }
}

/** Deleted ones are gone for their sender too. */
const isListed = ({ actor, authors }: TransferListQuery) =>
  and(isPermitted(actor, 'read'), ne(transfers.state, 'deleted'), authors && inArray(transfers.authorId, authors))
const isReceived = isNotNull(transfers.requestSlug)
const isSent = isNull(transfers.requestSlug)

const matches = (asked: TransferListQuery) =>
  and(
    isListed(asked),
    asked.filter === 'received' ? isReceived : isSent,
    filters(asked)[asked.filter],
    asked.slug ? eq(transfers.slug, asked.slug) : everything,
  )
const newestFirst = [desc(transfers.sentAt), desc(transfers.id)]
const orders: Record<TransferSort, SQL[]> = {
  newest: newestFirst,
  oldest: [asc(transfers.sentAt), asc(transfers.id)],
  name: [asc(sql`lower(coalesce(nullif(${transfers.title}, ''), ${transfers.fileName}))`), ...newestFirst],
  size: [desc(transfers.totalBytes), ...newestFirst],
  expiry: [asc(transfers.expiresAt), ...newestFirst],
  downloads: [desc(transfers.downloadCount), ...newestFirst],
}

/** By filter and slug. The page is found by its ids: of a long list in another order than an index has, sorting whole rows takes twice the time. */
export function listTransfers(db: Db, asked: TransferListQuery, { skip, limit }: Page): Promise<TransferRow[]> {
  const order = orders[asked.sort]
  const ids = db
    .select({ id: transfers.id })
    .from(transfers)
    .where(matches(asked))
    .orderBy(...order)
    .limit(limit)
    .offset(skip)
  return db
    .select()
    .from(transfers)
    .where(inArray(transfers.id, ids))
    .orderBy(...order)
}

/** Of the owner's texts alone, or a search may be answered by reading those of everybody; read in a row, they are many in little time. */
const hasWord = (db: Db, { actor, search }: TransferListQuery): SQL => {
  const word = like(transferTexts.text, sql`lower(${containing(search)})`)
  const worded = db.select({ id: transferTexts.transferId }).from(transferTexts)
  return inArray(transfers.id, worded.where(and(isOwnedBy(transferTexts, actor.ownerId), word)))
}

/** By filter, slug and search: one page of ids, and how many fit in all. Each of the owner's texts is read once. */
export async function searchTransfers(
  db: Db,
  asked: TransferListQuery,
  { skip, limit }: Page,
): Promise<{ ids: string[]; matching: number }> {
  const found = db.$with('found').as(
    db
      .select({
        id: transfers.id,
        place: sql<number>`row_number() over (order by ${sql.join(orders[asked.sort], sql`, `)})`.as('place'),
      })
      .from(transfers)
      .where(and(matches(asked), hasWord(db, asked))),
  )
  const page = db
    .select({ id: found.id, place: found.place })
    .from(found)
    .orderBy(asc(found.place))
    .limit(limit)
    .offset(skip)
    .as('page')
  const total = db
    .select({ matching: count().as('matching') })
    .from(found)
    .as('total')
  const rows = await db
    .with(found)
    .select({ id: page.id, matching: total.matching })
    .from(total)
    .leftJoin(page, sql`true`)
    .orderBy(asc(page.place))
  return { ids: rows.flatMap(({ id }) => id ?? []), matching: rows[0]!.matching }
}

export const transfersById = (db: Db, ids: string[], sort: TransferSort): Promise<TransferRow[]> =>
  db
    .select()
    .from(transfers)
    .where(inArray(transfers.id, ids))
    .orderBy(...orders[sort])

/** Of each filter, and of the asked one with its slug; with them, as of the same moment, what the month has taken. */
export async function countTransfers(db: Db, asked: TransferListQuery): Promise<Counts> {
  const { active, expired, closed, thisMonth, shared } = filters(asked)
  const counted = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`.mapWith(Number)
  const sent = (which: SQL) => counted(and(isSent, which))
  const counts = {
    matching: counted(matches(asked)),
    all: counted(isSent),
    active: sent(active),
    expired: sent(expired),
    closed: sent(closed),
    thisMonth: sent(thisMonth),
    received: counted(isReceived),
    shared: sent(shared),
    sentThisMonth: transfersTaken(asked.actor.ownerId, monthOf(asked.now)),
  }
  return (await db.select(counts).from(transfers).where(isListed(asked)))[0]!
}

export type People = { all: number; pending: number; bounced: number; refused: number; opened: number; downloaded: number }

/** Of each transfer, every recipient counted by the furthest that it came. */
export async function peopleOfAll(db: Db, transferIds: string[]): Promise<Map<string, People>> {
  const { transferId, downloadedAt, openedAt, mailState } = recipients
  const counted = (which: SQL) => sql<number>`count(*) filter (where ${which})`.mapWith(Number)
  const isUnopened = sql`${downloadedAt} is null and ${openedAt} is null`
  const rows = await db
    .select({
      transferId,
      all: count(),
      pending: counted(sql`${isUnopened} and ${mailState} in ('queued', 'waiting', 'deferred')`),
      bounced: counted(sql`${isUnopened} and ${mailState} = 'bounced'`),
      refused: counted(sql`${isUnopened} and ${mailState} = 'refused'`),
      opened: counted(sql`${downloadedAt} is null and ${openedAt} is not null`),
      downloaded: counted(sql`${downloadedAt} is not null`),
    })
    .from(recipients)
    .where(inArray(transferId, transferIds))
    .groupBy(transferId)
  return new Map(rows.map(({ transferId: id, ...people }) => [id, people]))
}

/** The first few of each. */
export function recipientsOfAll(db: Db, transferIds: string[], perTransfer: number): Promise<RecipientRow[]> {
  const first = db
    .select()
    .from(recipients)
    .where(eq(recipients.transferId, transfers.id))
    .orderBy(asc(recipients.seq))
    .limit(perTransfer)
    .as('first')
  return db
    .select(first._.selectedFields)
    .from(transfers)
    .crossJoinLateral(first)
    .where(inArray(transfers.id, transferIds))
    .orderBy(asc(first.seq)) as unknown as Promise<RecipientRow[]>
}

/** The latest few of each, newest first. */
export function latestDownloads(db: Db, transferIds: string[], perTransfer: number): Promise<DownloadRow[]> {
  const latest = db
    .select({
      transferId: downloadEvents.transferId,
      at: downloadEvents.at,
      countryCode: downloadEvents.countryCode,
      city: downloadEvents.city,
      email: downloadEvents.recipientEmail,
      fileCount: downloadEvents.fileCount,
    })
    .from(downloadEvents)
    .where(eq(downloadEvents.transferId, transfers.id))
    .orderBy(desc(downloadEvents.at), desc(downloadEvents.id))
    .limit(perTransfer)
    .as('latest')
  return db
    .select({
      transferId: latest.transferId,
      at: latest.at,
      countryCode: latest.countryCode,
      city: latest.city,
      email: latest.email,
      fileCount: latest.fileCount,
    })
    .from(transfers)
    .crossJoinLateral(latest)
    .where(inArray(transfers.id, transferIds))
    .orderBy(desc(latest.at))
}

/** Of so many choices of files the latest count, so that a stranger who makes thousands of them makes nobody's list slow. */
const countedChoices = 100

/** The newest version of which this was read whole; null where nobody has. A maximum is one step in the index, however many there were. */
const lastTaken = (transferId: SQL, isIt: SQL, more = everything): SQL =>
  sql`(select max(taken.version) from download_sessions as taken
    where taken.transfer_id = ${transferId} and ${isIt} and taken.completed_at is not null and ${more})`

const isWhole = sql`taken.file_id is null and taken.selection_id is null`

/** Later than all. */
const noVersion = sql.raw('2147483647')

/** What went and came back is in several versions: one of them is enough. `offset 0`: never worked out for all files at once. */
const isInTakenZip = sql`exists (select from transfer_files as had
  where had.transfer_id = held.transfer_id and had.file_id = held.file_id
    and ${lastTaken(sql`had.transfer_id`, isWhole, sql`taken.version < coalesce(had.before_version, ${noVersion})`)} >= had.from_version
  offset 0)`

/** Those without recipients of which each file was downloaded, by whomever: the first that nobody took ends the looking. */
export async function takenWholeAmong(db: Db, transferIds: string[]): Promise<Set<string>> {
  if (transferIds.length === 0) return new Set()
  const { rows } = await db.execute<{ id: string }>(sql`
    with asked as (
      select id, version from transfers
      where ${inArray(transfers.id, transferIds)} and state <> 'uploading' and file_count > 0 and not exists (select from recipients where transfer_id = transfers.id)
    ), chosen as materialized (
      select asked.id as transfer_id, unnest(file_ids) as file_id from asked cross join lateral (
        select id, file_ids from selections where transfer_id = asked.id order by created_at desc limit ${countedChoices}
      ) as latest where ${lastTaken(sql`asked.id`, sql`taken.selection_id = latest.id`)} is not null
    )
    select id from asked where ${lastTaken(sql`asked.id`, isWhole)} = version or (
      select held.file_id from transfer_files as held join ${heldFiles} on ${heldFiles.id} = held.file_id
      where held.transfer_id = asked.id and held.before_version is null and path not like '%/'
        and ${lastTaken(sql`held.transfer_id`, sql`taken.file_id = held.file_id`)} is null and not ${isInTakenZip}
        and (held.transfer_id, held.file_id) not in (select transfer_id, file_id from chosen)
      order by held.position limit 1) is null`)
  return new Set(rows.map(({ id }) => id))
}
