/** The owner's customer with the provider, made when money is first spoken of. */
import { Problem } from '@sampan/contract/errors'
import { PaymentsAway, providerOf } from '../../adapters/payments/payments.ts'
import { findOwner, type OwnerRow, setCustomer } from '../owners/index.ts'
import type { Needs } from './needs.ts'
import * as queries from './queries-billing.ts'

/**
 * Null where there is none. Another provider's, or one of another mode, can neither be asked about nor ended here: what this provider
 * says of it is never taken for the truth.
 */
export function customerOf({ payments }: Pick<Needs, 'payments'>, owner: OwnerRow | undefined): string | null {
  if (!owner?.customerId) return null
  const mode = owner.customerMode
  if (mode === null || mode === providerOf(payments)) return owner.customerId
  throw new PaymentsAway(`the customer is one of ${mode} payments, and these are ${providerOf(payments)} ones`)
}

export async function ensureCustomer({ db, payments }: Pick<Needs, 'db' | 'payments'>, ownerId: string): Promise<string> {
  const owner = await findOwner(db, ownerId)
  const known = customerOf({ payments }, owner)
  if (known) return known
  const payer = await queries.findPayer(db, ownerId)
  if (!owner || !payer) throw new Problem('notYours')
  const { email, fullName, referral, referrer } = payer
  // Asked for by the name of one that was forgotten, the provider would answer with that one.
  const key = ['customer', ownerId, owner.customersForgotten || []].flat().join('-')
  const made = await payments.makeCustomer({ ownerId, email, name: fullName, referral, referrer }, key)
  return setCustomer(db, ownerId, made, providerOf(payments))
}
