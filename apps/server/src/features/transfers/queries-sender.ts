/** SQL of what an account wants to be written. */
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/tables.ts'

export async function mailWishesOf(db: Db, userId: string) {
  const { email, language, tellsExpiry } = users
  return (await db.select({ email, language, tellsExpiry }).from(users).where(eq(users.id, userId)))[0]
}
