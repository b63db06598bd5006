/**
 * Makes attempts count, in small groups: parts that end within a few milliseconds share one transaction, and so one flush
 * of the database's log. The lock on the upload's row orders racing attempts; a torn or late one never gets this far.
 */
import { Problem } from '@sampan/contract/errors'
import { unverifiedKeptSeconds, uploadKeptSeconds } from '@sampan/contract/limits'
import type { Place } from '../../adapters/storage/storage.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'
import { joinRanges } from './read-upload.ts'

const groupMs = 5
const groupMost = 200

/** Completes a published upload; its handler belongs to the feature that published it. */
export const finishUploadJob = jobName<{ uploadId: string }>('uploads:finish')

/** `place` null: a damaged or torn attempt, which only counts as written. */
export type WrittenPart = {
  uploadId: string
  blobId: string
  offset: number
  length: number
  place: Place | null
  crc32: number
  pieceCrcs: Buffer
}
type Waiting = { part: WrittenPart; done: (problem: Problem | null) => void; fail: (error: unknown) => void }
type Held = { offset: number; length: number; crc32: number }

export type PartRecorder = (part: WrittenPart) => Promise<void>

export function makePartRecorder(deps: Pick<Services, 'db' | 'clock'>): PartRecorder {
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const group = waiting
    waiting = []
    recordGroup(
      deps,
      group.map(({ part }) => part),
    ).then(
      (problems) => group.forEach((each, index) => void each.done(problems[index] ?? null)),
      (error) => group.forEach((each) => void each.fail(error)),
    )
  }
  return (part) =>
    new Promise((resolve, reject) => {
      waiting.push({ part, done: (problem) => (problem ? reject(problem) : resolve()), fail: reject })
      if (waiting.length >= groupMost) flush()
      else timer ??= setTimeout(flush, groupMs)
    })
}

async function recordGroup(deps: Pick<Services, 'db' | 'clock'>, parts: WrittenPart[]): Promise<(Problem | null)[]> {
  return inTransaction(deps.db, async (tx) => {
    const rowsLocked = await queries.lockUploads(tx, [...new Set(parts.map(({ uploadId }) => uploadId))])
    const locked = new Map(rowsLocked.map((upload) => [upload.id, upload]))
    const held = await heldRanges(tx, parts)
    const rows: Parameters<typeof queries.putAttempts>[1] = []
    const problems = parts.map((part) => {
      const upload = locked.get(part.uploadId)
      if (upload?.state !== 'open') return new Problem(upload?.state === 'complete' ? 'uploadClosed' : 'uploadNotFound')
      upload.writtenBytes += part.length
      if (!part.place) return null
      const verdict = judge(held.get(part.blobId) ?? [], part)
      if (verdict === 'new' || verdict === 'replace') {
        if (verdict === 'new') upload.receivedBytes += part.length
        held.set(part.blobId, [...(held.get(part.blobId) ?? []).filter(({ offset }) => offset !== part.offset), part])
        rows.push(attemptRow(part, part.place))
      }
      return verdict instanceof Problem ? verdict : null
    })
    // A later equal range of the same group replaces an earlier one: one row per place, the last.
    await queries.putAttempts(tx, [...new Map(rows.map((row) => [`${row.blobId} ${row.offset}`, row])).values()])
    for (const upload of locked.values()) await saveProgress(tx, upload, deps.clock())
    return problems
  })
}

async function heldRanges(tx: Transaction, parts: WrittenPart[]): Promise<Map<string, Held[]>> {
  const rows = await queries.attemptsTouching(
    tx,
    parts.map(({ blobId, offset, length }) => ({ blobId, from: offset, to: offset + length })),
  )
  const held = new Map<string, Held[]>()
  for (const row of rows) held.set(row.blobId, [...(held.get(row.blobId) ?? []), row])
  return held
}

/** Equal bounds: the same bytes stay as they are, others replace. Any other touch is refused with what is there. */
function judge(held: Held[], part: WrittenPart): 'new' | 'same' | 'replace' | Problem {
  const touching = held.filter(({ offset, length }) => offset < part.offset + part.length && offset + length > part.offset)
  if (touching.length === 0) return 'new'
  const [first] = touching
  if (touching.length === 1 && first!.offset === part.offset && first!.length === part.length)
    return first!.crc32 === part.crc32 ? 'same' : 'replace'
  return new Problem('partOverlaps', { blobId: part.blobId, ranges: joinRanges(touching.sort((a, b) => a.offset - b.offset)) })
}

const attemptRow = (part: WrittenPart, place: Place) => ({
  blobId: part.blobId,
  offset: part.offset,
  length: part.length,
  container: place.container,
  position: place.position,
  header: place.header,
  pieceCrcs: part.pieceCrcs,
  crc32: part.crc32,
})

/** A part keeps its upload alive; the last one of a published upload completes it. */
async function saveProgress(tx: Transaction, upload: queries.UploadRow, now: Date): Promise<void> {
  if (upload.state !== 'open') return
  const keptSeconds = upload.isVerified ? uploadKeptSeconds : unverifiedKeptSeconds
  const { writtenBytes, receivedBytes } = upload
  await queries.updateUpload(tx, upload.id, {
    writtenBytes,
    receivedBytes,
    expiresAt: new Date(now.getTime() + keptSeconds * 1000),
  })
  if (upload.publishedAt && receivedBytes >= upload.declaredBytes)
    await addJob(tx, finishUploadJob, { uploadId: upload.id }, { key: `finish:${upload.id}` })
}
