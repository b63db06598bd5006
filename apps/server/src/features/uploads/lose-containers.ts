/**
 * What was written to a container that failed to flush no longer counts: the client is told that it is missing and sends it again.
 * The system tells a failed flush once, so this is kept at once and for all processes.
 */
import { FlushFailed } from '../../adapters/storage/storage.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { requireBlobVerification } from '../content/index.ts'
import { lockUpload } from './queries.ts'
import { type ContainerOfBlob, loseContainer } from './queries-attempts.ts'
import { recountReceived } from './queries-repair.ts'

type Loss = { uploadId: string; lost: readonly ContainerOfBlob[] }
type Deps = Pick<Services, 'db' | 'log'>

const firstAgainMs = 250
const latestAgainMs = 30_000

/** Rejects where the database does not take it now; it is told again until it does, as long as this process lives. */
export async function loseContainers(
  deps: Deps,
  uploadId: string,
  lost: readonly ContainerOfBlob[],
  cause: unknown,
): Promise<void> {
  const containers = lost.map(({ container }) => container)
  deps.log.error({ err: cause, uploadId, containers }, 'parts could not be flushed')
  try {
    await writeLoss(deps, { uploadId, lost })
  } catch (error) {
    reportAgain(deps, { uploadId, lost }, firstAgainMs)
    throw error
  }
}

function reportAgain(deps: Deps, loss: Loss, afterMs: number): void {
  const again = () =>
    writeLoss(deps, loss).then(
      () => deps.log.info({ uploadId: loss.uploadId }, 'the database knows now which parts could not be flushed'),
      () => reportAgain(deps, loss, Math.min(2 * afterMs, latestAgainMs)),
    )
  setTimeout(again, afterMs).unref()
}

async function writeLoss({ db, log }: Deps, { uploadId, lost }: Loss): Promise<void> {
  const isTooLate = await inTransaction(db, async (tx) => {
    const upload = await lockUpload(tx, { id: uploadId })
    if (upload?.state === 'open') {
      for (const each of lost) await loseContainer(tx, each)
      await recountReceived(tx, uploadId)
    }
    if (upload?.state !== 'complete') return false
    for (const blobId of new Set(lost.map((each) => each.blobId))) await requireBlobVerification(tx, blobId)
    return true
  })
  if (isTooLate) log.fatal({ uploadId, lost }, 'parts of a complete upload could not be flushed: reading it')
}

type Flush = { blobId: string; containers: readonly string[] }
const flushConcurrency = 8

/** True when all survive a power loss; else what does not was taken off the upload. */
export async function flushOrLose(
  deps: Pick<Services, 'db' | 'log' | 'storage'>,
  uploadId: string,
  flushes: Flush[],
): Promise<boolean> {
  const queue = [...flushes]
  const lost: ContainerOfBlob[] = []
  const failures: unknown[] = []
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { blobId, containers } = next
      await deps.storage.flush(blobId, containers).catch((error) => {
        failures.push(error)
        if (error instanceof FlushFailed) lost.push(...error.containers.map((container) => ({ blobId, container })))
      })
    }
  }
  await Promise.all(Array.from({ length: flushConcurrency }, work))
  if (lost.length) await loseContainers(deps, uploadId, lost, failures[0])
  const other = failures.find((error) => !(error instanceof FlushFailed))
  if (other) throw other
  return lost.length === 0
}
