/** A new request that asks the same, of nobody yet. */
import { Problem } from '@sampan/contract/errors'
import { expirySeconds as expiries, planOf } from '@sampan/contract/plans'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { mayExpireAfter } from '@sampan/contract/rules/expiry'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import { lockOwner, takeRequestSlot } from '../owners/index.ts'
import { newSlug } from '../uploads/index.ts'
import { documentRows } from './create-request.ts'
import * as queries from './queries.ts'
import { lockExamples } from './queries-examples.ts'
import { readRequest } from './read-request.ts'
import { requireNotTakenDown } from './request-status.ts'
import { timesOf } from './request-times.ts'

/** With an open link: nobody is mailed by copying. A due date that is over is none. */
export async function duplicateRequest(
  services: Services,
  actor: SignedIn,
  slug: string,
  requestKey: string | undefined,
): Promise<RequestDetail> {
  const made = await inTransaction(services.db, async (tx) => {
    const before = requestKey && (await queries.requestOfKey(tx, actor.userId, requestKey))
    if (before) return before.slug
    const source = await queries.findOwn(tx, { slug, actor, action: 'read' })
    if (!source) throw new Problem('notYours')
    requireNotTakenDown(source)
    const now = services.clock()
    const asks = await queries.documentsOf(tx, source.id)
    // Uploads come before owners. What was let go of meanwhile is not there to be shown.
    const examples = await lockExamples(
      tx,
      asks.flatMap(({ exampleUploadId }) => exampleUploadId ?? []),
    )
    const owner = (await lockOwner(tx, actor.ownerId))!
    await checkMaySendAs(tx, owner, actor.userId)
    await takeRequestSlot(tx, owner, now)
    const { id: _, submissionCount: __, closedAt: ___, announcedAt: ____, askedCount: _____, ...asked } = source
    const dueAt = source.dueAt && source.dueAt > now ? source.dueAt : null
    // The plan may have become smaller since (K4).
    const expirySeconds = mayExpireAfter(planOf(owner), source.expirySeconds) ? source.expirySeconds : expiries.week
    const request = await queries.insertRequest(tx, {
      ...asked,
      slug: await newSlug(tx),
      ownerId: owner.id,
      authorId: actor.userId,
      sharedWith: [],
      isSharedWithTeam: false,
      expirySeconds,
      state: 'open',
      sendAs: 'link',
      ...timesOf({ ...source, state: 'open', dueAt }, { chosenEnd: addSeconds(now, expirySeconds), holder: owner, now }),
      requestKey: requestKey ?? null,
      createdAt: now,
    })
    const rows = documentRows(
      request.id,
      asks.map(({ name, note, accept, isRequired }) => ({ name, note, accept, isRequired })),
    )
    const exampleOf = (id: string | null | undefined) => (id && examples.has(id) ? id : null)
    await queries.insertDocuments(
      tx,
      rows.map((row, position) => ({ ...row, exampleUploadId: exampleOf(asks[position]?.exampleUploadId) })),
    )
    return request.slug
  })
  return readRequest(services, actor, made)
}
