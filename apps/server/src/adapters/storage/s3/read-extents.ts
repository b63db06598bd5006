/** Reads bytes of a container from the extents that hold them; what is known of where they lie is kept, and looked up again when it proves old. */
import type { IncomingMessage } from 'node:http'
import { CorruptBlob, MissingBlob } from '../byte-store.ts'
import { freeBytes } from '../free-bytes.ts'
import { ask, away } from './client.ts'
import { type Bucket, type Extent, type Extents, extentAt, extentsOf } from './extents.ts'

export type Reading = Bucket & {
  known: KnownExtents
  /** Throws StoreAway where the bucket is another's by now. */
  requireOwner: () => Promise<void>
  wait: (ms: number) => Promise<unknown>
}

const keptContainers = 2000
/** A store whose lists lag behind tells by then what it did not before. */
const listedLateMs = 300
const triesOfRange = 4

/** Lists of extents; several that need one wait for the same. */
export type KnownExtents = ReturnType<typeof makeKnownExtents>

export function makeKnownExtents(bucket: Bucket) {
  const lists = new Map<string, Promise<Extents>>()
  return {
    get: (container: string): Promise<Extents> => {
      const known = lists.get(container) ?? extentsOf(bucket, container)
      lists.delete(container)
      lists.set(container, known)
      known.catch(() => lists.get(container) === known && lists.delete(container))
      const [oldest] = lists.keys()
      if (oldest !== undefined && lists.size > keptContainers) lists.delete(oldest)
      return known
    },
    /** One of this process, which knows all that is in it. */
    begin: (container: string): void => {
      lists.set(container, Promise.resolve({ extents: [], spare: [], isThere: false }))
    },
    /** Where nothing is known of the others, this one is found with them. */
    add: (container: string, extent: Extent): void => {
      void lists.get(container)?.then((known) => insert(known, extent))
    },
    /** Takes one out that is exactly there, and answers its key. */
    take: async (container: string, from: number, to: number): Promise<string | undefined> => {
      const known = await lists.get(container)
      const index = known?.extents.findIndex((each) => each.from === from && each.to === to) ?? -1
      return index < 0 ? undefined : known!.extents.splice(index, 1)[0]!.key
    },
    forget: (container: string): boolean => lists.delete(container),
    forgetBlob: (blobId: string): void => {
      for (const container of lists.keys()) if (container.startsWith(`${blobId}.`)) lists.delete(container)
    },
  }
}

/** In its place: they end in another order than they begin. */
function insert(known: Extents, extent: Extent): void {
  if (known.extents.some(({ key }) => key === extent.key)) return
  const behind = known.extents.findIndex(({ from }) => from > extent.from)
  known.extents.splice(behind < 0 ? known.extents.length : behind, 0, extent)
  known.isThere = true
}

/** Fills the buffer from that place on; with `mayHaveGaps` what lies in no extent, but before another, is zeros. */
export async function readExtents(
  store: Reading,
  container: string,
  position: number,
  into: Buffer,
  { mayHaveGaps = false } = {},
): Promise<void> {
  const isRead = async () => fill(store, (await store.known.get(container)).extents, { position, into, mayHaveGaps })
  if (await isRead()) return
  store.known.forget(container)
  if (await isRead()) return
  await store.wait(listedLateMs)
  store.known.forget(container)
  if (await isRead()) return
  const { isThere } = await store.known.get(container)
  store.known.forget(container)
  if (isThere) throw new CorruptBlob(`Container ${container} has not all bytes from ${position} to ${position + into.length}`)
  await store.requireOwner()
  throw new MissingBlob(`Container ${container} is not there`)
}

type Wanted = { position: number; into: Buffer; mayHaveGaps: boolean }

async function fill(store: Bucket, extents: readonly Extent[], { position, into, mayHaveGaps }: Wanted): Promise<boolean> {
  for (let at = 0; at < into.length; ) {
    const from = position + at
    const extent = extentAt(extents, from)
    const next = extent ? extent.to : mayHaveGaps ? extents.find((each) => each.from > from)?.from : undefined
    if (next === undefined) return false
    const wanted = into.subarray(at, Math.min(into.length, at + next - from))
    if (!extent) wanted.fill(0)
    else if (!(await readObject(store, extent.key, from - extent.from, wanted))) return false
    at += wanted.length
  }
  return true
}

/** False where the object is not there, or is shorter. A line that breaks is taken up where it broke. */
export async function readObject({ s3, bucket }: Bucket, key: string, position: number, into: Buffer): Promise<boolean> {
  let filled = 0
  for (let tries = 1; filled < into.length; tries++) {
    const Range = `bytes=${position + filled}-${position + into.length - 1}`
    const answer = await ask(s3.getObject({ Bucket: bucket, Key: key, Range }))
    if (!answer) return false
    try {
      for await (const chunk of answer.Body as IncomingMessage) {
        if (filled + chunk.length > into.length) throw new Error('more bytes came than were asked for')
        filled += (chunk as Buffer).copy(into, filled)
        freeBytes(chunk)
      }
      // An answer that was whole, and shorter: there are no more.
      if (filled < into.length) return false
    } catch (error) {
      if (tries >= triesOfRange) throw away(error)
    }
  }
  return true
}
