/** What a file request holds uploads to, for features/uploads. */
import { Problem } from '@sampan/contract/errors'
import { checkRequestFiles } from '@sampan/contract/rules/accepted-types'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import type { RequestRules } from '../uploads/index.ts'
import { senderKey } from './admit-visitor.ts'
import { documentsOf, findRequest, lockRequest, type RequestRow } from './queries.ts'
import { findSupplier, markOpened } from './queries-suppliers.ts'
import { requireNotTakenDown } from './request-status.ts'
import type { SentBack } from './slots.ts'
import { findSender, requireOpen } from './visitor.ts'

type Deps = Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed'>

export const requestRules = (deps: Deps): RequestRules['requestRules'] => ({
  async ticketFor(actor, link) {
    const { request, supplier } = await findSender(deps, actor, link)
    const now = deps.clock()
    const { requestTicket } = deps.config.rateLimits
    await inTransaction(deps.db, (tx) => takeRate(tx, requestTicket, senderKey(request, supplier, actor), now))
    if (supplier) await markOpened(deps.db, supplier.id, now)
    // Who comes by the open link is no row before something is submitted: what is begun is the browser's.
    const supplierId = supplier?.tokenHash ? supplier.id : null
    return { kind: 'request', browserHash: actor.browserHash!, requestId: request.id, supplierId }
  },
  async check(tx, { requestId, browserHash, ...ticket }, files) {
    const request = await lockRequest(tx, { id: requestId })
    if (!request) throw new Problem('requestUnknown')
    const { supplierId } = ticket
    const supplier = await findSupplier(tx, supplierId ? { id: supplierId } : { requestId, browserHash })
    // Who was taken out has no link any more: the ticket of before ends with it.
    if (supplierId && !(supplier?.requestId === requestId && supplier.tokenHash)) throw new Problem('requestUnknown')
    const sentBack = await requireOpen(tx, request, supplier?.id, deps.clock())
    checkRequestFiles(files, { ...request, accept: await anyAccepted(tx, request, sentBack) })
    return { ownerId: request.ownerId, isInvited: supplierId !== null }
  },
  async lock(tx, requestId) {
    await lockRequest(tx, { id: requestId })
  },
  async mayGoOn(id) {
    const request = await findRequest(deps.db, { id })
    if (request) requireNotTakenDown(request)
  },
})

/** Which document a file is for is said when it is submitted: until then any of their types will do. */
async function anyAccepted(
  tx: Transaction,
  { id, accept, takesOtherFiles }: RequestRow,
  sentBack: SentBack | null,
): Promise<string[]> {
  const documents = await documentsOf(tx, id)
  const isOther = sentBack ? sentBack.has(null) : takesOtherFiles || documents.length === 0
  const open = documents.filter((each) => !sentBack || sentBack.has(each.id))
  const lists = [...(isOther ? [accept] : []), ...open.map((each) => each.accept)]
  return lists.some((list) => list.length === 0) ? [] : lists.flat()
}
