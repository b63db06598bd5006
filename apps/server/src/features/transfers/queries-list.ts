/** SQL of a sender's list: one page of it, what each row shows beside it, and the counts of every filter. */
import type { TransferFilter } from '@sampan/contract/routes/dashboard'
import type { OwnerStatus } from '@sampan/contract/states'
import { and, asc, desc, eq, gt, gte, ilike, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/connect.ts'
import { downloadEvents, files, monthCounts, owners, recipients, transfers } from '../../db/tables.ts'
import type { RecipientRow, TransferRow } from './queries.ts'

export type Asked = {
  ownerId: string
  /** A suspended sender has no link that is open. */
  isSuspended: boolean
  now: Date
  filter: TransferFilter
  search: string
  slug?: string | undefined
}
export type Counts = { matching: number; all: number; active: number; expired: number; thisMonth: number }
export type DownloadRow = Pick<typeof downloadEvents.$inferSelect, 'transferId' | 'at' | 'countryCode' | 'city'> & {
  email: string | null
}

export type Page = { skip: number; limit: number }

const sent = alias(transfers, 'sent')
const everything = sql`true`
const nothing = sql`false`
const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
/** Text as it is written: LIKE's own signs stand for themselves. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** What each filter takes of an owner's transfers; `active` and `expired` as statusOf says of each. */
function filters({ isSuspended, now }: Asked): Record<TransferFilter, SQL> {
  const hasDownloadsLeft = or(isNull(transfers.downloadLimit), lt(transfers.downloadCount, transfers.downloadLimit))
  const isOpen = and(eq(transfers.state, 'active'), gt(transfers.expiresAt, now), hasDownloadsLeft)
  return {
    all: everything,
    active: isSuspended ? nothing : or(eq(transfers.state, 'uploading'), isOpen)!,
    expired: isSuspended ? nothing : and(eq(transfers.state, 'active'), lte(transfers.expiresAt, now))!,
    thisMonth: gte(transfers.sentAt, monthStart(now)),
    // Neither shares nor teams are there yet.
    shared: nothing,
    team: nothing,
  }
}

/** Of the owner's alone, so that a search never reads what others have sent. */
function hits(db: Db, { ownerId, search }: Asked): SQL {
  const pattern = containing(search)
  const isLive = and(eq(files.isRemoved, false), eq(sent.ownerId, ownerId))
  const byFile = db
    .select({ id: sent.id })
    .from(sent)
    .innerJoin(files, eq(files.uploadId, sent.uploadId))
    .where(and(isLive, ilike(files.path, pattern)))
  const byRecipient = db
    .select({ id: sent.id })
    .from(sent)
    .innerJoin(recipients, eq(recipients.transferId, sent.id))
    .where(and(eq(sent.ownerId, ownerId), ilike(recipients.email, pattern)))
  return or(ilike(transfers.message, pattern), inArray(transfers.id, byRecipient), inArray(transfers.id, byFile))!
}

/** Deleted ones are gone for their sender too. */
const isListed = (ownerId: string) => and(eq(transfers.ownerId, ownerId), ne(transfers.state, 'deleted'))

const matches = (asked: Asked) =>
  and(isListed(asked.ownerId), filters(asked)[asked.filter], asked.slug ? eq(transfers.slug, asked.slug) : everything)
const newestFirst = [desc(transfers.sentAt), desc(transfers.id)]

/** By filter and slug. */
export const listTransfers = (db: Db, asked: Asked, { skip, limit }: Page): Promise<TransferRow[]> =>
  db
    .select()
    .from(transfers)
    .where(matches(asked))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(skip)

/** By filter, slug and search: the ids of all that fit, because finding them is the work. */
export async function searchTransfers(db: Db, asked: Asked): Promise<string[]> {
  const found = await db
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(matches(asked), hits(db, asked)))
    .orderBy(...newestFirst)
  return found.map(({ id }) => id)
}

export const transfersById = (db: Db, ids: string[]): Promise<TransferRow[]> =>
  db
    .select()
    .from(transfers)
    .where(inArray(transfers.id, ids))
    .orderBy(...newestFirst)

/** Of each filter, and of the asked one with its slug. */
export async function countTransfers(db: Db, asked: Asked): Promise<Counts> {
  const { active, expired, thisMonth } = filters(asked)
  const count = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`.mapWith(Number)
  const counts = {
    matching: count(matches(asked)),
    all: count(everything),
    active: count(active),
    expired: count(expired),
    thisMonth: count(thisMonth),
  }
  return (await db.select(counts).from(transfers).where(isListed(asked.ownerId)))[0]!
}

export const recipientsOfAll = (db: Db, transferIds: string[]): Promise<RecipientRow[]> =>
  db.select().from(recipients).where(inArray(recipients.transferId, transferIds)).orderBy(asc(recipients.email))

/** The latest few of each, newest first. */
export function latestDownloads(db: Db, transferIds: string[], perTransfer: number): Promise<DownloadRow[]> {
  const latest = db
    .select({
      transferId: downloadEvents.transferId,
      at: downloadEvents.at,
      countryCode: downloadEvents.countryCode,
      city: downloadEvents.city,
      recipientId: downloadEvents.recipientId,
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
      email: recipients.email,
    })
    .from(transfers)
    .crossJoinLateral(latest)
    .leftJoin(recipients, eq(recipients.id, latest.recipientId))
    .where(inArray(transfers.id, transferIds))
    .orderBy(desc(latest.at))
}

export async function ownerStatusOf(db: Db, ownerId: string): Promise<OwnerStatus> {
  return (await db.select({ status: owners.status }).from(owners).where(eq(owners.id, ownerId)))[0]!.status
}

/** Bytes kept and reserved, and the transfers that the month has taken, deleted ones too. */
export async function usageOf(db: Db, ownerId: string, now: Date): Promise<{ heldBytes: number; thisMonth: number }> {
  const ofMonth = and(eq(monthCounts.ownerId, owners.id), eq(monthCounts.month, now.toISOString().slice(0, 7)))
  const [row] = await db
    .select({ used: owners.usedBytes, reserved: owners.reservedBytes, thisMonth: monthCounts.transfers })
    .from(owners)
    .leftJoin(monthCounts, ofMonth)
    .where(eq(owners.id, ownerId))
  return { heldBytes: row!.used + row!.reserved, thisMonth: row!.thisMonth ?? 0 }
}
