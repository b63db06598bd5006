/** Ends transfers whose expiry and grace are over (X1): the room is given back, the keys go, then the bytes. */
import { graceSeconds } from '@sampan/contract/limits'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { releaseUpload } from '../uploads/index.ts'
import { eraseLeftOvers } from './erase-transfers.ts'
import * as queries from './queries.ts'

const perRun = 500

export async function purgeTransfers(deps: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await eraseLeftOvers(deps)
  const now = deps.clock()
  const graceEnd = new Date(now.getTime() - graceSeconds * 1000)
  for (const { id, uploadId } of await queries.transfersToPurge(deps.db, now, graceEnd, perRun)) {
    await inTransaction(deps.db, async (tx) => {
      if (await queries.endTransfer(tx, id, uploadId, now, graceEnd)) await releaseUpload(tx, uploadId)
    })
  }
}
