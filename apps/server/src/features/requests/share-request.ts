/** With whom of the team a file request is shared, and what has come to it (M2). */
import type { Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { changedShares, shareReceived, sharesOf, tellShared } from '../transfers/index.ts'
import { type RequestRow, updateRequest } from './queries.ts'

/** Its row is locked. */
export async function shareRequest(
  tx: Transaction,
  actor: SignedIn,
  request: RequestRow,
  { shareWith, at }: { shareWith: readonly string[]; at: Date },
): Promise<void> {
  const { id, slug, ownerId, authorId, title } = request
  const after = changedShares(request, await sharesOf(tx, ownerId, shareWith))
  if (!after) return
  await updateRequest(tx, id, after)
  await shareReceived(tx, slug, after)
  const about = { requestId: id, requestSlug: slug, requestOwnerId: ownerId }
  await tellShared(tx, actor, {
    about,
    ownerId,
    authorId,
    name: title,
    fileName: title,
    fileCount: 1,
    before: request,
    after,
    at,
  })
}
