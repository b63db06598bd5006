/** SQL of whether an owner has something still. */
import { sql } from 'drizzle-orm'
import { isOwnedBy } from '../../db/permitted.ts'
import { transfers, uploads } from '../../db/tables.ts'
import type { IsHeld } from '../owners/index.ts'

/** A transfer says that it is its. */
export const isTransfers: IsHeld = (ownerId) => sql`exists (select 1 from ${transfers} where ${isOwnedBy(transfers, ownerId)})`

/** Something of it is kept, on its way, or can be brought back. */
export const isKept: IsHeld = (ownerId) => sql`(
  exists (select 1 from ${uploads} where ${isOwnedBy(uploads, ownerId)} and ${uploads.state} <> 'discarded')
  or exists (select 1 from ${transfers} where ${isOwnedBy(transfers, ownerId)} and (${transfers.state} <> 'deleted' or ${transfers.deletedFrom} is not null)))`
