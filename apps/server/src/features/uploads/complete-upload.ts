/** Completion: everything durable first, then one transaction; nothing is copied, nothing assembled (reliability, lesson 1). */
import { crc32Combine } from '@sampan/contract/rules/crc32-combine'
import { manifestMac } from '../../adapters/storage/manifest.ts'
import { unwrapDek } from '../../adapters/storage/master-key.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { pieceLengths, readPieceCrcs } from './piece-crcs.ts'
import * as queries from './queries.ts'
import { changeUsage } from './queries-owners.ts'

type Deps = Pick<Services, 'db' | 'storage' | 'masterKeys' | 'clock' | 'metrics'>
/** `files` are the live ones; `starts` are the borders of all, by which parts were cut as they arrived. */
type Content = {
  blobs: queries.BlobRow[]
  files: queries.FileRow[]
  starts: Map<string, number[]>
  attempts: Map<string, queries.AttemptRow[]>
}

const flushesAtOnce = 8

/**
 * Completes an upload when every live file is covered; `publish` runs in the same transaction, once. Answers whether the upload
 * is complete now. May be called at any time and by many at once.
 */
export async function completeUpload(
  deps: Deps,
  uploadId: string,
  publish: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  for (;;) {
    const flushedUpTo = await queries.latestAttempt(deps.db, uploadId)
    const before = await readContent(deps.db, uploadId)
    if (!isCovered(before)) return (await queries.findUpload(deps.db, { id: uploadId }))?.state === 'complete'
    await flushAll(deps, before)
    const outcome = await inTransaction(deps.db, (tx) => completeRows(tx, deps, uploadId, flushedUpTo, publish))
    if (outcome !== 'again') return outcome
  }
}

async function completeRows(
  tx: Transaction,
  deps: Deps,
  uploadId: string,
  flushedUpTo: number,
  publish: (tx: Transaction) => Promise<void>,
): Promise<boolean | 'again'> {
  const upload = await queries.lockUpload(tx, { id: uploadId })
  if (upload?.state !== 'open') return upload?.state === 'complete'
  // A part that replaced another after the flush is not durable yet.
  if ((await queries.latestAttempt(tx, uploadId)) !== flushedUpTo) return 'again'
  const content = await readContent(tx, uploadId)
  if (!isCovered(content)) return false
  await queries.setFileCrcs(tx, fileCrcs(content))
  for (const blob of content.blobs) {
    const dek = unwrapDek(deps.masterKeys, blob.id, blob.wrappedKey)
    await queries.setManifest(tx, blob.id, manifestMac({ blobId: blob.id, dek }, blob.size, content.attempts.get(blob.id)!))
  }
  await queries.updateUpload(tx, uploadId, { state: 'complete', completedAt: deps.clock() })
  await changeUsage(tx, upload.ownerId, { reservedBytes: -upload.declaredBytes, usedBytes: upload.declaredBytes })
  await publish(tx)
  deps.metrics.count('uploadsCompleted')
  return true
}

async function readContent(db: Parameters<typeof queries.blobsOf>[0], uploadId: string): Promise<Content> {
  const [blobs, all] = [await queries.blobsOf(db, uploadId), await queries.filesOf(db, uploadId)]
  const starts = new Map<string, number[]>(blobs.map(({ id }) => [id, []]))
  for (const file of all) if (file.blobId) starts.get(file.blobId)!.push(file.offset)
  const attempts = new Map<string, queries.AttemptRow[]>(blobs.map(({ id }) => [id, []]))
  for (const attempt of await queries.attemptsOfBlobs(
    db,
    blobs.map(({ id }) => id),
  ))
    attempts.get(attempt.blobId)!.push(attempt)
  return { blobs, files: all.filter(({ isRemoved }) => !isRemoved), starts, attempts }
}

async function flushAll({ storage }: Deps, { blobs, attempts }: Content): Promise<void> {
  const queue = [...blobs]
  const work = async () => {
    for (let blob = queue.shift(); blob; blob = queue.shift()) {
      await storage.flush(blob.id, [...new Set(attempts.get(blob.id)!.map(({ container }) => container))])
    }
  }
  await Promise.all(Array.from({ length: flushesAtOnce }, work))
}

/** Attempts never overlap, so a file is covered when those that touch it follow one another over its whole range. */
function isCovered({ files, attempts }: Content): boolean {
  if (files.length === 0) return false
  return files.every((file) => {
    if (!file.blobId) return file.size === 0
    let at = file.offset
    for (const { offset, length } of touching(attempts.get(file.blobId) ?? [], file)) {
      if (offset > at) return false
      at = offset + length
    }
    return at >= file.offset + file.size
  })
}

/** The attempts over a file's range; binary search, because a shared blob has thousands of files. */
function touching(list: readonly queries.AttemptRow[], file: { offset: number; size: number }): queries.AttemptRow[] {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]!.offset + list[middle]!.length <= file.offset) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < list.length && list[end]!.offset < file.offset + file.size) end++
  return list.slice(low, end)
}

/** Each file's CRC-32 from its pieces. Parts are cut at file borders when they arrive, so every piece belongs to one file. */
function fileCrcs({ blobs, files, starts, attempts }: Content): { id: string; crc32: number }[] {
  const crcs = new Map<string, Map<number, number>>()
  for (const { id } of blobs) {
    const ofBlob = new Map<number, number>()
    for (const attempt of attempts.get(id)!) addPieces(ofBlob, starts.get(id)!, attempt)
    crcs.set(id, ofBlob)
  }
  return files
    .filter(({ blobId }) => blobId)
    .map((file) => ({ id: file.id, crc32: crcs.get(file.blobId!)?.get(file.offset) ?? 0 }))
}

function addPieces(crcs: Map<number, number>, starts: readonly number[], attempt: queries.AttemptRow): void {
  const lengths = pieceLengths(starts, attempt.offset, attempt.length)
  const pieces = readPieceCrcs(attempt.pieceCrcs)
  let index = starts.findLastIndex((start) => start <= attempt.offset)
  lengths.forEach((length, piece) => {
    const start = starts[index++]!
    crcs.set(start, crc32Combine(crcs.get(start) ?? 0, pieces[piece]!, length))
  })
}
