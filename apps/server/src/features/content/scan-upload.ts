/** Gives the files of an upload to the scanner, one after the other, and keeps what it says of each (D9). */
import { ScannerAway, type Verdict } from '../../adapters/scanner/scanner.ts'
import { MissingBlob } from '../../adapters/storage/storage.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob, hasJob, type JobTry } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import type { ContentHooks } from './content-hooks.ts'
import * as queries from './queries-scan.ts'
import { readBlob } from './read-blob.ts'
import { scanKey, scanQueue, scanUploadJob } from './scan-later.ts'
import { isLost } from './verify-blob.ts'

/** Of one run; then it is another upload's turn. */
const filesPerRun = 50
const uploadsPerSweep = 500
/** Of one file, over all processes and runs: it may be what ends the scanner, or the line to it. */
const maxTries = 2

class TriedTooOften extends Error {}

/** May run twice and at once: what one has told no other tells again. While the scanner is away files go on waiting. */
export async function scanUpload(services: Services, hooks: ContentHooks, uploadId: string, tried: JobTry): Promise<void> {
  const { db, scanner } = services
  if (!scanner) return
  const waiting = await queries.waitingFiles(db, uploadId, filesPerRun)
  if (waiting.length === 0) return hooks.onScanned(uploadId)
  const { isAway, unread } = await scanFiles(services, hooks, waiting, tried)
  await hooks.onChanged(uploadId)
  if (unread) throw unread
  if (!isAway) await addJob(db, scanUploadJob, { uploadId }, { key: scanKey(uploadId), queue: scanQueue })
}

/** What waits although no job is there for it: the scanner was away, or a job was lost. */
export async function scanLeftOvers({ db, scanner }: Pick<Services, 'db' | 'scanner'>): Promise<void> {
  if (!scanner) return
  for (const uploadId of await queries.waitingUploads(db, uploadsPerSweep)) {
    const key = scanKey(uploadId)
    if (!(await hasJob(db, key))) await addJob(db, scanUploadJob, { uploadId }, { key, queue: scanQueue })
  }
}

/** One whose bytes cannot be read now holds up none of the others. */
async function scanFiles(services: Services, hooks: ContentHooks, waiting: queries.WaitingFile[], tried: JobTry) {
  let unread: unknown
  for (const file of waiting)
    try {
      await scanFile(services, hooks, file, tried)
    } catch (error) {
      if (error instanceof ScannerAway) {
        services.log.warn({ err: error, fileId: file.id }, 'the virus scanner is away: files wait for it')
        return { isAway: true }
      }
      if (!isUnreadable(error)) throw error
      unread ??= error
    }
  return { isAway: false, unread }
}

const isUnreadable = (error: unknown): boolean => error instanceof MissingBlob || (error as NodeJS.ErrnoException).code === 'EIO'

async function scanFile(services: Services, hooks: ContentHooks, file: queries.WaitingFile, tried: JobTry): Promise<void> {
  const verdict = await verdictOf(services, file, tried)
  if (verdict.state === 'failed') services.log.warn({ fileId: file.id, reason: verdict.reason }, 'a file could not be scanned')
  const finding = verdict.state === 'infected' ? verdict.finding.slice(0, 200) : null
  await inTransaction(services.db, async (tx) => {
    const isNew = await queries.setScan(tx, file.id, verdict.state, finding)
    if (isNew && finding) await hooks.onInfected(tx, file, finding)
  })
}

async function verdictOf(services: Services, file: queries.WaitingFile, tried: JobTry): Promise<Verdict> {
  const scanner = services.scanner!
  const failed = (reason: string): Verdict => ({ state: 'failed', reason })
  if (!file.blobId) return failed('without bytes')
  if (file.size > scanner.maxBytes) return failed('larger than any file that the scanner looks at')
  const { blobId } = file
  try {
    return await scanner.scan(() => contentOf(services, { ...file, blobId }))
  } catch (error) {
    if (error instanceof TriedTooOften) return failed('the scanner did not survive it')
    if (isLost(error, tried)) return failed('unreadable')
    throw error
  }
}

/** The try is counted when its first bytes are about to go out, since nobody counts any more in a process that goes down with it. */
async function* contentOf(services: Services, { id, blobId, offset, size }: queries.WaitingFile & { blobId: string }) {
  let isCounted = false
  try {
    for await (const { pieces, release } of readBlob(services, blobId, offset, offset + size)) {
      if (!isCounted && (await queries.beginTry(services.db, id)) > maxTries) throw new TriedTooOften()
      isCounted = true
      yield pieces
      release()
    }
  } catch (error) {
    if (isCounted) await queries.takeBackTry(services.db, id)
    throw error
  }
}
