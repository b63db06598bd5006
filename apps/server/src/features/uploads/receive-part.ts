/** One part: streamed to the storage, checked by CRC-32 on its way, counted only when whole (U6, transfer-engine "Parts"). */
import type { Readable } from 'node:stream'
import { Problem } from '@sampan/contract/errors'
import { FlushFailed, MissingBlob, WrongLength } from '../../adapters/storage/storage.ts'
import type { Actor } from '../../http/actor.ts'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import type { BackgroundFlush } from './background-flush.ts'
import { keepPart } from './keep-part.ts'
import { PieceCrcs, pieceLengths } from './piece-crcs.ts'
import type { UploadPurposes } from './purpose.ts'
import * as queries from './queries.ts'
import type { PartRecorder } from './record-parts.ts'
import { checkSpaceForPart } from './share-disk.ts'
import { refuseTooMuchUnderWay } from './write-budget.ts'
import { openTarget, type WriteTarget, type WriteTargets } from './write-targets.ts'

export type PartDeps = Pick<Services, 'db' | 'storage' | 'masterKeys' | 'clock' | 'config'> &
  UploadPurposes & {
    record: PartRecorder
    targets: WriteTargets
    flushAhead: BackgroundFlush
  }
export type Part = {
  uploadId: string
  blobId: string
  offset: number
  length: number | null
  /** Its place among all requests for parts. */
  accepted: Promise<number>
  crc32: string | undefined
  source: Readable
}

function checkPart(part: Part, target: WriteTarget): { length: number; crc32: number } {
  if (part.length === null) throw new Problem('lengthRequired')
  if (part.length === 0 || part.offset + part.length > target.size) throw new Problem('partOutOfBounds', { size: target.size })
  if (!/^[0-9a-f]{8}$/i.test(part.crc32 ?? ''))
    throw new Problem('invalidInput', {}, { fields: { 'X-Part-Crc32': part.crc32 ? 'invalid' : 'required' } })
  return { length: part.length, crc32: Number.parseInt(part.crc32!, 16) }
}

const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException)?.code))
const isBrokenLine = (error: unknown): boolean =>
  error instanceof WrongLength ||
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'ERR_STREAM_DESTROYED'].includes(
    String((error as NodeJS.ErrnoException)?.code),
  )

export async function receivePart(deps: PartDeps, ticket: Ticket, actor: Actor, part: Part): Promise<void> {
  const target = await openTarget(deps, ticket, actor, part)
  const { length, crc32 } = checkPart(part, target)
  refuseTooMuchUnderWay(target.upload)
  await checkSpaceForPart(deps)
  const underWay = { bytes: 0 }
  try {
    await receive(deps, target, part, { length, crc32, underWay })
  } finally {
    target.upload.bytesUnderWay -= underWay.bytes
  }
}

type Checked = { length: number; crc32: number; underWay: { bytes: number } }

async function receive(deps: PartDeps, target: WriteTarget, part: Part, { length, crc32, underWay }: Checked): Promise<void> {
  const crcs = new PieceCrcs(pieceLengths(target.fileStarts, part.offset, length))
  const { uploadId, blobId, offset } = part
  const look = (chunk: Uint8Array) => {
    underWay.bytes += chunk.length
    target.upload.bytesUnderWay += chunk.length
    crcs.update(chunk)
  }
  const place = await deps.storage.writeAttempt(target.key, offset, length, part.source, look).catch(async (error) => {
    throw await problemOf(deps, blobId, error)
  })
  const keep = async () => {
    if (crcs.whole() !== crc32) throw new Problem('partDamaged')
    const accepted = await part.accepted
    const verdict = await keepPart(deps, target, {
      ...{ uploadId, blobId, offset, length, crc32, place, accepted },
      pieceCrcs: crcs.bytes(),
    })
    if (verdict === 'same') deps.storage.release(place, length)
  }
  await keep().catch((error) => {
    // Anything else may have been recorded all the same.
    if (error instanceof Problem && neverCounts.has(error.code)) deps.storage.release(place, length)
    throw error
  })
  deps.flushAhead(uploadId, blobId, length)
}

/** Refusals of a part that is whole on the disk, and that no row names. */
const neverCounts: ReadonlySet<string> = new Set(['partDamaged', 'partOverlaps', 'tooMuchWritten', 'uploadChecking'])

export async function problemOf({ db }: Pick<Services, 'db'>, blobId: string, error: unknown): Promise<Problem> {
  if (isDiskFull(error)) return new Problem('diskFull', {}, { retryAfterSeconds: 60 })
  if (error instanceof FlushFailed) return new Problem('unavailable', {}, { retryAfterSeconds: 1 })
  if (error instanceof MissingBlob) {
    // A client forgets what is not found: only the rows can say that, never a disk.
    const upload = (await queries.findBlob(db, blobId))?.upload
    if (!upload || upload.state === 'discarded') return new Problem('uploadNotFound')
    return new Problem('unavailable', {}, { retryAfterSeconds: 1 })
  }
  if (isBrokenLine(error)) return new Problem('partIncomplete')
  throw error
}
