/** Ends transfers whose expiry and grace are over (X1): the quota is released, the keys go, then the bytes. */
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { forgetHistory, hardDeleteLeftOvers, releaseUnheld } from './hard-delete-transfers.ts'
import * as queries from './queries.ts'
import { lockRow } from './queries-change.ts'
import { forgetAllButDownloads, namedAfterEnd } from './queries-hard-delete.ts'
import { withUploads } from './with-uploads.ts'

/** Of each kind in one round, so that none waits for all of another. */
const perRound = 500
/** A run goes on for so long where more is due: a stop waits for it (process/limits.ts). */
const runSeconds = 20
/** A running download delays it by so much at most. */
const readerTimeoutSeconds = 86_400

/** When what is forgotten now had ended. */
export const historyEnd = ({ clock, config }: Pick<Services, 'clock' | 'config'>): Date =>
  addSeconds(clock(), -config.graceSeconds - config.historySeconds)

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

/** Round after round, as long as one finds as many as it may take. */
export async function purgeTransfers(deps: Deps, max = perRound): Promise<void> {
  const until = addSeconds(deps.clock(), runSeconds)
  while ((await purgeRound(deps, max)) && deps.clock() < until) {}
}

/** True where there may be more. What could not be ended is found again by the next round, so that it is left to the next run. */
async function purgeRound(deps: Deps, max: number): Promise<boolean> {
  const now = deps.clock()
  const graceEnd = addSeconds(now, -deps.config.graceSeconds)
  const times = { now, graceEnd, readerTimeoutEnd: addSeconds(graceEnd, -readerTimeoutSeconds) }
  let failure: unknown
  const hasLeftOvers = await hardDeleteLeftOvers(deps).catch((error) => {
    failure = error
  })
  const doAll = async <T extends { id: string }>(all: T[], act: (one: T) => Promise<void>) => {
    for (const one of all)
      await act(one).catch((error) => {
        // One that cannot be ended keeps no other: the job fails, after it has done what it could.
        deps.log.error({ err: error, transferId: one.id }, 'a transfer could not be purged')
        failure = error
      })
  }
  const over = await queries.transfersToPurge(deps.db, times, max)
  await doAll(over, (one) => purge(deps, one, times))
  const named = await namedAfterEnd(deps.db, historyEnd(deps), max)
  await doAll(
    named.map((id) => ({ id })),
    ({ id }) => forgetNamed(deps, id),
  )
  if (failure) throw failure
  return !!hasLeftOvers || over.length === max || named.length === max
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
