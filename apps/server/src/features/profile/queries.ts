/** SQL of the person behind an account. */
import { eq, not, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { logos, pictures } from '../../db/tables.ts'
import { isDomainOfAccount } from '../accounts/index.ts'

type PictureRow = typeof pictures.$inferSelect

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
  void (await db.delete(logos).where(not(isDomainOfAccount(logos.domain))))
