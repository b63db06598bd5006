/** A part that lies in the store, however it came there, begins to count. */
import { Problem } from '@sampan/contract/errors'
import type { Place } from '../../adapters/storage/storage.ts'
import type { Services } from '../../services.ts'
import { deleteBytes } from '../content/index.ts'
import type { PartRecorder, Recorded, WrittenPart } from './record-parts.ts'
import { see, type WriteTarget, type WriteTargets } from './write-targets.ts'

type Deps = Pick<Services, 'db' | 'storage'> & { record: PartRecorder; targets: WriteTargets }

/** Throws where it does not count. */
export async function keepPart(deps: Deps, target: WriteTarget, part: WrittenPart): Promise<Recorded['verdict']> {
  const recorded = await deps.record(part)
  if (recorded.upload) see(target.upload, recorded.upload)
  await settle(deps, recorded, part.blobId, part.place)
  return recorded.verdict
}

/** What follows from how the row was found; throws where the part does not count. */
async function settle(deps: Deps, { verdict }: Recorded, blobId: string, place: Place): Promise<void> {
  if (verdict === 'lost') {
    deps.storage.abandon(place.container)
    throw new Problem('unavailable', {}, { retryAfterSeconds: 1 })
  }
  const isClosed = verdict instanceof Problem && ['uploadClosed', 'uploadNotFound', 'uploadChecking'].includes(verdict.code)
  if (isClosed || verdict === 'gone') deps.targets.blobs.delete(blobId)
  // Its rows are gone: what was written since then would lie there for nobody.
  if (verdict === 'gone' || (verdict instanceof Problem && verdict.code === 'uploadNotFound')) await deleteBytes(deps, [blobId])
  if (verdict instanceof Problem) throw verdict
}
