/** What a sender deleted and did not bring back: the quota is released, the keys go, then the bytes (X1, T11). */
import { restoreSlackSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import { addJob, handleJob, type JobHandler, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { forgetTransfer } from '../analytics/index.ts'
import { releaseUpload } from '../uploads/index.ts'
import type { TransferRow } from './queries.ts'
import * as queries from './queries-change.ts'
import { heldOfUpload } from './queries-forward.ts'
import { forgetPeople } from './queries-hard-delete.ts'
import { withUploads } from './with-uploads.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type HardDeletable = Pick<TransferRow, 'id' | 'uploadId'>

const hardDeleteJob = jobName<HardDeletable>('transfers:erase')
/** So that the job finds it over. */
const afterwardsSeconds = 1
const perRun = 500

/** What could be brought back until later than this still can. */
export const restorableSince = (now: Date): Date => addSeconds(now, -restoreSlackSeconds)

/** A transfer that is deleted again gets a job of its own. */
export const queueHardDelete = (tx: Transaction, { id, uploadId, deletedAt, restorableUntil }: TransferRow): Promise<void> => {
  const restorableSeconds = (restorableUntil!.getTime() - deletedAt!.getTime()) / 1000
  const afterSeconds = restorableSeconds + restoreSlackSeconds + afterwardsSeconds
  return addJob(tx, hardDeleteJob, { id, uploadId }, { key: `erase:${id}:${deletedAt!.getTime()}`, afterSeconds })
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

/** Nothing where it was restored, deleted anew or hard-deleted already: may run twice and at once. */
async function hardDelete({ db, clock }: Deps, { id, uploadId }: HardDeletable): Promise<void> {
  await withUploads(db, { id, uploadId }, async (tx, uploadIds) => {
    if (!(await queries.forgetDeleted(tx, id, restorableSince(clock())))) return
    await forgetHistory(tx, id)
    await releaseUnheld(tx, uploadIds)
  })
}

/** All whose time is over, so many at a time; true where there may be more. */
export async function hardDeleteLeftOvers(deps: Deps): Promise<boolean> {
  const left = await queries.toErase(deps.db, restorableSince(deps.clock()), perRun)
  let failure: unknown
  for (const one of left)
    await hardDelete(deps, one).catch((error) => {
      // One that cannot be ended keeps no other.
      failure = error
    })
  if (failure) throw failure
  return left.length === perRun
}

export const hardDeleteHandler = (services: Services): JobHandler =>
  handleJob(hardDeleteJob, (payload) => hardDelete(services, payload))
