/** /SendTransferEmail: the state of a transfer's mails; who has none yet gets one, nobody two. */
import { Problem } from '@sampan/contract/errors'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { requireOwnSender } from '../domains/index.ts'
import { queueMails } from './finish-transfer.ts'
import { isSender } from './is-sender.ts'
import * as queries from './queries.ts'

type Asked = { _id: string; pmDomainID?: string | null | undefined }

export async function sendTransferEmail(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  { _id: transferId, pmDomainID }: Asked,
) {
  return inTransaction(services.db, async (tx) => {
    const transfer = await queries.findTransfer(tx, { id: transferId })
    if (!transfer || !(await isSender(tx, actor, transfer, services.clock()))) throw new Problem('notYours')
    if (pmDomainID) await requireOwnSender(tx, transfer.ownerId, pmDomainID)
    const to = await queries.recipientsOf(tx, transferId)
    if (transfer.state === 'active') await queueMails(tx, transfer.id)
    return {
      _id: transferId,
      emailTo: to.map(({ email, mailState, mailReason }) => ({ email, state: mailState, reason: mailReason })),
    }
  })
}
