/** SQL of the daily mail: which notices wait for it, and what they tell. */
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { downloadDigests, downloadNotices } from '../../db/tables.ts'
import { accountRecord } from '../accounts/index.ts'

/** A visit, as a line of the mail tells it. */
export type DigestLine = { id: string; who: string | null; what: string; fileCount: number; at: Date }

/** It is told by the account's next daily mail, and by no other. */
export async function leaveToDigest(db: Db, noticeId: string, userId: string): Promise<void> {
  const isUntold = and(eq(downloadNotices.id, noticeId), isNull(downloadNotices.sentAt), isNull(downloadNotices.digestFor))
  await db.update(downloadNotices).set({ digestFor: userId }).where(isUntold)
}

/** Accounts of which something has waited since before. */
export async function dueDigests(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ user_id: string }>(
    sql`select digest_for as user_id from ${downloadNotices} where digest_for is not null and digest_id is null group by digest_for having min(created_at) <= ${before.toISOString()}::timestamptz limit ${limit}`,
  )
  return rows.map(({ user_id }) => user_id)
}

/** All that waits becomes one digest; nothing where somebody else has just made it, or the account is gone. */
export async function takeDigest(tx: Transaction, userId: string, digestId: string, now: Date): Promise<boolean> {
  const waits = and(eq(downloadNotices.digestFor, userId), isNull(downloadNotices.digestId))
  const taken = await tx.update(downloadNotices).set({ digestId }).where(waits).returning({ id: downloadNotices.id })
  if (taken.length === 0) return false
  const { rowCount } = await tx.execute(
    sql`insert into ${downloadDigests} (id, user_id, created_at) select ${digestId}, id, ${now.toISOString()}::timestamptz from ${accountRecord} where id = ${userId}`,
  )
  return rowCount === 1
}

/** Its account, unless it was sent. */
export async function unsentDigest(db: Db, id: string): Promise<string | undefined> {
  const isIt = and(eq(downloadDigests.id, id), isNull(downloadDigests.sentAt))
  return (await db.select({ userId: downloadDigests.userId }).from(downloadDigests).where(isIt))[0]?.userId
}

export async function digestLines(db: Db, digestId: string): Promise<DigestLine[]> {
  const { rows } = await db.execute<{ id: string; who: string | null; what: string; file_count: number; at: Date }>(sql`
    select n.id, max(e.recipient_email) as who, coalesce(nullif(t.title, ''), t.file_name) as what,
      least(sum(e.file_count), greatest(t.file_count, max(e.file_count)))::int as file_count, max(e.at) as at
    from ${downloadNotices} n
    join transfers t on t.id = n.transfer_id and t.state <> 'deleted'
    join download_events e on e.notice_id = n.id
    where n.digest_id = ${digestId}
    group by n.id, t.id
    order by t.sent_at desc, t.id, max(e.at)`)
  return rows.map(({ file_count, at, ...row }) => ({ ...row, fileCount: file_count, at: new Date(at) }))
}

export async function markDigestSent(tx: Transaction, id: string, sentAt: Date): Promise<void> {
  await tx.update(downloadDigests).set({ sentAt }).where(eq(downloadDigests.id, id))
  await tx.update(downloadNotices).set({ sentAt }).where(eq(downloadNotices.digestId, id))
}

export async function deleteOldDigests(db: Db, before: Date): Promise<void> {
  const old = db.select({ id: downloadDigests.id }).from(downloadDigests).where(lt(downloadDigests.sentAt, before))
  await db.delete(downloadDigests).where(inArray(downloadDigests.id, old))
}
