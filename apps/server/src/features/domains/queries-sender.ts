/** SQL of the domains that mails come from (B3). */
import { and, asc, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { dkimKeys, senderDomains } from '../../db/tables.ts'

export type SenderRow = typeof senderDomains.$inferSelect
export type KeyRow = typeof dkimKeys.$inferSelect

export const findSender = async (db: Db, of: { ownerId: string } | { id: string }): Promise<SenderRow | undefined> =>
  (
    await db
      .select()
      .from(senderDomains)
      .where('id' in of ? eq(senderDomains.id, of.id) : eq(senderDomains.ownerId, of.ownerId))
  )[0]

export const insertSender = async (tx: Transaction, row: typeof senderDomains.$inferInsert): Promise<SenderRow> =>
  (await tx.insert(senderDomains).values(row).returning())[0]!

export const updateSender = (tx: Transaction, id: string, set: Partial<SenderRow>) =>
  tx.update(senderDomains).set(set).where(eq(senderDomains.id, id))

export const deleteSender = (tx: Transaction, id: string) => tx.delete(senderDomains).where(eq(senderDomains.id, id))

/** Newest first. */
export const keysOf = (db: Db, domainId: string): Promise<KeyRow[]> =>
  db.select().from(dkimKeys).where(eq(dkimKeys.domainId, domainId)).orderBy(desc(dkimKeys.createdAt), asc(dkimKeys.selector))

export const insertKey = (tx: Transaction, row: typeof dkimKeys.$inferInsert) => tx.insert(dkimKeys).values(row)

export const setVerified = (tx: Transaction, id: string, verifiedAt: Date | null) =>
  tx.update(dkimKeys).set({ verifiedAt }).where(eq(dkimKeys.id, id))

/** Of all keys but the newest few: who renews again and again fills nothing. */
export const deleteKeysBut = (tx: Transaction, domainId: string, kept: number) =>
  tx.execute(
    sql`delete from dkim_keys where domain_id = ${domainId} and id not in (
          select id from dkim_keys where domain_id = ${domainId} order by verified_at is null, created_at desc limit ${kept})`,
  )

/** What mails of an owner are signed with now: the newest key that DNS has. */
export const signingKey = async (db: Db, ownerId: string) =>
  (
    await db
      .select({ host: senderDomains.host, localPart: senderDomains.localPart, key: dkimKeys })
      .from(senderDomains)
      .innerJoin(dkimKeys, eq(dkimKeys.domainId, senderDomains.id))
      .where(and(eq(senderDomains.ownerId, ownerId), isNotNull(dkimKeys.verifiedAt)))
      .orderBy(desc(dkimKeys.createdAt))
      .limit(1)
  )[0]

export const dueSenders = (db: Db, before: Date, max: number): Promise<SenderRow[]> =>
  db
    .select()
    .from(senderDomains)
    .where(or(isNull(senderDomains.checkedAt), lt(senderDomains.checkedAt, before)))
    .orderBy(sql`checked_at nulls first`)
    .limit(max)
