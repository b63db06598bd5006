/** Whoever comes by the open link is a row once something was submitted or said, so often and for so many as a request takes (R6). */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import type { Db, Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { lockRequest, type RequestRow } from './queries.ts'
import { countVisitors, findSupplier, insertVisitor, type SupplierRow } from './queries-suppliers.ts'

/** Whom limits count: who was asked by name, wherever from; all others of one network together. */
export const senderKey = ({ id }: Pick<RequestRow, 'id'>, supplier: SupplierRow | null, { networkKey }: Actor): string =>
  supplier?.tokenHash ? `supplier:${supplier.id}` : `${id}:${networkKey}`

/** So many have answered at its open link that it takes nobody new; who has answered, and who was asked by name, may go on. */
export const isCrowded = async (db: Db, requestId: string): Promise<boolean> =>
  (await countVisitors(db, requestId)) >= requestLimits.visitors

/** The row of this browser. The request is locked until the end of the transaction, so that of many at once none slips past. */
export async function admitVisitor(
  tx: Transaction,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  requestId: string,
  { browserHash, networkKey }: Actor,
): Promise<SupplierRow> {
  await lockRequest(tx, { id: requestId })
  const known = await findSupplier(tx, { requestId, browserHash: browserHash! })
  if (known) return known
  if (await isCrowded(tx, requestId)) throw new Problem('requestFull')
  const now = clock()
  await takeRate(tx, config.rateLimits.requestVisitorNetwork, networkKey, now)
  await takeRate(tx, config.rateLimits.requestVisitorPlaces, `${requestId}:${networkKey}`, now)
  await takeRate(tx, config.rateLimits.requestVisitor, requestId, now)
  return insertVisitor(tx, { requestId, browserHash, createdAt: now, openedAt: now })
}
