/** What lies in the store: containers of no blob, and those of a finished upload that no part lies in. Young ones are left alone. */
import type { StoredContainer } from '../../adapters/storage/storage.ts'
import { atOneMoment, inTransaction } from '../../db/connect.ts'
import { mayDeleteBytes } from '../../db/deletion-lock.ts'
import type { Services } from '../../services.ts'
import { isSuspiciouslyMany } from './check-blobs.ts'
import { type Finding, newFinding } from './findings.ts'
import { blobStatesOf, containersOf } from './queries.ts'

export type ContainerCounts = { containers: number; bytes: number; youngOrphans: number }
type Deps = Pick<Services, 'db' | 'storage' | 'clock'>
type Options = { graceSeconds: number; repair: boolean; force: boolean }
/** `isSpare`: the blob's parts lie in others, which the database names; what crashes leave proves nothing against it, however many. */
type Collectable = { container: StoredContainer; kind: 'orphan' | 'deadContainer'; isSpare: boolean }

const perBatch = 1000
/** Blobs are named so; whatever has another name is nobody's to remove. */
const isBlobId = (name: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)

export async function checkContainers(deps: Deps, options: Options): Promise<{ findings: Finding[]; counts: ContainerCounts }> {
  const counts = { containers: 0, bytes: 0, youngOrphans: 0 }
  const found: { finding: Finding; one: Collectable }[] = []
  let known = 0
  for await (const batch of batches(deps)) {
    for (const { bytes } of batch) counts.bytes += bytes
    counts.containers += batch.length
    const ofNobody = await collectable(deps, batch)
    known += batch.length - ofNobody.length
    for (const one of ofNobody) {
      if (!isOld(one, deps.clock(), options.graceSeconds)) counts.youngOrphans++
      else if (await deps.storage.inventory.find(one.container.name)) found.push({ one, finding: findingOf(one) })
    }
  }
  // Young ones prove neither: in an empty database they have no row either.
  const doubtful = found.filter(({ one }) => !one.isSpare).length
  const isSure = options.force || !isSuspiciouslyMany(doubtful, found.length + known)
  if (options.repair) await removeAll(deps, found, isSure)
  return { findings: found.map(({ finding }) => finding), counts }
}

const isOld = ({ container }: Collectable, now: Date, graceSeconds: number): boolean =>
  now.getTime() - container.changedAt.getTime() >= graceSeconds * 1000

const findingOf = ({ container: { name, bytes, blobId }, kind }: Collectable): Finding =>
  newFinding(kind, { container: name, blobId, bytes })

async function* batches({ storage }: Deps): AsyncGenerator<StoredContainer[]> {
  let batch: StoredContainer[] = []
  for await (const container of storage.inventory.list()) {
    if (!isBlobId(container.blobId)) continue
    batch.push(container)
    if (batch.length < perBatch) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/**
 * The files were listed before the rows are asked for, and a row is there before its first file: a file without a row is one
 * whose row has gone. A part may still come to a blob of an open upload, into any container of it.
 */
async function collectable({ db }: Deps, batch: StoredContainer[]): Promise<Collectable[]> {
  const blobIds = [...new Set(batch.map(({ blobId }) => blobId))]
  // One moment: a deletion between two questions would leave a finished blob without the rows of its parts.
  const { states, leaving, used } = await atOneMoment(db, async (tx) => ({
    ...(await blobStatesOf(tx, blobIds)),
    used: await containersOf(tx, blobIds),
  }))
  const whole = new Set([...used].map((name) => name.split('.')[0]))
  return batch.flatMap((container): Collectable[] => {
    const state = states.get(container.blobId)
    if (!state) return leaving.has(container.blobId) ? [] : [{ container, kind: 'orphan', isSpare: false }]
    if (state !== 'complete' || used.has(container.name)) return []
    return [{ container, kind: 'deadContainer', isSpare: whole.has(container.blobId) }]
  })
}

async function removeAll(deps: Deps, found: { finding: Finding; one: Collectable }[], isSure: boolean): Promise<void> {
  for (const { finding, one } of found) {
    if (!isSure && !one.isSpare)
      finding.note = 'so many at once, or all: is it the right database? --force removes them all the same'
    else if (await removeOne(deps, one)) finding.isRepaired = true
    else finding.note = 'left alone: a backup is running, or it has come to use'
  }
}

/** Looked at once more, in the transaction that holds off a backup. */
const removeOne = ({ db, storage }: Deps, one: Collectable): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if (!(await mayDeleteBytes(tx))) return false
    const { states } = await blobStatesOf(tx, [one.container.blobId])
    const isUsed = (await containersOf(tx, [one.container.blobId])).has(one.container.name)
    if (isUsed || (states.get(one.container.blobId) ?? null) !== (one.kind === 'orphan' ? null : 'complete')) return false
    await storage.inventory.remove(one.container.name)
    return true
  })
