/** The requester accepts received files, or sends them back with a reason, which is mailed and asks for them again (R3). */
import { Problem } from '@sampan/contract/errors'
import type { decideFiles as route } from '@sampan/contract/routes/request-following'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import type { RouteInput } from '@sampan/contract/routes/route'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { queueMail } from './ask-people.ts'
import * as queries from './queries.ts'
import { decide, lockReceived, type SentFile } from './queries-submissions.ts'
import { findSupplier } from './queries-suppliers.ts'
import { readRequest } from './read-request.ts'
import { bySupplier } from './slots.ts'
import { tellAccepted } from './tell-programs.ts'

type Input = RouteInput<typeof route>['body']

/** What comes back within this time is one mail for each supplier. */
const gatherSeconds = 60

/** The same again changes and mails nothing, and counts against no limit. */
export async function decideFiles(services: Services, actor: SignedIn, slug: string, input: Input): Promise<RequestDetail> {
  await inTransaction(services.db, async (tx) => {
    const request = await queries.lockOwn(tx, { slug, actor, action: 'change' })
    if (!request) throw new Problem('notYours')
    const files = await lockReceived(tx, request.id, input.fileIds)
    // A foreign file's id is an unknown one.
    if (files.length < new Set(input.fileIds).size) throw new Problem('notYours')
    const now = services.clock()
    const changed = await decideOf(tx, now, files, input)
    if (changed.length > 0) await takeRate(tx, services.config.rateLimits.requestDecision, request.id, now)
    if (input.decision === 'accepted') await tellAccepted(tx, services, { request, files: changed, at: now })
    await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug })
  })
  return readRequest(services, actor, slug)
}

/** Those that it changed. */
async function decideOf(
  tx: Transaction,
  now: Date,
  files: readonly SentFile[],
  { decision, reason }: Pick<Input, 'decision' | 'reason'>,
): Promise<SentFile[]> {
  const kept = decision === 'rejected' ? reason.trim() : ''
  const changed = files.filter((file) => file.decision !== decision || file.reason !== kept)
  if (changed.length === 0) return []
  await decide(
    tx,
    changed.map(({ fileId }) => fileId),
    { decision, reason: kept, decidedAt: now },
  )
  if (decision !== 'rejected') return changed
  for (const supplierId of bySupplier(changed).keys()) {
    const supplier = await findSupplier(tx, { id: supplierId })
    if (supplier?.email) await queueMail(tx, { supplierId, kind: 'rejected', again: now.toISOString() }, gatherSeconds)
  }
  return changed
}
