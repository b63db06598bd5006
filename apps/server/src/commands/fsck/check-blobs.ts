/** Every blob's row: its bytes, its manifest, and with `deep` every byte. */
import type { Services } from '../../services.ts'
import { type CheckDeps, type Classified, classifyBlob, type Pace } from './classify-blob.ts'
import type { Finding } from './findings.ts'
import { readBlobs } from './queries.ts'
import { markLost, markSuspect } from './queries-repair.ts'

export type BlobCounts = { blobs: number; attempts: number; bytesRead: number; knownLost: number }
type Options = { isDeep: boolean; bytesPerSecond: number; repair: boolean; force: boolean }

const perBatch = 200
const noId = '00000000-0000-0000-0000-000000000000'
/** More than these at once, or all that there is, is rather a folder that is not mounted than so many lost files. */
export const suspiciousMany = { min: 20, share: 0.1 }
export const isSuspiciouslyMany = (few: number, all: number): boolean =>
  few > all * suspiciousMany.share && (few > suspiciousMany.min || few === all)

/** Waits so that no more than that is read in a second, on the whole. */
export function makePace(bytesPerSecond: number, counts: { bytesRead: number }): Pace {
  const begun = performance.now()
  return async (bytes) => {
    counts.bytesRead += bytes
    const aheadMs = (counts.bytesRead / bytesPerSecond) * 1000 - (performance.now() - begun)
    if (aheadMs > 10) await new Promise((resolve) => setTimeout(resolve, aheadMs))
  }
}

export async function checkBlobs(
  deps: CheckDeps & Pick<Services, 'clock'>,
  { isDeep, bytesPerSecond, repair, force }: Options,
): Promise<{ findings: Finding[]; counts: BlobCounts }> {
  const counts = { blobs: 0, attempts: 0, bytesRead: 0, knownLost: 0 }
  const deep = isDeep ? { pace: makePace(bytesPerSecond, counts) } : null
  const classified: Classified[] = []
  let whole = 0
  for (let after = noId; ; ) {
    const batch = await readBlobs(deps.db, { after, max: perBatch })
    for (const blob of batch) {
      counts.blobs++
      counts.attempts += blob.attempts.length
      const found = await classifyBlob(deps, blob, deep)
      if (found && isKnown(found)) counts.knownLost++
      else if (found) classified.push(found)
      else if (holdsBytes(blob)) whole++
    }
    if (batch.length < perBatch) break
    after = batch.at(-1)!.id
  }
  const bad = classified.filter(({ finding }) => finding.kind !== 'markedThoughWhole').length
  const good = whole + classified.length - bad
  if (repair) await repairBlobs(deps, classified, force || !isSuspiciouslyMany(bad, bad + good))
  return { findings: classified.map(({ finding }) => finding), counts }
}

/** Says that the right folder is there; a blob that has no part yet would look the same in any. */
const holdsBytes = ({ state, attempts }: Classified['blob']): boolean => state !== 'discarded' && attempts.length > 0

/** Marked before: told as a number and not anew each time. */
const isKnown = ({ blob, finding, isWhollyLost }: Classified): boolean =>
  blob.lostAt !== null && isWhollyLost && finding.kind !== 'markedThoughWhole'

async function repairBlobs(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  classified: Classified[],
  isSure: boolean,
): Promise<void> {
  for (const one of classified) {
    const { finding, blob } = one
    if (finding.kind === 'wrongKey') continue
    const isWhole = finding.kind === 'markedThoughWhole'
    if (isWhole) await markLost(db, blob.id, null)
    else if (!isSure) finding.note = 'so many at once, or all: is the right folder mounted? --force marks them all the same'
    else if (finding.kind === 'lostParts') await markSuspect(db, blob.uploadId)
    else if (one.isWhollyLost) await markLost(db, blob.id, clock())
    else finding.note = 'not marked as lost: its other files are whole'
    finding.isRepaired = isWhole || (isSure && (one.isWhollyLost || finding.kind === 'lostParts'))
  }
}
