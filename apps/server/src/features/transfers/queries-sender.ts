/** SQL of who sends: what an account wants to be written, and its picture. */
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { pictures, users } from '../../db/tables.ts'

export async function mailWishesOf(db: Db, userId: string) {
  const { email, language, tellsExpiry } = users
  return (await db.select({ email, language, tellsExpiry }).from(users).where(eq(users.id, userId)))[0]
}

export const pictureIdOf = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.select({ id: pictures.id }).from(pictures).where(eq(pictures.userId, userId)))[0]?.id
