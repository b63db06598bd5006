/** The provider's invoices and receipts go to the address, and bear the name, that the account has. */
import type { Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { findOwner } from '../owners/index.ts'
import { customerOf } from './customer.ts'
import { payerJob } from './job-names.ts'
import type { Needs } from './needs.ts'
import { findPayer } from './queries-billing.ts'

/** In the transaction of the change. */
export async function payerChanged(tx: Transaction, ownerId: string): Promise<void> {
  if ((await findOwner(tx, ownerId))?.customerId) await addJob(tx, payerJob, { ownerId }, { key: `billing-payer:${ownerId}` })
}

export async function updatePayer({ db, payments }: Pick<Needs, 'db' | 'payments'>, ownerId: string): Promise<void> {
  const customerId = customerOf({ payments }, await findOwner(db, ownerId))
  const payer = await findPayer(db, ownerId)
  if (customerId && payer) await payments.updateCustomer(customerId, { email: payer.email, name: payer.fullName })
}
