/** Mailing one recipient again, and correcting an address (Q22). Limits hold for the transfer: each mail goes to whomever its sender names. */
import { Problem } from '@sampan/contract/errors'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { ownerStatusOf } from '../owners/index.ts'
import { mailAgain, replaceRecipient, requireMailable } from './change-recipients.ts'
import { findOwnManaged, type ManageDeps, type ManageLink } from './manage-link.ts'
import * as queries from './queries.ts'
import { findRecipientOf, lockTransfer } from './queries-recipients.ts'
import { takenBy } from './queries-taken.ts'

type Asked = ManageLink & { recipientId: string }

/** The transfer, locked, whose links open or will once it is whole. */
async function lockMailable(tx: Transaction, deps: ManageDeps, { id }: queries.TransferRow): Promise<queries.TransferRow> {
  const transfer = await lockTransfer(tx, id)
  if (!transfer || transfer.authorId || transfer.state === 'deleted') throw new Problem('transferUnknown')
  requireMailable(deps, transfer, (await ownerStatusOf(tx, transfer.ownerId))!)
  return transfer
}

/** Repeating it while the mail is under way changes nothing. */
export async function resendMail(
  deps: ManageDeps,
  actor: Actor,
  { recipientId, requestKey, ...link }: Asked & { requestKey: string | undefined },
): Promise<void> {
  const found = await findOwnManaged(deps, actor, link)
  await inTransaction(deps.db, async (tx) => {
    const transfer = await lockMailable(tx, deps, found)
    if (transfer.state === 'uploading') throw new Problem('transferUploading')
    const recipient = await findRecipientOf(tx, transfer.id, recipientId)
    if (!recipient) throw new Problem('notYours')
    const rates: [['manageResend', string], ['manageMails', string]] = [
      ['manageResend', recipientId],
      ['manageMails', transfer.id],
    ]
    await mailAgain(tx, deps, { ownerId: transfer.ownerId, recipient, about: null, rates, requestKey })
  })
}

/** An address that has downloaded is part of the record and stays. Repeating it changes nothing. */
export async function correctAddress(
  deps: ManageDeps,
  actor: Actor,
  { recipientId, email, ...link }: Asked & { email: string },
): Promise<void> {
  const found = await findOwnManaged(deps, actor, link)
  await inTransaction(deps.db, async (tx) => {
    const transfer = await lockMailable(tx, deps, found)
    const before = await findRecipientOf(tx, transfer.id, recipientId)
    const isTaken = (await queries.recipientsOf(tx, transfer.id)).some((each) => each.email === email)
    // Corrected already, or nothing to correct.
    if (before ? before.email === email : isTaken) return
    if (!before) throw new Problem('notYours')
    if (isTaken) throw new Problem('recipientTwice')
    await takeRate(tx, deps.config.rateLimits.manageMails, transfer.id, deps.clock())
    if (before.downloadedAt || (await takenBy(tx, transfer, recipientId))) throw new Problem('recipientHasFiles')
    await replaceRecipient(tx, deps, transfer, { before, email })
  })
}
