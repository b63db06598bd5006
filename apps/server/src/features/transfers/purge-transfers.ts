/** Ends transfers whose expiry and grace are over (X1): the quota is released, the keys go, then the bytes. */
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { forgetHistory, hardDeleteLeftOvers, releaseUnheld } from './hard-delete-transfers.ts'
import * as queries from './queries.ts'
import { lockRow } from './queries-change.ts'
import { forgetAllButDownloads, namedAfterEnd } from './queries-hard-delete.ts'
import { withUploads } from './with-uploads.ts'

const perRun = 500
/** A running download delays it by so much at most. */
const readerTimeoutSeconds = 86_400

/** When what is forgotten now had ended. */
export const historyEnd = ({ clock, config }: Pick<Services, 'clock' | 'config'>): Date =>
  addSeconds(clock(), -config.graceSeconds - config.historySeconds)

export async function purgeTransfers(deps: Pick<Services, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const now = deps.clock()
  const graceEnd = addSeconds(now, -deps.config.graceSeconds)
  const times = { now, graceEnd, readerTimeoutEnd: addSeconds(graceEnd, -readerTimeoutSeconds) }
  let failure: unknown = await hardDeleteLeftOvers(deps).then(
    () => undefined,
    (error) => error,
  )
  const doAll = async <T extends { id: string }>(all: T[], act: (one: T) => Promise<void>) => {
    for (const one of all)
      await act(one).catch((error) => {
        // One that cannot be ended keeps no other: the job fails, after it has done what it could.
        deps.log.error({ err: error, transferId: one.id }, 'a transfer could not be purged')
        failure = error
      })
  }
  await doAll(await queries.transfersToPurge(deps.db, times, perRun), (over) => purge(deps, over, times))
  const named = await namedAfterEnd(deps.db, historyEnd(deps), perRun)
  await doAll(
    named.map((id) => ({ id })),
    ({ id }) => forgetNamed(deps, id),
  )
  if (failure) throw failure
}

type Over = { id: string; uploadId: string }

const purge = ({ db }: Pick<Services, 'db'>, { id, uploadId }: Over, times: queries.PurgeTimes): Promise<void> =>
  withUploads(db, { id, uploadId }, async (tx, uploadIds) => {
    const ended = await queries.endTransfer(tx, id, uploadId, times)
    if (!ended) return
    // An account's analytics know of it for a while; a guest has none, and what never was whole is not told there.
    if (ended.authorId && ended.expiresAt <= times.now) await forgetAllButDownloads(tx, id)
    else await forgetHistory(tx, id)
    await releaseUnheld(tx, uploadIds)
  })

/** It ended, and nothing brings it back: only its own row is to be locked. */
const forgetNamed = ({ db }: Pick<Services, 'db'>, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockRow(tx, id, 'no key update')
    await forgetHistory(tx, id)
  })
