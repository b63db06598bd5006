import { can } from '@sampan/contract/permissions'
import type { Db } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { isVerified } from '../verification/index.ts'
import * as queries from './queries.ts'

/**
 * The account that may change a transfer; or the browser in which a guest did. Where that guest's address has an account, the browser
 * counts while it has the address verified: who has signed out there is nobody.
 */
export async function isSender(db: Db, actor: Actor, transfer: queries.TransferRow, now: Date): Promise<boolean> {
  const { id, authorId, senderEmail } = transfer
  if (can(actor, 'change', transfer)) return true
  if (!actor.browserHash || (await queries.senderBrowserOf(db, id)) !== actor.browserHash) return false
  if (!authorId) return true
  return actor.kind === 'anonymous' && isVerified(db, actor.browserHash, senderEmail, now)
}
