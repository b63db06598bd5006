/** SQL of uploads for file requests that are not whole: those of strangers, who came by an open link, and those of one sender. */
import { and, asc, eq, isNull, not, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { uploads } from '../../db/tables.ts'

/** As the rows of its uploads have it. */
export const requestName = 'request'

const isOpen = sql`${uploads.state} = 'open'`
const isForRequest = eq(uploads.purpose, requestName)
const isStrangers = not(uploads.isVerified)

/** Submitted ones too, until they are whole: nobody holds more by submitting what has not come. */
const ofStrangers = (ownerId: string) => and(isOwnedBy(uploads, ownerId), isOpen, isForRequest, isStrangers)

const sumOf = (which = sql`true`) =>
  sql<number>`coalesce(sum(${uploads.declaredBytes}) filter (where ${which}), 0)`.mapWith(Number)
const countOf = (which: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${which})`.mapWith(Number)

/** What unfinished uploads of strangers have reserved of an owner's storage. */
export const strangersBytes = async (db: Db, ownerId: string): Promise<number> =>
  (await db.select({ bytes: sumOf() }).from(uploads).where(ofStrangers(ownerId)))[0]!.bytes

type Who = { requestId: string; browserHash: string; networkKey: string }

/** The same as it counts for one more of them. */
export async function openOfStrangers(tx: Transaction, ownerId: string, { requestId, browserHash, networkKey }: Who) {
  const isOfRequest = sql`${uploads.purposeId} = ${requestId}`
  const isOfNetwork = sql`${uploads.networkKey} = ${networkKey}`
  const open = {
    bytes: sumOf(),
    bytesOfNetwork: sumOf(isOfNetwork),
    ofNetwork: countOf(isOfNetwork),
    ofRequest: countOf(isOfRequest),
    ofBrowser: countOf(sql`${isOfRequest} and ${uploads.browserHash} = ${browserHash}`),
  }
  return (await tx.select(open).from(uploads).where(ofStrangers(ownerId)))[0]!
}

/** Most that one call looks through to find what may give way. */
const mostBegun = 2000

/** What strangers have begun at an owner's requests and not submitted, what ends soonest first; locked, but for what is being written. */
export async function lockBegunByStrangers(tx: Transaction, ownerId: string) {
  const { id, networkKey, isVerified, purposeId, receivedBytes, declaredBytes, expiresAt } = uploads
  return tx
    .select({ id, networkKey, isVerified, purposeId, receivedBytes, declaredBytes, expiresAt })
    .from(uploads)
    .where(and(ofStrangers(ownerId), isNull(uploads.publishedAt)))
    .orderBy(asc(uploads.expiresAt))
    .limit(mostBegun)
    .for('update', { skipLocked: true })
}
export type BegunByStranger = Awaited<ReturnType<typeof lockBegunByStrangers>>[number]

/** Whose unfinished uploads for a request are meant; `supplierId` null: of a browser that no row of the request's names. */
export type RequestSender = { requestId: string; supplierId: string | null; browserHash: string }

const isSenders = ({ requestId, supplierId, browserHash }: RequestSender) =>
  and(
    eq(uploads.purposeId, requestId),
    sql`${uploads.purposeOf} is not distinct from ${supplierId}`,
    eq(uploads.browserHash, browserHash),
  )

/** How many uploads a sender has reserved storage for and not finished, and how much. */
export async function reservedBySender(db: Db, sender: RequestSender): Promise<{ uploads: number; bytes: number }> {
  const reserved = { uploads: countOf(sql`true`), bytes: sumOf() }
  return (
    await db
      .select(reserved)
      .from(uploads)
      .where(and(isSenders(sender), isOpen))
  )[0]!
}

/** Of somebody who was asked by name, in whatever browser. */
export const openOfSupplier = (tx: Transaction, requestId: string, supplierId: string): Promise<number> =>
  tx.$count(
    uploads,
    and(eq(uploads.purposeId, requestId), eq(uploads.purposeOf, supplierId), isOpen, isNull(uploads.publishedAt)),
  )

/** `supplierId`: those of one who was asked by name; `browserHash`: of one browser that was not; `isStrangers`: of all those alone. */
export type OfRequest = {
  requestId: string
  supplierId?: string | undefined
  browserHash?: string | undefined
  isStrangers?: boolean
}

/** Begun for a request and not submitted; locked, in the order of their ids. */
export async function lockBegun(
  tx: Transaction,
  of: OfRequest,
): Promise<{ id: string; ownerId: string; declaredBytes: number }[]> {
  const { id, ownerId, declaredBytes } = uploads
  const which = and(
    eq(uploads.purposeId, of.requestId),
    of.supplierId ? eq(uploads.purposeOf, of.supplierId) : undefined,
    of.browserHash ? eq(uploads.browserHash, of.browserHash) : undefined,
    of.isStrangers || of.browserHash ? isStrangers : undefined,
    isOpen,
    isNull(uploads.publishedAt),
  )
  return tx.select({ id, ownerId, declaredBytes }).from(uploads).where(which).orderBy(asc(uploads.id)).for('update')
}
