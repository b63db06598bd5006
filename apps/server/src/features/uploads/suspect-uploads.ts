/**
 * After a power loss only parts that still verify are listed: parts are not flushed one by one, so when the machine has been down
 * since, every open upload is in doubt until its parts have been read.
 */
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { Problem } from '@sampan/contract/errors'
import { unwrapDek } from '../../adapters/keys/keys.ts'
import { type BlobKey, isDamage } from '../../adapters/storage/storage.ts'
import { storesOf } from '../../config/store-settings.ts'
import { type Db, inTransaction } from '../../db/connect.ts'
import { addJob, type JobTry, jobName, keysWithJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { attemptsOfBlobs, isLost } from '../content/index.ts'
import * as queries from './queries.ts'
import { type AttemptRow, deleteAttempt } from './queries-attempts.ts'
import { keepBootId, recountReceived, suspectOpenUploads, suspectUploads } from './queries-repair.ts'
import { finishWhole } from './record-parts.ts'

export const verifyUploadJob = jobName<{ uploadId: string }>('uploads:verify')

const keyOf = (uploadId: string): string => `verify:${uploadId}`

/** For one that is marked as suspect: nothing of it counts until its parts were read. */
export const requireVerification = (tx: Db, uploadId: string, afterSeconds = 0): Promise<void> =>
  addJob(tx, verifyUploadJob, { uploadId }, { key: keyOf(uploadId), afterSeconds })

/** Those whose process was killed in the last try. */
export async function requireForgotten({ db }: Pick<Services, 'db'>): Promise<void> {
  const ids = await suspectUploads(db)
  const keys = await keysWithJob(db, ids.map(keyOf))
  for (const id of ids) if (!keys.has(keyOf(id))) await requireVerification(db, id)
}

/** What a disk may be expected to read in a second, so that who waits does not ask too often. */
const readBytesPerSecond = 100_000_000
const longestWaitSeconds = 60

/** Another one whenever the machine has started anew. */
export function bootId(now: Date): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // No such file here: the time of the start, in steps that a corrected clock seldom crosses. A false alarm costs a reading.
    return `started ${Math.round((now.getTime() / 1000 - uptime()) / 600)}`
  }
}

/**
 * To be called at the start, before the process listens. What an S3 store has taken is safe whatever becomes of the machine. On a shared
 * folder a machine that joins looks like one that was restarted, which costs a reading.
 */
export async function noticePowerLoss(
  { db, log, clock, config }: Pick<Services, 'db' | 'log' | 'clock' | 'config'>,
  today = bootId(clock()),
): Promise<void> {
  if (!storesOf(config).includes('disk')) return
  const inDoubt = await inTransaction(db, async (tx) => {
    if (!(await keepBootId(tx, today))) return []
    const ids = await suspectOpenUploads(tx)
    for (const uploadId of ids) await requireVerification(tx, uploadId)
    return ids
  })
  if (inDoubt.length) log.warn({ uploads: inDoubt.length }, 'the machine was restarted: reading the parts of open uploads')
}

export function refuseSuspect({ isSuspect, receivedBytes }: Pick<queries.UploadRow, 'isSuspect' | 'receivedBytes'>): void {
  if (!isSuspect) return
  const seconds = Math.min(longestWaitSeconds, 5 + Math.ceil(receivedBytes / readBytesPerSecond))
  throw new Problem('uploadChecking', {}, { retryAfterSeconds: seconds })
}

/** Reads every part; those that do not verify are taken off, and the upload goes on. May run twice. */
export async function verifyUpload(
  deps: Pick<Services, 'db' | 'storage' | 'masterKeys' | 'log'>,
  uploadId: string,
  tried: JobTry,
): Promise<void> {
  const { db, masterKeys } = deps
  const found = await queries.findUpload(db, { id: uploadId })
  if (!found?.isSuspect || found.state !== 'open') return
  const broken: AttemptRow[] = []
  for (const { id: blobId, wrappedKey } of await queries.blobsOf(db, uploadId)) {
    const key = { blobId, dek: unwrapDek(masterKeys, blobId, wrappedKey) }
    for (const attempt of await attemptsOfBlobs(db, [blobId]))
      if (!(await isWhole(deps, key, attempt, tried))) broken.push(attempt)
  }
  await inTransaction(db, async (tx) => {
    const upload = await queries.lockUpload(tx, { id: uploadId })
    if (!upload?.isSuspect || upload.state !== 'open') return
    for (const attempt of broken) await deleteAttempt(tx, attempt)
    const receivedBytes = await recountReceived(tx, uploadId)
    await queries.updateUpload(tx, uploadId, { isSuspect: false })
    await finishWhole(tx, { ...upload, receivedBytes })
  })
  deps.log.info({ uploadId, broken: broken.length }, 'parts were read after a restart of the machine')
}

/** Of a disk that is away nothing is said. */
async function isWhole(
  { storage }: Pick<Services, 'storage'>,
  key: BlobKey,
  attempt: AttemptRow,
  tried: JobTry,
): Promise<boolean> {
  const { offset, length } = attempt
  try {
    for await (const { release } of storage.readRange(key, [attempt], offset, offset + length)) release()
    return true
  } catch (error) {
    // A loss of power takes files along: what is not there needs no second look.
    if (isDamage(error) || isLost(error, tried)) return false
    throw error
  }
}
