/** SQL of licence codes as their accounts see them. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { licenceCodes } from '../../db/tables.ts'

export type CodeRow = typeof licenceCodes.$inferSelect

/** Any constant of its own in this database. */
const LICENCES_KEY = 7_264_781_010

/** Activations go on side by side, what the operator does alone: it takes codes before owners, they owners before codes. */
export async function holdForActivation(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${LICENCES_KEY})`)
}
export async function holdAlone(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LICENCES_KEY})`)
}

/** Activated and not revoked. */
export const licencesOf = (db: Db, ownerId: string): Promise<CodeRow[]> =>
  db
    .select()
    .from(licenceCodes)
    .where(and(isOwnedBy(licenceCodes, ownerId), isNull(licenceCodes.revokedAt)))
    .orderBy(asc(licenceCodes.activatedAt), asc(licenceCodes.id))

/**
 * Gives codes that are nobody's and not revoked to an owner; how many there were. They are locked in one order, so that nobody waits
 * in a circle, and activated a millisecond apart, so that they stay in the order in which they were typed.
 */
export async function takeCodes(
  tx: Transaction,
  hashes: Buffer[],
  { activatedAt, ...taken }: { ownerId: string; activatedAt: Date; requestKey: string | null },
): Promise<number> {
  const isFree = and(inArray(licenceCodes.codeHash, hashes), isNull(licenceCodes.ownerId), isNull(licenceCodes.revokedAt))
  const rows = await tx
    .select({ codeHash: licenceCodes.codeHash })
    .from(licenceCodes)
    .where(isFree)
    .orderBy(asc(licenceCodes.id))
    .for('update')
  const free = hashes.filter((hash) => rows.some(({ codeHash }) => codeHash.equals(hash)))
  for (const [index, hash] of free.entries())
    await tx
      .update(licenceCodes)
      .set({ ...taken, activatedAt: new Date(activatedAt.getTime() + index) })
      .where(eq(licenceCodes.codeHash, hash))
  return free.length
}

/** A code that was used stays used, whoever had it. */
export async function releaseCodes(tx: Transaction, ownerId: string): Promise<void> {
  const isUsed = sql`coalesce(${licenceCodes.revokedAt}, ${licenceCodes.activatedAt}, now())`
  await tx.update(licenceCodes).set({ ownerId: null, revokedAt: isUsed }).where(isOwnedBy(licenceCodes, ownerId))
}

/** What a copy of an account's data has of its codes (A5). */
export const codesForCopy = (db: Db, ownerId: string) => {
  const { hint, batch, activatedAt, revokedAt } = licenceCodes
  return db.select({ endsWith: hint, batch, activatedAt, revokedAt }).from(licenceCodes).where(isOwnedBy(licenceCodes, ownerId))
}
