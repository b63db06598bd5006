/** Turns a range of a blob into verified plain bytes: plans the stored bytes to fetch, fetches some runs ahead, opens run by run. */
import { type ByteStore, CorruptBlob } from './byte-store.ts'
import { type AttemptKeys, besideBytes, nameOf, openAttempt, openSegment } from './segments.ts'
import type { Attempt, Batch, BlobKey } from './storage.ts'

type Fetch = ByteStore['read']
type Reading = Pick<ByteStore, 'read' | 'readBytes' | 'readsAhead'>

/** Neighbouring segments fetched at once, and the part of the attempt wanted of them. */
type Run = { attempt: Attempt; keys: AttemptKeys; first: number; position: number; storedBytes: number; from: number; to: number }
type Fetching = { run: Run; buffer: Buffer; done: Promise<void>; opened?: Buffer }

const SEGMENT_BYTES = 256 * 1024
const RUN_BYTES = 1024 * 1024
/** Buffers are used again and again: bytes that wait for a slow line would else grow old and set off the collector's whole round. */
const LARGE_BYTES = RUN_BYTES + 1024
type Pool = { bytes: number; most: number; spare: Buffer[] }
const pools: readonly Pool[] = [
  { bytes: SEGMENT_BYTES + 16, most: 32, spare: [] },
  { bytes: LARGE_BYTES, most: 32, spare: [] },
  { bytes: 4 * LARGE_BYTES, most: 8, spare: [] },
]
/** From this number on, readers take one segment at a time and none ahead, so that many slow lines stay small. */
const MANY_READERS = 32
/** Only so few take as much at once as their store has best. */
const FEW_READERS = 8
let readers = 0
/** A store of which each read takes long is asked for several at once, for as long as few read. */
const runsAhead = (most: number): number =>
  readers < MANY_READERS ? Math.max(1, Math.min(most, Math.floor(MANY_READERS / readers))) : 0

export async function* readAttempts(
  { read: fetch, readBytes, readsAhead }: Reading,
  kept: SegmentCache,
  blob: BlobKey,
  attempts: readonly Attempt[],
  from: number,
  to: number,
): AsyncGenerator<Batch, void, undefined> {
  const runs = planRuns(blob, attempts, { from, to, readBytes })
  let current: Fetching | undefined
  const ahead: Fetching[] = []
  const fetchAhead = (count: number) => {
    while (ahead.length < count) {
      const next = startNext(fetch, kept, runs)
      if (!next) return
      ahead.push(next)
    }
  }
  readers++
  try {
    for (let given = 0; ; given++) {
      fetchAhead(1)
      current = ahead.shift()
      if (!current) return
      await current.done
      // More with each that is taken: who wants a little is not given much.
      fetchAhead(Math.min(given + 1, runsAhead(readsAhead)))
      const { buffer } = current
      const { pieces, failure } = openRun(current, kept)
      current = undefined // whose bytes these are from here on
      if (pieces.length > 0) yield { pieces, release: () => releaseBuffer(buffer) }
      if (failure) throw failure
    }
  } finally {
    readers--
    await Promise.allSettled(ahead.map(({ done }) => done))
    for (const { buffer } of current ? [current, ...ahead] : ahead) releaseBuffer(buffer)
  }
}

type Range = { from: number; to: number; readBytes: number }

function* planRuns(blob: BlobKey, attempts: readonly Attempt[], { from, to, readBytes }: Range): Generator<Run, undefined> {
  let at = from
  // The first bytes are not to wait for many more.
  let most = RUN_BYTES
  for (let i = lastAtOrBefore(attempts, from); at < to; i++) {
    const attempt = attempts[i]
    if (!attempt || at < attempt.offset || at >= attempt.offset + attempt.length) {
      throw new CorruptBlob(`No attempt of blob ${blob.blobId} holds its byte ${at}`)
    }
    const keys = openAttempt(blob, attempt)
    const end = Math.min(to - attempt.offset, attempt.length)
    for (let inner = at - attempt.offset; inner < end; ) {
      const run = runAt(attempt, keys, { from: inner, end, most: readers <= FEW_READERS ? most : RUN_BYTES })
      yield run
      most = readBytes
      inner = run.to
    }
    at = attempt.offset + end
  }
}

type Wanted = { from: number; end: number; most: number }

function runAt(attempt: Attempt, keys: AttemptKeys, { from, end, most }: Wanted): Run {
  const { segmentBytes, length } = keys
  const first = Math.floor(from / segmentBytes)
  const max = readers < MANY_READERS ? Math.max(1, Math.floor(most / segmentBytes)) : 1
  const count = Math.min(Math.ceil(end / segmentBytes) - first, max)
  const stop = Math.min((first + count) * segmentBytes, length)
  const position = attempt.position + first * (segmentBytes + besideBytes(keys))
  const storedBytes = stop - first * segmentBytes + count * besideBytes(keys)
  return { attempt, keys, first, position, storedBytes, from, to: Math.min(stop, end) }
}

function lastAtOrBefore(attempts: readonly Attempt[], offset: number) {
  let low = 0
  let high = attempts.length
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (attempts[middle]!.offset <= offset) low = middle
    else high = middle
  }
  return low
}

function startNext(fetch: Fetch, kept: SegmentCache, runs: Iterator<Run, undefined>): Fetching | undefined {
  const run = runs.next().value
  if (!run) return
  const opened = kept.get(cacheKey(run, run.first))
  if (opened && run.storedBytes <= run.keys.segmentBytes + besideBytes(run.keys))
    return { run, buffer: NONE, done: Promise.resolve(), opened }
  const buffer = takeBuffer(run.storedBytes)
  const done = fetch(run.attempt.container, run.position, buffer.subarray(0, run.storedBytes))
  done.catch(() => undefined) // it is awaited later; until then a failure is nobody's surprise
  return { run, buffer, done }
}

const NONE = Buffer.alloc(0)

function takeBuffer(bytes: number): Buffer {
  const pool = pools.find((each) => bytes <= each.bytes)
  return pool?.spare.pop() ?? Buffer.allocUnsafeSlow(pool?.bytes ?? bytes)
}

function releaseBuffer(buffer: Buffer): void {
  const pool = pools.find(({ bytes }) => bytes === buffer.length)
  if (pool && pool.spare.length < pool.most) pool.spare.push(buffer)
}

/** What verified, up to the first segment that did not. */
function openRun({ run, buffer, opened }: Fetching, kept: SegmentCache): { pieces: Buffer[]; failure?: unknown } {
  const { keys, first, from, to, storedBytes } = run
  const stride = keys.segmentBytes + besideBytes(keys)
  const pieces: Buffer[] = []
  for (let at = 0, index = first; at < storedBytes; at += stride, index++) {
    const start = index * keys.segmentBytes
    const end = Math.min(start + keys.segmentBytes, keys.length)
    try {
      const plain = opened ?? openSegment(keys, index, buffer.subarray(at, Math.min(at + stride, storedBytes)))
      const isWhole = from <= start && end <= to
      if (!isWhole) keep(kept, cacheKey(run, index), opened ?? Buffer.from(plain))
      const wanted = isWhole ? plain : plain.subarray(Math.max(0, from - start), Math.max(0, to - start))
      if (wanted.length > 0) pieces.push(wanted)
    } catch (failure) {
      return { pieces, failure }
    }
  }
  return { pieces }
}

/**
 * The last segments of which only a part was wanted, opened: many small files share a segment, and a zip of them would
 * else open it once for each.
 */
export type SegmentCache = Map<string, Buffer>
const KEPT_SEGMENTS = 16

/** The header commits to data key, blob, offset and a salt, and openAttempt has checked it: equal names mean equal bytes. */
const cacheKey = ({ attempt }: Run, index: number) => `${nameOf(attempt.header)} ${attempt.length} ${index}`

function keep(kept: SegmentCache, key: string, plain: Buffer) {
  kept.delete(key)
  kept.set(key, plain)
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > KEPT_SEGMENTS) kept.delete(oldest)
}
