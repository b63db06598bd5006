/** What stands in the database and on the disk, asked when the metrics are read. */
import { memoizeWithTtl } from '../../http/memoize-with-ttl.ts'
import type { Services } from '../../services.ts'
import { readState } from './queries.ts'

/** However many read, and however often: the database is asked once in so long. */
const keptMs = 10_000

const stateHelp = {
  sampan_open_uploads: 'Uploads that are neither complete nor discarded.',
  sampan_storage_reserved_bytes: 'Bytes that open uploads have announced.',
  sampan_storage_used_bytes: 'Bytes of complete uploads.',
  sampan_jobs_waiting: 'Jobs that are due and not under way.',
  sampan_jobs_given_up: 'Jobs whose tries are used up.',
  sampan_jobs_oldest_seconds: 'For how long the oldest waiting job has been due.',
}

export function addStateGauges({ db, storage, metrics, clock }: Pick<Services, 'db' | 'storage' | 'metrics' | 'clock'>): void {
  const read = memoizeWithTtl(() => readState(db), keptMs, clock)
  const readAll = async () => {
    const state = await read('state')
    return {
      sampan_open_uploads: state.openUploads,
      sampan_storage_reserved_bytes: state.reservedBytes,
      sampan_storage_used_bytes: state.usedBytes,
      sampan_jobs_waiting: state.waitingJobs,
      sampan_jobs_given_up: state.failedJobs,
      sampan_jobs_oldest_seconds: state.oldestJobSeconds,
    }
  }
  const readDisk = async () => ({ sampan_disk_free_bytes: await storage.freeBytes() })
  metrics.addGauges(stateHelp, readAll, 'same')
  metrics.addGauges({ sampan_disk_free_bytes: 'Bytes that may still be written.' }, readDisk, 'same')
}
