/** Ends transfers whose expiry and grace are over (X1): the room is given back, the keys go, then the bytes. */
import type { Services } from '../../services.ts'
import { eraseLeftOvers, forgetHistory, releaseUnheld } from './erase-transfers.ts'
import * as queries from './queries.ts'
import { withUploads } from './with-uploads.ts'

const perRun = 500
/** A running download delays it by so much at most. */
const patienceSeconds = 86_400

export async function purgeTransfers(deps: Pick<Services, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  await eraseLeftOvers(deps)
  const now = deps.clock()
  const graceEnd = new Date(now.getTime() - deps.config.graceSeconds * 1000)
  const times = { now, graceEnd, patienceEnd: new Date(graceEnd.getTime() - patienceSeconds * 1000) }
  let failure: unknown
  for (const over of await queries.transfersToPurge(deps.db, times, perRun)) {
    await purge(deps, over, times).catch((error) => {
      // One that cannot be ended keeps no other: the job fails, after it has done what it could.
      deps.log.error({ err: error, transferId: over.id }, 'a transfer could not be purged')
      failure = error
    })
  }
  if (failure) throw failure
}

type Over = { id: string; uploadId: string }

const purge = ({ db }: Pick<Services, 'db'>, { id, uploadId }: Over, times: queries.PurgeTimes): Promise<void> =>
  withUploads(db, { id, uploadId }, async (tx, uploadIds) => {
    const ended = await queries.endTransfer(tx, id, uploadId, times)
    if (!ended) return
    // An account keeps the history of what it sent; of a visitor's, nobody can look at it any more.
    if (!ended.authorId) await forgetHistory(tx, id)
    await releaseUnheld(tx, uploadIds)
  })
