import { and, asc, desc, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { linkDomains } from '../../db/tables.ts'

export type DomainRow = typeof linkDomains.$inferSelect

export const domainsOf = (db: Db, ownerId: string): Promise<DomainRow[]> =>
  db.select().from(linkDomains).where(eq(linkDomains.ownerId, ownerId)).orderBy(asc(linkDomains.addedAt))

export const findDomain = async (db: Db, ownerId: string, host: string): Promise<DomainRow | undefined> =>
  (
    await db
      .select()
      .from(linkDomains)
      .where(and(eq(linkDomains.ownerId, ownerId), eq(linkDomains.host, host)))
  )[0]

/** Whoever has proven it; null where nobody has, undefined where nobody wants it. */
export async function findHost(db: Db, host: string): Promise<{ ownerId: string | null } | undefined> {
  const [row] = await db
    .select({ ownerId: linkDomains.ownerId, verifiedAt: linkDomains.verifiedAt })
    .from(linkDomains)
    .where(eq(linkDomains.host, host))
    .orderBy(sql`verified_at is null`)
    .limit(1)
  return row && { ownerId: row.verifiedAt ? row.ownerId : null }
}

/** Those of somebody else that are proven and lie above a host, or are it. */
export const provenAbove = async (db: Db, ownerId: string, host: string): Promise<boolean> =>
  (
    await db
      .select({ id: linkDomains.id })
      .from(linkDomains)
      .where(
        and(
          ne(linkDomains.ownerId, ownerId),
          isNotNull(linkDomains.verifiedAt),
          or(eq(linkDomains.host, host), sql`right(${host}, length(${linkDomains.host}) + 1) = '.' || ${linkDomains.host}`),
        ),
      )
      .limit(1)
  ).length > 0

/** The host that new links of an owner stand at: the one proven last, a domain of their own before a sub-domain of ours. */
export const hostOfLinks = async (db: Db, ownerId: string, base: string): Promise<string | undefined> =>
  (
    await db
      .select({ host: linkDomains.host })
      .from(linkDomains)
      .where(and(eq(linkDomains.ownerId, ownerId), isNotNull(linkDomains.verifiedAt)))
      .orderBy(sql`right(${linkDomains.host}, ${base.length + 1}::int) = ${`.${base}`}`, desc(linkDomains.verifiedAt))
      .limit(1)
  )[0]?.host

export const insertDomain = (tx: Transaction, row: typeof linkDomains.$inferInsert) =>
  tx.insert(linkDomains).values(row).onConflictDoNothing()

export const deleteDomain = (tx: Transaction, id: string) => tx.delete(linkDomains).where(eq(linkDomains.id, id))

/** Whoever holds it decides alone whose a host is. */
export const lockHost = (tx: Transaction, host: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`host:${host}`}, 0))`)

export const findById = async (db: Db, id: string): Promise<DomainRow | undefined> =>
  (await db.select().from(linkDomains).where(eq(linkDomains.id, id)))[0]

export const isProven = async (db: Db, host: string): Promise<boolean> =>
  (await db.$count(linkDomains, and(eq(linkDomains.host, host), isNotNull(linkDomains.verifiedAt)))) > 0

export const update = (tx: Transaction, id: string, set: Partial<DomainRow>) =>
  tx.update(linkDomains).set(set).where(eq(linkDomains.id, id))

/** Until there are none: those that were not looked at since. */
export const dueDomains = (db: Db, before: Date, max: number): Promise<DomainRow[]> =>
  db
    .select()
    .from(linkDomains)
    .where(or(isNull(linkDomains.checkedAt), lt(linkDomains.checkedAt, before)))
    .orderBy(sql`checked_at nulls first`)
    .limit(max)
