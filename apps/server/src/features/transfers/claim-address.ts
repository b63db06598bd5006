/** A7: what was sent from a verified address joins the account that signs up with it, or in whose sign-up one of its transfers is to be saved. */
import type { Transaction } from '../../db/connect.ts'
import { moveOwner } from '../analytics/index.ts'
import { keepRecipients } from '../contacts/index.ts'
import { holdAddress } from '../owners/index.ts'
import { claimSentUploads } from '../uploads/index.ts'
import { isVerified } from '../verification/index.ts'
import * as queries from './queries.ts'
import { isTransfers } from './queries-held.ts'
import { peopleOf } from './queries-recipients.ts'

export type Claim = { email: string; ownerId: string; userId: string; now: Date }
export type ClaimSaved = Omit<Claim, 'email'> & { slug: string; browserHash: string }

/** Transfers, uploads, bytes and months of the address become the account's, and whom it sent to its contacts (T6). May be repeated; without any it changes nothing. */
export const claimAddress = (tx: Transaction, { email, ownerId, userId, now }: Claim): Promise<void> =>
  claimSentUploads(
    tx,
    { email, ownerId },
    {
      isHeld: isTransfers,
      also: async (fromId) => {
        await moveOwner(tx, fromId, ownerId)
        await keepRecipients(tx, { ownerId, recipients: await peopleOf(tx, fromId), now })
        await queries.moveTransfers(tx, fromId, { ownerId, authorId: userId })
      },
    },
  )

/**
 * The transfer that a sign-up was to save (Q14), sent from another address than the account's: what that address sent joins too where this
 * very browser has it verified and has sent all of it; what came from elsewhere may be somebody else's. Answers whether the transfer is the account's now.
 */
export async function claimSaved(tx: Transaction, { slug, browserHash, ...claim }: ClaimSaved): Promise<boolean> {
  const { ownerId, userId, now } = claim
  const found = await queries.findTransfer(tx, { slug })
  if (found && found.ownerId !== ownerId && found.authorId === null) {
    const { senderEmail: email } = found
    await holdAddress(tx, email)
    const isProven = await isVerified(tx, browserHash, email, now)
    if (isProven && (await queries.isAllOfBrowser(tx, found.ownerId, browserHash)))
      await claimAddress(tx, { email, ownerId, userId, now })
  }
  return (await queries.findTransfer(tx, { slug }))?.ownerId === ownerId
}
