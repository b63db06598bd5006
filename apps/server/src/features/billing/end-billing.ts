/** The end of an account's payments: nothing is charged any more, and neither side keeps a card or an address (A5). */
import { inTransaction } from '../../db/connect.ts'
import { findOwner } from '../owners/index.ts'
import { customerOf } from './customer.ts'
import type { Needs } from './needs.ts'
import { deleteBilling } from './queries-billing.ts'
import { noteTrial } from './used-trials.ts'

/** Before the account's own rows go; bears repetition. Throws while the customer's provider does not answer, or is not the one that is
 * set: then nothing is forgotten here. */
export async function endBilling(needs: Pick<Needs, 'db' | 'payments' | 'secrets'>, ownerId: string): Promise<void> {
  const { db, payments } = needs
  const owner = await findOwner(db, ownerId)
  const customerId = customerOf({ payments }, owner)
  if (customerId) await payments.deleteCustomer(customerId)
  await inTransaction(db, async (tx) => {
    if (owner?.trialUsedAt) await noteTrial(tx, needs, ownerId, owner.trialUsedAt)
    await deleteBilling(tx, ownerId)
  })
}
