/** A7: what was sent from a proved address joins the account that signs up with it. */
import type { Transaction } from '../../db/connect.ts'
import { moveOwner } from '../analytics/index.ts'
import { keepRecipients } from '../contacts/index.ts'
import { adoptUploads } from '../uploads/index.ts'
import * as queries from './queries.ts'
import { peopleOf } from './queries-recipients.ts'

export type Adoption = { email: string; ownerId: string; userId: string; now: Date }

/** Transfers, uploads, bytes and months of the address become the account's, and whom it sent to its contacts (T6). May be repeated; without any it changes nothing. */
export const adoptAddress = (tx: Transaction, { email, ownerId, userId, now }: Adoption): Promise<void> =>
  adoptUploads(tx, { email, ownerId }, async (fromId) => {
    await moveOwner(tx, fromId, ownerId)
    await keepRecipients(tx, { ownerId, recipients: await peopleOf(tx, fromId), now })
    await queries.moveTransfers(tx, fromId, { ownerId, authorId: userId })
  })
