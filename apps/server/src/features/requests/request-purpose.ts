/** Uploads that bring files to a file request: what it holds them to, and what becomes of one that is whole (R2, R4). */
import { cookies } from '@sampan/contract/cookies'
import { Problem } from '@sampan/contract/errors'
import { checkRequestFiles, recordable } from '@sampan/contract/rules/accepted-types'
import type { SizedPath } from '@sampan/contract/rules/file-set'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import type { UploadPurpose } from '../uploads/index.ts'
import { senderKey } from './admit-visitor.ts'
import { documentsOf, findRequest, lockRequest, type RequestRow } from './queries.ts'
import { type RequestSender, requestName } from './queries-strangers.ts'
import { findSupplier, markOpened } from './queries-suppliers.ts'
import { receiveSubmission } from './receive-submission.ts'
import { requireNotTakenDown } from './request-status.ts'
import { reserveForRequest, reserveMoreForRequest } from './reserve-for-request.ts'
import type { SentBack } from './slots.ts'
import { findUploader, requireOpen } from './visitor.ts'

type Deps = Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed' | 'metrics'>

/** Of its uploads `purposeOf` is whom a personal link names, null: who came by the open one. */
export const requestPurpose = (deps: Deps): UploadPurpose => ({
  name: requestName,
  async ticketFor(actor, { id: slug, user, cookie }) {
    const link = { slug, user, unlocked: cookie(cookies.unlockRequest(slug)) }
    const { request, supplier, uploadIds } = await findUploader(deps, actor, link)
    const now = deps.clock()
    const { requestTicket } = deps.config.rateLimits
    await inTransaction(deps.db, (tx) => takeRate(tx, requestTicket, senderKey(request, supplier, actor), now))
    if (supplier) await markOpened(deps.db, supplier.id, now)
    // Who comes by the open link is no row before something is submitted: what is begun is the browser's.
    return { purposeId: request.id, purposeOf: supplier?.tokenHash ? supplier.id : null, uploadIds }
  },
  async lock(tx, requestId) {
    await lockRequest(tx, { id: requestId })
  },
  async reserve(tx, { actor, browserHash, purposeId, purposeOf: supplierId, body, now }) {
    const sender = { requestId: purposeId!, supplierId, browserHash }
    const ownerId = await check(tx, sender, body.files, now)
    return reserveForRequest(tx, { ownerId, sender, files: body.files, networkKey: actor.networkKey, now })
  },
  async reserveMore(tx, { upload, have, added, now }) {
    const { purposeId, purposeOf: supplierId, browserHash } = upload
    const ownerId = await check(tx, { requestId: purposeId!, supplierId, browserHash }, [...have, ...added], now)
    return reserveMoreForRequest(tx, { ownerId, upload, have, added, now })
  },
  async mayGoOn(id) {
    const request = await findRequest(deps.db, { id })
    if (request) requireNotTakenDown(request)
  },
  onCompleted: (tx, uploadId) => receiveSubmission(tx, deps, uploadId),
})

/** Throws unless the request takes these files, all that the upload has, from there and now; answers whose storage it is. Its row is locked. */
async function check(tx: Transaction, sender: RequestSender, files: readonly SizedPath[], now: Date): Promise<string> {
  const { requestId, supplierId, browserHash } = sender
  const request = await lockRequest(tx, { id: requestId })
  if (!request) throw new Problem('requestUnknown')
  const supplier = await findSupplier(tx, supplierId ? { id: supplierId } : { requestId, browserHash })
  // Who was taken out has no link any more: the ticket of before ends with it.
  if (supplierId && !(supplier?.requestId === requestId && supplier.tokenHash)) throw new Problem('requestUnknown')
  const sentBack = await requireOpen(tx, request, supplier?.id, now)
  checkRequestFiles(files, { ...request, accept: await anyAccepted(tx, request, sentBack) })
  return request.ownerId
}

/** Which document a file is for is said when it is submitted: until then any of their types will do. */
async function anyAccepted(
  tx: Transaction,
  { id, accept, takesOtherFiles }: RequestRow,
  sentBack: SentBack | null,
): Promise<string[]> {
  const documents = await documentsOf(tx, id)
  const isOther = sentBack ? sentBack.has(null) : takesOtherFiles || documents.length === 0
  const open = documents.filter((each) => !sentBack || sentBack.has(each.id))
  const lists = [isOther || accept.length > 0 ? accept : recordable, ...open.map((each) => each.accept)]
  return lists.some((list) => list.length === 0) ? [] : lists.flat()
}
