/**
 * Makes attempts count, in small groups: parts that end within a few milliseconds share one transaction, and so one flush
 * of the database's log. The lock on the upload's row orders racing attempts; a torn or late one never gets this far.
 */
import { Problem } from '@sampan/contract/errors'
import { keptSeconds } from '@sampan/contract/rules/kept-upload'
import type { Place } from '../../adapters/storage/storage.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { groupParts } from './group-parts.ts'
import { joinRanges } from './join-ranges.ts'
import { addParts, findCounted } from './queries-alone.ts'
import { type NewAttempt, type OverlappingParts, overlappingParts } from './queries-attempts.ts'
import * as queries from './queries-parts.ts'
import { queueFinish } from './queue-finish.ts'
import { mayAdd, mayReplace, roomBefore } from './write-budget.ts'

/** The time of an upload is moved on in steps: a row whose indexed columns stay is cheaper to write. */
const expiryStepMs = 60_000

type HeldRange = OverlappingParts['held'][number]
/** A whole part, as it was sent. `accepted`: the place of its request in the order of all. */
export type WrittenPart = {
  uploadId: string
  blobId: string
  offset: number
  length: number
  accepted: number
  place: Place
  crc32: number
  pieceCrcs: Buffer
}
/** "gone": its files were taken out meanwhile. "lost": its container failed to flush. */
export type Verdict = 'new' | 'same' | 'replace' | 'gone' | 'lost' | Problem
/** `upload` as its row is now, where it is open. */
export type Recorded = { verdict: Verdict; upload: queries.LockedUpload | null }
export type PartRecorder = (part: WrittenPart) => Promise<Recorded>

/** By id, as they were last seen here; what was seen longest ago is forgotten first. */
type SeenUploads = Map<string, queries.LockedUpload>
const maxSeen = 2000

export function makePartRecorder(deps: Pick<Services, 'db' | 'clock'>): PartRecorder {
  const seen: SeenUploads = new Map()
  return groupParts(
    async (parts, mayWait) => (mayWait && (await recordAlone(deps, seen, parts))) || recordGroup(deps, parts, mayWait),
  )
}

/**
 * Parts of one upload that nobody else touches in that moment, as nearly all are: one statement, without a lock, which adds them where
 * the upload is still what it was seen to be. Whoever changes what counts of an upload, or whether anything does, writes its row. Null
 * where it has to be looked at under the lock.
 */
async function recordAlone(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  seen: SeenUploads,
  parts: WrittenPart[],
): Promise<Recorded[] | null> {
  const { uploadId } = parts[0]!
  const upload = seen.get(uploadId) ?? (await findCounted(db, uploadId))
  seen.delete(uploadId)
  if (!upload || doTouch(parts)) return null
  const bytes = parts.reduce((sum, { length }) => sum + length, 0)
  const room = roomBefore(upload.declaredBytes, { bytes, parts: parts.length })
  const until = keptUntil({ ...upload, receivedBytes: upload.receivedBytes + bytes }, clock())
  const expected = { ...room, id: uploadId, declaredBytes: upload.declaredBytes, isVerified: upload.isVerified }
  const added = await addParts(db, { ...expected, expiresAt: until === upload.expiresAt ? null : until }, parts.map(attemptRow))
  if (!added) return null
  seen.set(uploadId, added)
  const [oldest] = seen.keys()
  if (seen.size > maxSeen) seen.delete(oldest!)
  return parts.map(() => ({ verdict: 'new', upload: added }))
}

const doTouch = (parts: WrittenPart[]): boolean =>
  parts.some((one, index) =>
    parts.some(
      (other, at) =>
        at > index &&
        other.blobId === one.blobId &&
        other.offset < one.offset + one.length &&
        one.offset < other.offset + other.length,
    ),
  )

/** Undefined for those whose upload somebody else holds, where it may not wait. */
async function recordGroup(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  parts: WrittenPart[],
  mayWait: boolean,
): Promise<(Recorded | undefined)[]> {
  return inTransaction(db, async (tx) => {
    const ids = [...new Set(parts.map(({ uploadId }) => uploadId))]
    const rows = await queries.lockUploads(tx, ids, mayWait)
    const open = new Map(rows.filter(({ state }) => state === 'open').map((upload) => [upload.id, upload]))
    const found = new Set(rows.map(({ id }) => id))
    const grounds = await groundsOf(tx, parts)
    const attempts = new Map<string, NewAttempt>()
    const repeated = new Map<string, queries.RepeatedPart>()
    const recorded = parts.map((part, index): Recorded | undefined => {
      const upload = open.get(part.uploadId)
      if (!upload && !mayWait && !found.has(part.uploadId)) return undefined
      if (!upload) return { verdict: closed(rows, part), upload: null }
      const verdict = classifyPart(upload, part, grounds[index])
      if (verdict === 'new') {
        upload.receivedBytes += part.length
        upload.writtenParts++
      }
      if (verdict === 'new' || verdict === 'replace') {
        upload.writtenBytes += part.length
        hold(grounds[index]!.held, part)
        // An equal range of the same group that replaces an earlier one: one row per place, the one that wins.
        attempts.set(`${part.blobId} ${part.offset}`, attemptRow(part))
        repeated.delete(`${part.blobId} ${part.offset}`)
      }
      if (verdict === 'same') repeat(part, grounds[index]!.held, attempts, repeated)
      return { verdict, upload }
    })
    const moved = [...open.values()].map((upload) => ({ ...upload, expiresAt: keptUntil(upload, clock()) }))
    if (moved.length) await queries.saveParts(tx, [...attempts.values()], [...repeated.values()], moved)
    for (const upload of moved) await finishWhole(tx, upload)
    return recorded
  })
}

const closed = (rows: queries.LockedUpload[], { uploadId }: WrittenPart): Problem =>
  new Problem(rows.find(({ id }) => id === uploadId)?.state === 'complete' ? 'uploadClosed' : 'uploadNotFound')

const inContainer = (part: WrittenPart) => ({ ...part, container: part.place.container })

/** Parts of one blob share what they find there, so that those of a group see each other. */
async function groundsOf(tx: Transaction, parts: WrittenPart[]): Promise<(OverlappingParts | undefined)[]> {
  const grounds = await overlappingParts(tx, parts.map(inContainer))
  const heldOf = new Map<string, HeldRange[]>()
  return grounds.map((ground, index) => {
    const { blobId } = parts[index]!
    const held = heldOf.get(blobId) ?? []
    heldOf.set(blobId, held)
    for (const range of ground?.held ?? []) hold(held, range)
    return ground && { ...ground, held }
  })
}

/** In its place among the ranges of a blob; one that begins where another does takes that one's place. */
function hold(held: HeldRange[], range: HeldRange): void {
  const at = held.findIndex(({ offset }) => offset === range.offset)
  if (at >= 0) held[at] = range
  else held.push(range)
}

/** The same bytes were asked for once more: what was asked for before that may not take their place any more. */
function repeat(
  { blobId, offset, accepted }: WrittenPart,
  held: HeldRange[],
  attempts: Map<string, NewAttempt>,
  repeated: Map<string, queries.RepeatedPart>,
): void {
  const range = held.find((each) => each.offset === offset)!
  range.accepted = Math.max(range.accepted, accepted)
  const key = `${blobId} ${offset}`
  const inGroup = attempts.get(key)
  if (inGroup) inGroup.accepted = range.accepted
  else repeated.set(key, { blobId, offset, accepted: range.accepted })
}

/**
 * Equal bounds: the same bytes stay as they are, others replace them if they were asked for later. A ghost, and any other touch, is
 * refused with what is there.
 */
function classifyPart(upload: queries.LockedUpload, part: WrittenPart, ground: OverlappingParts | undefined): Verdict {
  if (upload.isSuspect) return new Problem('uploadChecking', {}, { retryAfterSeconds: 5 })
  if (!ground) return 'gone'
  if (ground.isContainerLost) return 'lost'
  const { offset, length } = part
  const touching = ground.held.filter((held) => held.offset < offset + length && held.offset + held.length > offset)
  const [first] = touching
  if (!first) return mayAdd(upload, length) ? 'new' : new Problem('tooMuchWritten')
  if (touching.length === 1 && first.offset === offset && first.length === length) {
    if (first.crc32 === part.crc32) return 'same'
    if (part.accepted > first.accepted) return mayReplace(upload, length) ? 'replace' : new Problem('tooMuchWritten')
  }
  return new Problem('partOverlaps', { blobId: part.blobId, ranges: joinRanges(touching.sort((a, b) => a.offset - b.offset)) })
}

const attemptRow = ({ blobId, offset, length, pieceCrcs, crc32, accepted, place }: WrittenPart): NewAttempt => ({
  blobId,
  offset,
  length,
  container: place.container,
  position: place.position,
  header: place.header,
  pieceCrcs,
  crc32,
  accepted,
})

/** A part keeps its upload alive. */
function keptUntil({ expiresAt, ...upload }: queries.LockedUpload, now: Date): Date {
  const until = addSeconds(now, keptSeconds(upload))
  return Math.abs(until.getTime() - expiresAt.getTime()) < expiryStepMs ? expiresAt : until
}

type Coming = Pick<queries.LockedUpload, 'id' | 'publishedAt' | 'receivedBytes' | 'declaredBytes'>
const isWhole = ({ publishedAt, receivedBytes, declaredBytes }: Coming): boolean =>
  publishedAt !== null && receivedBytes >= declaredBytes

/** The last part of a published upload completes it, at once. */
export async function finishWhole(tx: Transaction, upload: Coming): Promise<void> {
  if (isWhole(upload)) await queueFinish(tx, upload.id)
}
