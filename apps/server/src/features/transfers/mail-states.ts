/** /SendTransferEmail: the state of a transfer's mails; who has none yet gets one, nobody two. */
import { Problem } from '@sampan/contract/errors'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { addJob, hasJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { isSender } from './is-sender.ts'
import { mailRecipientJob } from './job-names.ts'
import * as queries from './queries.ts'

export async function sendTransferEmail(services: Pick<Services, 'db' | 'clock'>, actor: Actor, transferId: string) {
  return inTransaction(services.db, async (tx) => {
    const transfer = await queries.findTransfer(tx, { id: transferId })
    if (!transfer || !(await isSender(tx, actor, transfer, services.clock()))) throw new Problem('notYours')
    const to = await queries.recipientsOf(tx, transferId)
    const waiting = transfer.state === 'active' ? to.filter(({ mailState }) => mailState === 'queued') : []
    for (const { id } of waiting) {
      const key = `mail:${id}`
      // A mail that is under way is not begun again, nor are its tries.
      if (!(await hasJob(tx, key))) await addJob(tx, mailRecipientJob, { recipientId: id }, { key })
    }
    return {
      _id: transferId,
      emailTo: to.map(({ email, mailState, mailReason }) => ({ email, state: mailState, reason: mailReason })),
    }
  })
}
