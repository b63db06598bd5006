/** A7: what was sent from a proved address joins the account that signs up with it. */
import type { Transaction } from '../../db/connect.ts'
import { uploadClaims } from '../uploads/index.ts'
import * as queries from './queries.ts'

export type Adoption = { email: string; ownerId: string; userId: string }

/** Transfers, uploads, bytes and months of the address become the account's. May be repeated; without any it changes nothing. */
export const adoptAddress = (tx: Transaction, { email, ownerId, userId }: Adoption): Promise<void> =>
  uploadClaims.adoptUploads(tx, { email, ownerId }, (fromId) => queries.moveTransfers(tx, fromId, { ownerId, authorId: userId }))
