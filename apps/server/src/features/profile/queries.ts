/** SQL of the person behind an account. */
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { logos, pictures, transfers, uploads, users } from '../../db/tables.ts'
import { ownerStanding } from '../owners/index.ts'

type UserRow = typeof users.$inferSelect
type PictureRow = typeof pictures.$inferSelect

export const findUser = async (db: Db, id: string): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(eq(users.id, id)))[0]

/** Wishes of one account that race wait here for each other. What only refers to it, as a transfer that it sends, does not. */
export const lockUser = async (tx: Transaction, id: string): Promise<UserRow | undefined> =>
  (await tx.select().from(users).where(eq(users.id, id)).for('no key update'))[0]

/** Whose date is not after `before`, in the order of their ids, after one. */
export const usersToHardDelete = (db: Db, before: Date, afterId: string | null, max: number): Promise<{ id: string }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.deleteAt, before), afterId ? gt(users.id, afterId) : undefined))
    .orderBy(users.id)
    .limit(max)

/** A new picture is a new row with a new address. */
export async function putPicture(db: Db, row: Omit<typeof pictures.$inferInsert, 'id'>): Promise<void> {
  const set = { id: sql`gen_random_uuid()`, kind: row.kind, bytes: row.bytes, createdAt: row.createdAt }
  await db.insert(pictures).values(row).onConflictDoUpdate({ target: pictures.userId, set })
}

export const deletePicture = async (db: Db, userId: string): Promise<void> =>
  void (await db.delete(pictures).where(eq(pictures.userId, userId)))

export const findPicture = async (db: Db, id: string): Promise<Pick<PictureRow, 'kind' | 'bytes'> | undefined> =>
  (await db.select({ kind: pictures.kind, bytes: pictures.bytes }).from(pictures).where(eq(pictures.id, id)))[0]

export type LogoRow = typeof logos.$inferSelect

export const findLogo = async (db: Db, domain: string): Promise<LogoRow | undefined> =>
  (await db.select().from(logos).where(eq(logos.domain, domain)))[0]

export async function keepLogo(db: Db, { domain, ...set }: typeof logos.$inferInsert): Promise<void> {
  await db
    .insert(logos)
    .values({ domain, ...set })
    .onConflictDoUpdate({ target: logos.domain, set })
}

/** Of domains that no account has (any more). */
export const deleteUnneededLogos = async (db: Db): Promise<void> =>
  void (await db
    .delete(logos)
    .where(sql`not exists (select 1 from ${users} where substring(${users.email} from '[^@]*$') = ${logos.domain})`))

/** What a browser sent that belongs to an address without an account: the newest, and how many are of the same address. */
export async function savable(db: Db, browserHash: string): Promise<{ count: number; slug: string; email: string } | undefined> {
  const [row] = await db
    .select({
      slug: transfers.slug,
      email: transfers.senderEmail,
      count: sql<number>`(count(*) over (partition by ${transfers.senderEmail}))::int`,
    })
    .from(transfers)
    .innerJoin(uploads, eq(transfers.uploadId, uploads.id))
    .innerJoin(ownerStanding, eq(transfers.ownerId, ownerStanding.id))
    .where(and(eq(uploads.browserHash, browserHash), eq(ownerStanding.kind, 'address'), sql`${transfers.state} <> 'deleted'`))
    .orderBy(sql`${transfers.sentAt} desc`)
    .limit(1)
  return row
}
