/** What was deleted goes for good before its time (T11). */
import type { Asker } from '@sampan/contract/permissions'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import { addJob, handleJob, type JobHandler, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { hardDeleteLeftOvers, restorableSince } from './hard-delete-transfers.ts'
import { letGo } from './queries-bin.ts'

const eraseDueJob = jobName<Record<string, never>>('transfers:eraseDue')

/** From this time on nothing that could be brought back until then is. */
export const overSince = (now: Date): Date => addSeconds(restorableSince(now), -1)

/** These, or all that the actor has deleted; repeating it changes nothing. Bytes and quota go by a job. */
export async function eraseTransfers(tx: Transaction, actor: Asker, slugs: string[] | undefined, now: Date): Promise<void> {
  await letGo(tx, actor, slugs, overSince(now))
  await addJob(tx, eraseDueJob, {})
}

export const eraseDueHandler = (services: Services): JobHandler =>
  handleJob(eraseDueJob, async () => {
    // Each run takes so many at most.
    while (await hardDeleteLeftOvers(services)) {}
  })
