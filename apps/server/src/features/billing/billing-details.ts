/** Whom the invoices name: kept here, and sent to the provider's customer in a job, also to one that is made later. */
import type { BillingDetails } from '@sampan/contract/routes/billing-details'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { lockOwner } from '../owners/index.ts'
import { type Needs, requireMayPay } from './needs.ts'
import { payerChanged } from './payer-changed.ts'
import { findDetails, putDetails } from './queries-details.ts'

const nothing: BillingDetails = {
  company: '',
  line1: '',
  line2: '',
  city: '',
  postalCode: '',
  state: '',
  country: '',
  taxNumber: '',
}

export const readDetails = async ({ db }: Pick<Needs, 'db'>, { ownerId }: SignedIn): Promise<BillingDetails> =>
  (await findDetails(db, ownerId)) ?? nothing

export async function saveDetails(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  actor: SignedIn,
  details: BillingDetails,
): Promise<BillingDetails> {
  requireMayPay(actor)
  const { ownerId } = actor
  await inTransaction(db, async (tx) => {
    // Whoever makes its customer meanwhile looks at these again once it has one.
    await lockOwner(tx, ownerId)
    await putDetails(tx, { ...details, ownerId, savedAt: clock() })
    await payerChanged(tx, ownerId)
  })
  return details
}
