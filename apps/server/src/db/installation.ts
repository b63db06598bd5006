/** What an installation keeps of itself, a value under a name: a proof of its keys, its own id, how far timed work has come. */
import { eq } from 'drizzle-orm'
import type { Db, Transaction } from './database.ts'
import { installation } from './tables.ts'

export async function readMark(db: Db, name: string): Promise<Buffer | null> {
  const [row] = await db.select().from(installation).where(eq(installation.name, name))
  return row?.value ?? null
}

/** When the last backup was written. */
export const lastBackupMark = 'last-backup'

/** The same, and until the transaction ends nobody else changes it. */
export async function lockMark(tx: Transaction, name: string): Promise<Buffer | null> {
  const [row] = await tx.select().from(installation).where(eq(installation.name, name)).for('update')
  return row?.value ?? null
}

/** Unless there is one already. */
export async function addMark(db: Db, name: string, value: Buffer): Promise<void> {
  await db.insert(installation).values({ name, value }).onConflictDoNothing()
}

export async function writeMark(db: Db, name: string, value: Buffer): Promise<void> {
  await db.insert(installation).values({ name, value }).onConflictDoUpdate({ target: installation.name, set: { value } })
}

/** How far timed work has come, as it was; from now on until `now`, if that is later. The first time there is nothing before. */
export async function moveMark(tx: Transaction, name: string, now: Date): Promise<Date> {
  const value = Buffer.from(now.toISOString())
  await addMark(tx, name, value)
  const before = new Date(String(await lockMark(tx, name)))
  // Of two processes, the one whose clock is behind tells nothing a second time.
  if (before < now) await writeMark(tx, name, value)
  return before
}
