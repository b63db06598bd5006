/** The owner's customer with the provider, made when money is first spoken of. */
import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@sampan/contract/errors'
import { type Payer, PaymentsAway, providerOf } from '../../adapters/payments/payments.ts'
import { type Db, inTransaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { findOwner, type OwnerRow, setCustomer } from '../owners/index.ts'
import { payerJob, payerJobOptions } from './job-names.ts'
import type { Needs } from './needs.ts'
import * as queries from './queries-billing.ts'
import { findDetails } from './queries-details.ts'

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

/** Whom the provider's invoices name, and where they go. */
export async function payerOf(db: Db, ownerId: string): Promise<Payer | null> {
  const person = await queries.findPayer(db, ownerId)
  const details = await findDetails(db, ownerId)
  return person ? { email: person.email, name: details?.company || person.fullName, ...(details && { details }) } : null
}

export async function ensureCustomer({ db, payments }: Pick<Needs, 'db' | 'payments'>, ownerId: string): Promise<string> {
  const owner = await findOwner(db, ownerId)
  const known = customerOf({ payments }, owner)
  if (known) return known
  const person = await queries.findPayer(db, ownerId)
  const payer = await payerOf(db, ownerId)
  if (!owner || !person || !payer) throw new Problem('notYours')
  const { referral, referrer } = person
  const { email, name, details } = payer
  // Asked for by the name of one that was forgotten, the provider would answer with that one.
  const key = ['customer', ownerId, owner.customersForgotten || []].flat().join('-')
  const made = await payments.makeCustomer({ ownerId, email, name, referral, referrer }, key)
  // Before it is charged anything: its first invoice is the one that is looked at.
  if (details) await payments.updateCustomer(made, payer)
  return inTransaction(db, async (tx) => {
    const customerId = await setCustomer(tx, ownerId, made, providerOf(payments))
    // What was changed while there was no customer to tell it.
    if (!isDeepStrictEqual(await payerOf(tx, ownerId), payer)) await addJob(tx, payerJob, { ownerId }, payerJobOptions(ownerId))
    return customerId
  })
}
