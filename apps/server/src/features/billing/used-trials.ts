/** Whose week is used up, also after the account was deleted and made again: kept for two years is a keyed hash of the mailbox (P5). */
import { createHmac } from 'node:crypto'
import { mailboxOf } from '@sampan/contract/rules/recipients'
import { providerOf } from '../../adapters/payments/payments.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import type { OwnerRow } from '../owners/index.ts'
import type { Needs } from './needs.ts'
import * as queries from './queries-billing.ts'

type Asking = Pick<Needs, 'payments' | 'secrets'>

/** Null for an owner without an account. */
async function keyOf(db: Db, { payments, secrets }: Asking, ownerId: string) {
  const payer = await queries.findPayer(db, ownerId)
  if (!payer) return null
  return { addressHash: createHmac('sha256', secrets.trial).update(mailboxOf(payer.email)).digest(), mode: providerOf(payments) }
}

export async function hadTrial(db: Db, needs: Asking, owner: OwnerRow): Promise<boolean> {
  if (owner.trialUsedAt) return true
  const key = await keyOf(db, needs, owner.id)
  return !!key && (await queries.isTrialNoted(db, key))
}

/** By the address of now: at its begin, and again when the account goes, since it may have got another meanwhile. */
export async function noteTrial(tx: Transaction, needs: Asking, ownerId: string, usedAt: Date): Promise<void> {
  const key = await keyOf(tx, needs, ownerId)
  if (key) await queries.insertUsedTrial(tx, { ...key, usedAt })
}
