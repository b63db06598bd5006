import type { Db } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import * as queries from './queries.ts'

/** The account that sent a transfer, or, without one, the browser that did: who has signed out there is nobody. */
export async function isSender(db: Db, actor: Actor, { id, authorId }: queries.TransferRow): Promise<boolean> {
  if (authorId) return authorId === actor.userId
  return (await queries.senderBrowserOf(db, id)) === actor.browserHash
}
