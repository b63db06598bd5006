/** What a file request holds uploads to, for features/uploads. */
import { Problem } from '@sampan/contract/errors'
import { checkRequestFiles } from '@sampan/contract/rules/accepted-types'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import type { RequestRules } from '../uploads/index.ts'
import { documentsOf, lockRequest } from './queries.ts'
import { ensureVisitor, markOpened } from './queries-suppliers.ts'
import { findSender, requireOpen } from './visitor.ts'

type Deps = Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed'>

export const requestRules = (deps: Deps): RequestRules['requestRules'] => ({
  async ticketFor(actor, link) {
    const { request, supplier } = await findSender(deps, actor, link)
    const browserHash = actor.browserHash!
    if (supplier) await markOpened(deps.db, supplier.id, deps.clock())
    const { id } = supplier ?? (await inTransaction(deps.db, (tx) => ensureVisitor(tx, request.id, browserHash, deps.clock())))
    return { kind: 'request', browserHash, requestId: request.id, supplierId: id }
  },
  async check(tx, { requestId, supplierId }, files) {
    const request = await lockRequest(tx, { id: requestId })
    if (!request) throw new Problem('requestUnknown')
    await requireOpen(tx, request, supplierId, deps.clock())
    checkRequestFiles(files, { ...request, accept: await anyAccepted(tx, request) })
    return { ownerId: request.ownerId }
  },
})

/** Which document a file is for is said when it is submitted: until then any of their types will do. */
async function anyAccepted(
  tx: Parameters<typeof documentsOf>[0],
  { id, accept, takesOtherFiles }: { id: string; accept: string[]; takesOtherFiles: boolean },
): Promise<string[]> {
  const documents = await documentsOf(tx, id)
  const lists = [...(takesOtherFiles || documents.length === 0 ? [accept] : []), ...documents.map((each) => each.accept)]
  return lists.some((list) => list.length === 0) ? [] : lists.flat()
}
