/** The SQL of verification: codes and the addresses that browsers have verified. */
import type { Language } from '@sampan/contract/paths'
import { surelyMailboxOf } from '@sampan/contract/rules/recipients'
import { and, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { deleteExpiredHits } from '../../db/rate-hits.ts'
import { verifications, verifiedAddresses } from '../../db/tables.ts'

/** What a code verifies an address for; a ticket that a verified sign-up code gives; and what many who ask at once are given together. */
export type Purpose = 'send' | 'signUp' | 'emailChange' | 'signUpTicket' | 'joint'
/** What a code is bound to; to change an account's address it is a session that stands for the browser. */
export type Binding = { email: string; purpose: Purpose; browserHash: string }
export type CodeMailPayload = { verificationId: string; purpose: Purpose; language: Language; sealedCode: string }

const ofBinding = ({ email, purpose, browserHash }: Binding) =>
  and(eq(verifications.email, email), eq(verifications.purpose, purpose), eq(verifications.browserHash, browserHash))
const isAlive = (now: Date) => and(isNull(verifications.usedAt), gt(verifications.expiresAt, now))

/** Until when the code is good that this very call has asked for before, if it did. Of the same calls that race one is let through. */
export async function codeOfRequest(tx: Transaction, binding: Binding, requestKey: string): Promise<Date | null> {
  const { email, purpose, browserHash } = binding
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${email} ${purpose} ${browserHash}`}, 0))`)
  const [row] = await tx
    .select({ expiresAt: verifications.expiresAt })
    .from(verifications)
    .where(and(ofBinding(binding), eq(verifications.requestKey, requestKey)))
  return row?.expiresAt ?? null
}

/** A newer code replaces the older ones. */
export async function replaceCode(
  tx: Transaction,
  binding: Binding,
  code: Pick<typeof verifications.$inferInsert, 'id' | 'codeHash' | 'expiresAt' | 'createdAt' | 'requestKey' | 'tries'>,
): Promise<void> {
  await tx.delete(verifications).where(ofBinding(binding))
  await tx.insert(verifications).values({ ...binding, ...code })
}

/** The one that lives beyond `until`. */
export async function findCode(db: Db, binding: Binding, until: Date): Promise<{ id: string; expiresAt: Date } | undefined> {
  const { id, expiresAt } = verifications
  return (
    await db
      .select({ id, expiresAt })
      .from(verifications)
      .where(and(ofBinding(binding), gt(expiresAt, until)))
  )[0]
}

/** Counts a try and tells whether it was right. One guarded statement: tries that race cannot exceed the most allowed. */
export async function tryCode(
  tx: Transaction,
  binding: Binding,
  codeHash: Buffer,
  maxTries: number,
  now: Date,
): Promise<boolean> {
  const isRight = sql`${verifications.codeHash} = ${codeHash}`
  const [row] = await tx
    .update(verifications)
    .set({ tries: sql`${verifications.tries} + 1`, usedAt: sql`case when ${isRight} then ${now.toISOString()}::timestamptz end` })
    .where(and(ofBinding(binding), isAlive(now), lt(verifications.tries, maxTries)))
    .returning({ isUsed: sql<boolean>`${verifications.usedAt} is not null` })
  return row?.isUsed ?? false
}

/** Whether this code was used lately, in this very browser and for this: its answer may have been lost. */
export async function wasJustUsed(tx: Transaction, binding: Binding, codeHash: Buffer, since: Date): Promise<boolean> {
  const which = and(ofBinding(binding), eq(verifications.codeHash, codeHash), gt(verifications.usedAt, since))
  return (await tx.select({ id: verifications.id }).from(verifications).where(which)).length > 0
}

/** Whether a code would be right, without using it. */
export async function isRightCode(db: Db, binding: Binding, codeHash: Buffer, now: Date): Promise<boolean> {
  const which = and(ofBinding(binding), isAlive(now), eq(verifications.codeHash, codeHash))
  return (await db.select({ id: verifications.id }).from(verifications).where(which)).length > 0
}

/** Whether the newest code was used; false also where it is forgotten by now. */
export async function isUsedCode(db: Db, binding: Binding): Promise<boolean> {
  const which = and(ofBinding(binding), isNotNull(verifications.usedAt))
  return (await db.select({ id: verifications.id }).from(verifications).where(which)).length > 0
}

/** The address that a code was made for, or null once it was used, replaced or is too old. */
export async function addressOfCode(db: Db, id: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ email: verifications.email })
    .from(verifications)
    .where(and(eq(verifications.id, id), isAlive(now)))
  return row?.email ?? null
}

export async function markVerified(tx: Transaction, browserHash: string, email: string, now: Date): Promise<void> {
  await tx
    .insert(verifiedAddresses)
    .values({ browserHash, email, verifiedAt: now })
    .onConflictDoUpdate({ target: [verifiedAddresses.browserHash, verifiedAddresses.email], set: { verifiedAt: now } })
}

/** When this browser verified the address, if after `since`. */
export async function verifiedSince(db: Db, browserHash: string, email: string, since: Date): Promise<Date | null> {
  const [row] = await db
    .select({ verifiedAt: verifiedAddresses.verifiedAt })
    .from(verifiedAddresses)
    .where(
      and(
        eq(verifiedAddresses.browserHash, browserHash),
        eq(verifiedAddresses.email, email),
        gt(verifiedAddresses.verifiedAt, since),
      ),
    )
  return row?.verifiedAt ?? null
}

/** Every browser's verification of the address, and every code that would be one. */
export async function forgetVerifications(tx: Transaction, email: string): Promise<void> {
  const isJoint = and(eq(verifications.email, surelyMailboxOf(email)), eq(verifications.purpose, 'joint'))
  await tx.delete(verifications).where(or(eq(verifications.email, email), isJoint))
  await tx.delete(verifiedAddresses).where(eq(verifiedAddresses.email, email))
}

export async function deleteExpired(db: Db, now: Date, verifiedBefore: Date): Promise<void> {
  await deleteExpiredHits(db, now)
  await db.delete(verifications).where(lte(verifications.expiresAt, now))
  await db.delete(verifiedAddresses).where(lte(verifiedAddresses.verifiedAt, verifiedBefore))
}
