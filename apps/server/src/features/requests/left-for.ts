import type { Db } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { type OwnerRow, storageLeft } from '../owners/index.ts'
import type { RequestRow } from './queries.ts'
import { type RequestSender, reservedBySender } from './queries-strangers.ts'
import type { SupplierRow } from './queries-suppliers.ts'
import { strangersShareOf } from './strangers-share.ts'

type Side = { request: RequestRow; owner: OwnerRow; supplier: SupplierRow | null }

/** By whom an upload for a request was begun, as its row says it. */
const senderOf = ({ request, supplier }: Side, { browserHash }: Actor): RequestSender => ({
  requestId: request.id,
  supplierId: supplier?.tokenHash ? supplier.id : null,
  browserHash: browserHash ?? '',
})

/**
 * What may still come from here: of the requester's storage, of which strangers have a share, and in any case what was reserved from here
 * before, so that whoever has begun may finish when others fill the rest (U8). Null: nothing more can be begun, and nothing is.
 */
export async function leftFor(db: Db, side: Side, actor: Actor): Promise<number | null> {
  const { owner, supplier } = side
  const own = await reservedBySender(db, senderOf(side, actor))
  const free = storageLeft(owner)
  const share = free > 0 ? await strangersShareOf(db, owner) : 0
  const left = supplier?.tokenHash ? free + own.bytes : Math.max(share, own.bytes)
  return left === 0 && own.uploads === 0 ? null : left
}
