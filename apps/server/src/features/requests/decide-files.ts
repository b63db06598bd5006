/** The requester accepts received files, or sends them back with a reason, which is mailed and asks for them again (R3). */
import { Problem } from '@sampan/contract/errors'
import type { decideFiles as route } from '@sampan/contract/routes/request-following'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import type { RouteInput } from '@sampan/contract/routes/route'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { queueMail } from './ask-people.ts'
import * as queries from './queries.ts'
import { decide, lockReceived, type SentFile } from './queries-submissions.ts'
import { findSupplier } from './queries-suppliers.ts'
import { readRequest } from './read-request.ts'
import { bySupplier } from './slots.ts'

type Input = RouteInput<typeof route>['body']

/** The same again changes and mails nothing. */
export async function decideFiles(services: Services, actor: SignedIn, slug: string, input: Input): Promise<RequestDetail> {
  await inTransaction(services.db, async (tx) => {
    const request = await queries.lockOwn(tx, { slug, actor, action: 'change' })
    if (!request) throw new Problem('notYours')
    const files = await lockReceived(tx, request.id, input.fileIds)
    // A foreign file's id is an unknown one.
    if (files.length < new Set(input.fileIds).size) throw new Problem('notYours')
    await decideOf(tx, services.clock(), files, input)
    await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
  })
  return readRequest(services, actor, slug)
}

export async function decideOf(
  tx: Transaction,
  now: Date,
  files: readonly SentFile[],
  { decision, reason }: Pick<Input, 'decision' | 'reason'>,
): Promise<void> {
  const kept = decision === 'rejected' ? reason.trim() : ''
  const changed = files.filter((file) => file.decision !== decision || file.reason !== kept)
  if (changed.length === 0) return
  await decide(
    tx,
    changed.map(({ fileId }) => fileId),
    { decision, reason: kept, decidedAt: now },
  )
  if (decision !== 'rejected') return
  for (const [supplierId, theirs] of bySupplier(changed)) {
    const supplier = await findSupplier(tx, { id: supplierId })
    const fileIds = theirs.map(({ fileId }) => fileId)
    if (supplier?.email) await queueMail(tx, { supplierId, kind: 'rejected', again: now.toISOString(), fileIds })
  }
}
