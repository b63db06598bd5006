/** Events of the provider say that something changed, not what: a job asks what is true, so that they may come in any order (R43). */
import { Problem } from '@sampan/contract/errors'
import { PaymentRefused, type ProviderEvent } from '../../adapters/payments/payments.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { ownerOfCustomer } from '../owners/index.ts'
import { readJob } from './job-names.ts'
import type { Needs } from './needs.ts'
import * as queries from './queries-billing.ts'

function verified({ payments, clock }: Needs, rawBody: Buffer, signature: string): ProviderEvent {
  try {
    return payments.readEvent(rawBody, signature, clock())
  } catch (error) {
    throw error instanceof PaymentRefused ? new Problem('webhookRefused') : error
  }
}

export async function takeEvent(needs: Needs, rawBody: Buffer, signature: string): Promise<void> {
  const { id, type, customerId } = verified(needs, rawBody, signature)
  await inTransaction(needs.db, async (tx) => {
    if (!(await queries.insertEvent(tx, { id, type: type.slice(0, 200), receivedAt: needs.clock() }))) return
    const ownerId = customerId && (await ownerOfCustomer(tx, customerId))
    if (ownerId) await addJob(tx, readJob, { ownerId }, { key: `billing-read:${ownerId}` })
  })
}
