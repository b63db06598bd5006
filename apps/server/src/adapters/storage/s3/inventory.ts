/** What lies in the bucket, container by container: for checks, collectors and backups. */

import { CorruptBlob, type Inventory, MissingBlob, type StoredContainer } from '../byte-store.ts'
import { blobIdOf } from '../containers.ts'
import type { ByteBudget } from './byte-budget.ts'
import { blobsPrefix, containerPrefix, type Extent, extentsOf, listExtents, removeKeys } from './extents.ts'
import { putInParts, putObject, sliceBytes } from './put-object.ts'
import { type Reading, readExtents } from './read-extents.ts'

const readBytes = 4 * 1024 * 1024

type Store = Reading & { objectBytes: number; budget: ByteBudget; newKey: (container: string, from: number) => string }

export function s3Inventory(store: Store): Inventory {
  return {
    list: () => list(store),
    find: (container) => find(store, container),
    read: (container, bytes) => read(store, container, bytes),
    put: (container, source) => put(store, container, source),
    remove: async (container) => {
      await store.requireOwner()
      store.known.forget(container)
      await removeEnd(store, container)
      await removeAll(store, containerPrefix(container))
    },
  }
}

/** What reaches furthest goes first, from behind: a container that was only begun to be removed is shorter than it was, or still whole. */
async function removeEnd(store: Reading, container: string): Promise<void> {
  const found: Extent[] = []
  for await (const { extent } of listExtents(store, containerPrefix(container))) found.push(extent)
  const end = Math.max(0, ...found.map(({ to }) => to))
  const last = found.filter(({ to }) => to === end).sort((a, b) => b.from - a.from)
  for (const { key } of last) await removeKeys(store, [key])
}

/** Until nothing is listed: a page that is removed may move those behind it. */
export async function removeAll(store: Reading, prefix: string): Promise<void> {
  for (let keys = ['']; keys.length; ) {
    keys = []
    for await (const { extent } of listExtents(store, prefix)) keys.push(extent.key)
    await removeKeys(store, keys)
  }
}

async function* list(store: Store): AsyncGenerator<StoredContainer> {
  let current: StoredContainer | undefined
  for await (const { container, extent } of listExtents(store, blobsPrefix)) {
    if (current?.name !== container) {
      if (current) yield current
      current = undefined
    }
    current = joined(container, current, extent)
  }
  if (current) yield current
  await store.requireOwner()
}

const joined = (name: string, known: StoredContainer | undefined, { to, changedAt }: Extent): StoredContainer => ({
  name,
  blobId: blobIdOf(name),
  bytes: Math.max(known?.bytes ?? 0, to),
  changedAt: known && known.changedAt > changedAt ? known.changedAt : changedAt,
})

async function find(store: Store, name: string): Promise<StoredContainer | undefined> {
  let found: StoredContainer | undefined
  for await (const { extent } of listExtents(store, containerPrefix(name))) found = joined(name, found, extent)
  if (!found) await store.requireOwner()
  return found
}

async function* read(store: Store, container: string, bytes: number): AsyncGenerator<Buffer> {
  const { extents, isThere } = await extentsOf(store, container)
  if (!isThere) await store.requireOwner()
  if (!isThere) throw new MissingBlob(`Container ${container} is not there`)
  if ((extents.at(-1)?.to ?? 0) < bytes) throw new CorruptBlob(`Container ${container} ends before ${bytes}`)
  const buffer = Buffer.allocUnsafeSlow(Math.min(readBytes, bytes))
  for (let at = 0; at < bytes; at += buffer.length) {
    const into = buffer.subarray(0, Math.min(buffer.length, bytes - at))
    await readExtents(store, container, at, into, { mayHaveGaps: true })
    yield into
  }
}

/** In objects of no more than so much each, as what is copied together: what lay there before goes after them. */
async function put(store: Store, container: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const before: string[] = []
  for await (const { extent } of listExtents(store, containerPrefix(container))) before.push(extent.key)
  const put: string[] = []
  const newKey = (from: number) => {
    const key = store.newKey(container, from)
    put.push(key)
    return key
  }
  try {
    await store.budget.run(sliceBytes, (buffer) => putSlices(store, inSlices(source, buffer), newKey))
  } catch (error) {
    await removeKeys(store, put).catch(() => {})
    throw error
  }
  store.known.forget(container)
  await removeKeys(store, before)
}

async function putSlices(
  store: Store,
  slices: AsyncGenerator<Buffer, undefined>,
  newKey: (from: number) => string,
): Promise<void> {
  const slicesPerObject = Math.max(1, Math.floor(store.objectBytes / sliceBytes))
  let next = await slices.next()
  if (next.done || next.value.length < sliceBytes) return putObject(store, newKey(0), next.value ?? Buffer.alloc(0))
  for (let from = 0; !next.done; ) {
    await putInParts(store, newKey(from), async ({ add }) => {
      for (let count = 0; count < slicesPerObject && !next.done; count++) {
        await add(next.value)
        from += next.value.length
        next = await slices.next()
      }
    })
  }
}

/** The same buffer again and again, full but for the last. */
async function* inSlices(source: AsyncIterable<Uint8Array>, buffer: Buffer): AsyncGenerator<Buffer, undefined> {
  let filled = 0
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + buffer.length - filled)
      buffer.set(taken, filled)
      at += taken.length
      filled += taken.length
      if (filled < buffer.length) continue
      yield buffer
      filled = 0
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled)
}
