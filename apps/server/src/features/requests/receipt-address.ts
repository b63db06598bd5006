/** Whom a submission's receipt goes to, and what is known of that address when it is submitted. */
import type { ReceiptState } from '@sampan/contract/states'
import type { Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRateIfLeft } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { isVerified } from '../verification/index.ts'
import type { SupplierRow } from './queries-suppliers.ts'

type Given = { email: string; actor: Actor; supplier: SupplierRow; requestId: string }

/** By the token of a personal link, by whom is signed in, or by a code that was entered in this browser; else anybody may have typed it. */
async function isProven(tx: Transaction, { email, actor, supplier }: Given, now: Date): Promise<boolean> {
  if (supplier.tokenHash) return supplier.email === email
  if (actor.kind === 'user' && actor.email === email) return true
  return actor.browserHash !== null && (await isVerified(tx, actor.browserHash, email, now))
}

/** What strangers submit counts all the same where there were too many receipts; only nobody is mailed of it. */
export async function receiptAddress(
  tx: Transaction,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  given: Given,
): Promise<{ email: string | null; isEmailProven: boolean; receiptState: ReceiptState }> {
  const { email, actor, requestId } = given
  if (!email) return { email: null, isEmailProven: false, receiptState: 'none' }
  if (await isProven(tx, given, clock())) return { email, isEmailProven: true, receiptState: 'due' }
  const { receiptNetwork, receiptRequest } = config.rateLimits
  // The network first: what it may not have takes nothing from others.
  const isDue =
    (await takeRateIfLeft(tx, receiptNetwork, actor.networkKey, clock())) !== null &&
    (await takeRateIfLeft(tx, receiptRequest, requestId, clock())) !== null
  return { email, isEmailProven: false, receiptState: isDue ? 'due' : 'none' }
}
