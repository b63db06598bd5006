/** Before a link ends that nobody has used: its sender is told two days before, whoever has not downloaded one day before (X4). */
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notifications/index.ts'
import { addEvents } from '../timeline/index.ts'
import { takeEnding, takeWaiting, type Waiting } from '../transfers/index.ts'
import { notifySenderJob, remindJob, remindKey } from './job-names.ts'

const batch = 200

/** May run twice and at once: what one run has taken no other finds. */
export async function notifyExpiry({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  while ((await inTransaction(db, (tx) => notifySenders(tx, now))) === batch);
  while ((await inTransaction(db, (tx) => remindRecipients(tx, now))) === batch);
}

async function notifySenders(tx: Transaction, now: Date): Promise<number> {
  const ending = await takeEnding(tx, now, batch)
  for (const { id: transferId } of ending) {
    await notify(tx, { transferId, kind: 'expiring', at: now })
    await addJob(tx, notifySenderJob, { transferId }, { key: `tellSender:${transferId}` })
  }
  return ending.length
}

async function remindRecipients(tx: Transaction, now: Date): Promise<number> {
  const waiting = await takeWaiting(tx, now, batch)
  const byTransfer = new Map<string, Waiting[]>()
  for (const each of waiting) byTransfer.set(each.transferId, [...(byTransfer.get(each.transferId) ?? []), each])
  for (const [transferId, people] of byTransfer)
    await addEvents(
      tx,
      transferId,
      people.map((recipient) => ({ kind: 'reminded', actor: 'system', at: now, recipient })),
    )
  for (const { id: recipientId } of waiting) await addJob(tx, remindJob, { recipientId }, { key: remindKey(recipientId) })
  return waiting.length
}
