/** The provider's invoices and receipts go to the address that the account has, and name whom it wants them to. */
import type { Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { findOwner } from '../owners/index.ts'
import { customerOf, payerOf } from './customer.ts'
import { payerJob, payerJobOptions } from './job-names.ts'
import type { Needs } from './needs.ts'

/** In the transaction of the change. */
export async function payerChanged(tx: Transaction, ownerId: string): Promise<void> {
  if ((await findOwner(tx, ownerId))?.customerId) await addJob(tx, payerJob, { ownerId }, payerJobOptions(ownerId))
}

export async function updatePayer({ db, payments }: Pick<Needs, 'db' | 'payments'>, ownerId: string): Promise<void> {
  const customerId = customerOf({ payments }, await findOwner(db, ownerId))
  const payer = await payerOf(db, ownerId)
  if (customerId && payer) await payments.updateCustomer(customerId, payer)
}
