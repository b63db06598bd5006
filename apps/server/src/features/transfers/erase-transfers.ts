/** What a sender deleted and did not bring back: the room is given back, the keys go, then the bytes (X1). */
import { restoreSeconds, restoreSlackSeconds } from '@sampan/contract/limits'
import type { Transaction } from '../../db/connect.ts'
import { addJob, handleJob, type JobHandler, jobName } from '../../jobs/queue.ts'
import { secondsAfter } from '../../seconds-after.ts'
import type { Services } from '../../services.ts'
import { forgetTransfer } from '../analytics/index.ts'
import { releaseUpload } from '../uploads/index.ts'
import type { TransferRow } from './queries.ts'
import * as queries from './queries-change.ts'
import { forgetPeople } from './queries-erase.ts'
import { heldOfUpload } from './queries-forward.ts'
import { withUploads } from './with-uploads.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Erasable = Pick<TransferRow, 'id' | 'uploadId'>

const eraseJob = jobName<Erasable>('transfers:erase')
const restorableSeconds = restoreSeconds + restoreSlackSeconds
/** So that the job finds it over. */
const afterwardsSeconds = 1
const perRun = 500

/** What was deleted after this can still be brought back. */
export const restorableSince = (now: Date): Date => secondsAfter(now, -restorableSeconds)

/** A transfer that is deleted again gets a job of its own. */
export const queueErasing = (tx: Transaction, { id, uploadId }: Erasable, deletedAt: Date): Promise<void> => {
  const afterSeconds = restorableSeconds + afterwardsSeconds
  return addJob(tx, eraseJob, { id, uploadId }, { key: `erase:${id}:${deletedAt.getTime()}`, afterSeconds })
}

/** What a transfer has let go and no other one holds (Q18). The uploads are locked. */
export async function releaseUnheld(tx: Transaction, uploadIds: string[]): Promise<void> {
  for (const uploadId of uploadIds) await releaseUpload(tx, uploadId, await heldOfUpload(tx, uploadId))
}

/** All that names anybody. The row is locked. */
export async function forgetHistory(tx: Transaction, id: string): Promise<void> {
  await forgetTransfer(tx, id)
  await forgetPeople(tx, id)
}

/** Nothing where it was restored, deleted anew or erased already: may run twice and at once. */
async function erase({ db, clock }: Deps, { id, uploadId }: Erasable): Promise<void> {
  await withUploads(db, { id, uploadId }, async (tx, uploadIds) => {
    if (!(await queries.forgetDeleted(tx, id, restorableSince(clock())))) return
    await forgetHistory(tx, id)
    await releaseUnheld(tx, uploadIds)
  })
}

/** What a lost job has left behind. */
export async function eraseLeftOvers(deps: Deps): Promise<void> {
  for (const left of await queries.deletedLongAgo(deps.db, restorableSince(deps.clock()), perRun)) await erase(deps, left)
}

export const eraseHandler = (services: Services): JobHandler => handleJob(eraseJob, (payload) => erase(services, payload))
