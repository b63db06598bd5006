/** What the operator does about a file request (D7); each bears repetition. What it was stays: it comes back as it is then. */
import type { RequestBlock } from '@sampan/contract/states'
import type { Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import { addJob } from '../../jobs/queue.ts'
import { queueMail } from './ask-people.ts'
import { announceJob, announceKey, receiptJob, receiptKey, writtenJob, writtenKey } from './job-names.ts'
import * as queries from './queries.ts'
import { lockAnyRequest } from './queries-bin.ts'
import { dueReceipts } from './queries-notices.ts'
import { suppliersOf } from './queries-suppliers.ts'

const toMail = new Set(['queued', 'waiting', 'deferred'])

/** False where it was so already. */
export async function takeDownRequest(tx: Transaction, id: string, block: RequestBlock): Promise<boolean> {
  const request = await lockAnyRequest(tx, id)
  if (!request || request.takenDown === block) return false
  await queries.updateRequest(tx, id, { takenDown: block })
  await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
  return true
}

/** Who was to be asked or told something meanwhile is now. */
export async function putBackRequest(tx: Transaction, id: string): Promise<boolean> {
  const request = await lockAnyRequest(tx, id)
  if (!request?.takenDown) return false
  await queries.updateRequest(tx, id, { takenDown: null })
  await queueMissed(tx, id)
  await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
  return true
}

/** What nobody was told of it while it was away is told now. */
export async function queueMissed(tx: Transaction, id: string): Promise<void> {
  for (const { id: supplierId, tokenHash, mailState } of await suppliersOf(tx, id))
    if (tokenHash && mailState && toMail.has(mailState)) await queueMail(tx, { supplierId, kind: 'asked' })
  await addJob(tx, announceJob, { requestId: id }, { key: announceKey(id) })
  await addJob(tx, writtenJob, { requestId: id }, { key: writtenKey(id) })
  for (const submissionId of await dueReceipts(tx, id))
    await addJob(tx, receiptJob, { submissionId }, { key: receiptKey(submissionId) })
}
