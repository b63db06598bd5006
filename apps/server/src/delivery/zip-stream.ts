/** Weaves a zip's records and the bytes of blobs into one stream: neighbouring files of a blob are read at once, the next blob is opened early. */
import type { Batch } from '../adapters/storage/storage.ts'

/** Bytes of a blob, in batches. */
export type OpenBlob = (blobId: string, from: number, to: number) => AsyncGenerator<Batch, void, undefined>
type Slice = { blobId: string; from: number; to: number }
/** What comes next: bytes that are known, or a piece of a blob. */
export type Step = Buffer | Slice

/** Known bytes, and lengths to take from the blob's range [from, to); without a blob only known bytes. */
type Group = { items: (Buffer | number)[]; blobId: string | null; from: number; to: number }
type Reading = { items: Group['items']; reader: ReturnType<OpenBlob> | null; first: Promise<IteratorResult<Batch, void>> }

/** So that what is planned ahead stays small. */
const MAX_ITEMS = 2000
/** Less than that waits for what follows. */
const BATCH_BYTES = 256 * 1024
/** Smaller pieces are joined: a copy costs less than a buffer of its own on its way through the socket. */
const SMALL_BYTES = 16 * 1024

export async function* weave(steps: Iterable<Step>, open: OpenBlob): AsyncGenerator<Batch, void, undefined> {
  const groups = groupsOf(steps)
  const begun: Reading[] = []
  const begin = () => {
    const group = groups.next().value
    if (group) begun.push(startReading(group, open))
  }
  let out: Buffer[] = []
  let releases: Batch['release'][] = []
  let bytes = 0
  const gathered = (): Batch => {
    const done = releases
    const batch = { pieces: joined(out), release: () => done.forEach((release) => void release()) }
    ;[out, releases, bytes] = [[], [], 0]
    return batch
  }
  begin()
  try {
    await begun[0]?.first.catch(() => undefined) // the second blob waits until the first byte is there
    for (let reading = begun[0]; reading; reading = begun[0]) {
      begin() // before this one is read: the next blob is found and its first bytes come meanwhile
      for await (const batch of woven(reading)) {
        for (const piece of batch.pieces) {
          out.push(piece)
          bytes += piece.length
        }
        releases.push(batch.release)
        if (bytes >= BATCH_BYTES) yield gathered()
      }
      begun.shift()
      await reading.reader?.return()
    }
    if (bytes > 0) yield gathered()
  } finally {
    await Promise.all(begun.map(({ reader }) => reader?.return()))
  }
}

function* groupsOf(steps: Iterable<Step>): Generator<Group, undefined> {
  let group: Group = { items: [], blobId: null, from: 0, to: 0 }
  for (const step of steps) {
    const isNext = Buffer.isBuffer(step) || group.blobId === null || (group.blobId === step.blobId && group.to === step.from)
    if (!isNext || group.items.length >= MAX_ITEMS) {
      yield group
      group = { items: [], blobId: null, from: 0, to: 0 }
    }
    if (Buffer.isBuffer(step)) {
      if (step.length > 0) group.items.push(step)
      continue
    }
    if (group.blobId === null) group = { ...step, items: group.items }
    group.to = step.to
    group.items.push(step.to - step.from)
  }
  if (group.items.length > 0) yield group
}

function startReading({ items, blobId, from, to }: Group, open: OpenBlob): Reading {
  const reader = blobId === null ? null : open(blobId, from, to)
  const first = reader?.next() ?? Promise.resolve({ done: true as const, value: undefined })
  first.catch(() => undefined) // it is awaited later; until then a failure is nobody's surprise
  return { items, reader, first }
}

/** One batch for each that the blob gives. */
async function* woven({ items, reader, first }: Reading): AsyncGenerator<Batch, void, undefined> {
  let awaited: typeof first | undefined = first
  let pieces: Buffer[] = []
  let given: Batch = { pieces: [], release: () => {} }
  let next = 0
  for (const item of items) {
    if (typeof item !== 'number') {
      pieces.push(item)
      continue
    }
    for (let left = item; left > 0; ) {
      const piece = given.pieces[next]
      if (!piece) {
        if (pieces.length > 0) yield { pieces, release: given.release }
        pieces = []
        const { value } = await (awaited ?? reader!.next())
        if (!value) throw new Error('A blob ended before its file did')
        awaited = undefined
        given = { ...value, pieces: [...value.pieces] }
        next = 0
        continue
      }
      pieces.push(piece.length > left ? piece.subarray(0, left) : piece)
      if (piece.length > left) given.pieces[next] = piece.subarray(left)
      else next++
      left -= Math.min(left, piece.length)
    }
  }
  if (pieces.length > 0) yield { pieces, release: given.release }
}

function joined(pieces: Buffer[]): Buffer[] {
  const out: Buffer[] = []
  let small: Buffer[] = []
  const close = () => {
    if (small.length > 0) out.push(small.length === 1 ? small[0]! : Buffer.concat(small))
    small = []
  }
  for (const piece of pieces) {
    if (piece.length < SMALL_BYTES) small.push(piece)
    else {
      close()
      out.push(piece)
    }
  }
  close()
  return out
}
