/** A7: what was sent from a verified address joins the account that signs up with it. */
import type { Transaction } from '../../db/connect.ts'
import { moveOwner } from '../analytics/index.ts'
import { keepRecipients } from '../contacts/index.ts'
import { claimSentUploads } from '../uploads/index.ts'
import * as queries from './queries.ts'
import { peopleOf } from './queries-recipients.ts'

export type Claim = { email: string; ownerId: string; userId: string; now: Date }

/** Transfers, uploads, bytes and months of the address become the account's, and whom it sent to its contacts (T6). May be repeated; without any it changes nothing. */
export const claimAddress = (tx: Transaction, { email, ownerId, userId, now }: Claim): Promise<void> =>
  claimSentUploads(tx, { email, ownerId }, async (fromId) => {
    await moveOwner(tx, fromId, ownerId)
    await keepRecipients(tx, { ownerId, recipients: await peopleOf(tx, fromId), now })
    await queries.moveTransfers(tx, fromId, { ownerId, authorId: userId })
  })
