/** SQL of licence codes as the operator handles them. */
import { and, asc, count, eq, isNotNull, isNull, min, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { licenceCodes } from '../../db/tables.ts'
import { accountRecord } from '../accounts/index.ts'

type NewCode = typeof licenceCodes.$inferInsert

/** Rows of one statement: Postgres takes 65,535 values. */
const batchRows = 5000

export async function insertCodes(tx: Transaction, rows: NewCode[]): Promise<void> {
  for (let at = 0; at < rows.length; at += batchRows) await tx.insert(licenceCodes).values(rows.slice(at, at + batchRows))
}

/** A batch by its name, or one code by its hash. */
export type Which = { batch: string } | { codeHash: Buffer }
const isOf = (which: Which): SQL =>
  'batch' in which ? eq(licenceCodes.batch, which.batch) : eq(licenceCodes.codeHash, which.codeHash)

export const countCodes = async (db: Db, which: Which): Promise<number> =>
  (await db.select({ found: count() }).from(licenceCodes).where(isOf(which)))[0]!.found

/** Those that were not revoked before; whose they were. */
export const revokeCodes = (tx: Transaction, which: Which, revokedAt: Date): Promise<{ ownerId: string | null }[]> =>
  tx
    .update(licenceCodes)
    .set({ revokedAt })
    .where(and(isOf(which), isNull(licenceCodes.revokedAt)))
    .returning({ ownerId: licenceCodes.ownerId })

export type Batch = { batch: string; createdAt: Date; codes: number; activated: number; revoked: number }

export async function listBatches(db: Db): Promise<Batch[]> {
  const rows = await db
    .select({
      batch: licenceCodes.batch,
      createdAt: min(licenceCodes.createdAt),
      codes: count(),
      activated: sql<number>`count(*) filter (where ${isNotNull(licenceCodes.ownerId)} and ${isNull(licenceCodes.revokedAt)})::int`,
      revoked: count(licenceCodes.revokedAt),
    })
    .from(licenceCodes)
    .groupBy(licenceCodes.batch)
    .orderBy(asc(min(licenceCodes.createdAt)), asc(licenceCodes.batch))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt! }))
}

export type ListedCode = {
  batch: string
  hint: string
  createdAt: Date
  email: string | null
  activatedAt: Date | null
  revokedAt: Date | null
}

export const listCodes = (db: Db, batch: string): Promise<ListedCode[]> =>
  db
    .select({
      batch: licenceCodes.batch,
      hint: licenceCodes.hint,
      createdAt: licenceCodes.createdAt,
      email: accountRecord.email,
      activatedAt: licenceCodes.activatedAt,
      revokedAt: licenceCodes.revokedAt,
    })
    .from(licenceCodes)
    // The person of the account, not those who act under it.
    .leftJoin(accountRecord, and(eq(accountRecord.ownerId, licenceCodes.ownerId), isNotNull(licenceCodes.ownerId)))
    .where(eq(licenceCodes.batch, batch))
    .orderBy(asc(licenceCodes.createdAt), asc(licenceCodes.id))
