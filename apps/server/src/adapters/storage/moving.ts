/**
 * Two stores while files move from one to the other: what is written goes to the new one, what lies in the old one is read there until it
 * has moved. Containers move whole and one way only, and are taken away from the old store once they lie in the new one: whoever looks
 * there first, and then in the new one, misses none. Whatever deletes does it in this order too, so that a copy which is under way
 * meanwhile can be noticed by who makes it.
 */
import { type ByteStore, FlushFailed, type Inventory, isDamage, type StoredContainer } from './byte-store.ts'

const knownContainers = 10_000

type Stores = { from: ByteStore; to: ByteStore; known: Map<string, ByteStore> }

/** Closes both. */
export function movingStore(from: ByteStore, to: ByteStore): ByteStore {
  const stores: Stores = { from, to, known: new Map() }
  return {
    write: async (...attempt) => {
      const place = await to.write(...attempt)
      know(stores, place.container, to)
      return place
    },
    read: (container, position, into) => inEither(stores, container, (store) => store.read(container, position, into)),
    readBytes: Math.max(from.readBytes, to.readBytes),
    readsAhead: Math.max(from.readsAhead, to.readsAhead),
    flush: (blobId, containers) => flush(stores, blobId, containers),
    release: to.release,
    abandon: (container) => {
      from.abandon(container)
      to.abandon(container)
    },
    deleteBlob: async (blobId) => {
      await from.deleteBlob(blobId)
      await to.deleteBlob(blobId)
    },
    inventory: inventoryOfBoth(stores),
    direct: to.direct && {
      ...to.direct,
      take: async (at, ...what) => {
        const isThere = await to.direct!.take(at, ...what)
        if (isThere) know(stores, at.container, to)
        return isThere
      },
    },
    move: { from, to },
    readOwner: () => ownerOfBoth(stores),
    writeOwner: async (id) => {
      for (const store of [from, to]) if ((await store.readOwner()) !== id) await store.writeOwner(id)
    },
    probe: async () => void (await Promise.all([from.probe(), to.probe()])),
    freeBytes: to.freeBytes,
    close: async () => void (await Promise.all([from.close(), to.close()])),
  }
}

function know({ known }: Stores, container: string, store: ByteStore): ByteStore {
  known.delete(container)
  known.set(container, store)
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size > knownContainers) known.delete(oldest)
  return store
}

async function storeOf(stores: Stores, container: string): Promise<ByteStore> {
  const { from, to, known } = stores
  return known.get(container) ?? know(stores, container, (await from.inventory.find(container)) ? from : to)
}

/** What the old store no longer has, or not whole, has moved if the new one has it. */
async function inEither<T>(stores: Stores, container: string, work: (store: ByteStore) => Promise<T>): Promise<T> {
  const { from, to } = stores
  const store = await storeOf(stores, container)
  try {
    return await work(store)
  } catch (error) {
    if (store !== from || !isGone(error) || !(await to.inventory.find(container))) throw error
    return work(know(stores, container, to))
  }
}

const isGone = (error: unknown): boolean => isDamage(error) || error instanceof FlushFailed

async function flush(stores: Stores, blobId: string, containers: readonly string[] = []): Promise<void> {
  const { from, to } = stores
  const there: string[] = []
  const lost = new Map<string, unknown>()
  for (const container of new Set(containers)) {
    const flushOne = async (store: ByteStore) => {
      if (store === to) there.push(container)
      else await from.flush(blobId, [container])
    }
    await inEither(stores, container, flushOne).catch((error) => {
      if (!(error instanceof FlushFailed)) throw error
      lost.set(container, error)
    })
  }
  await to.flush(blobId, there).catch((error) => {
    if (!(error instanceof FlushFailed)) throw error
    for (const container of error.containers) lost.set(container, error)
  })
  if (lost.size > 0) throw new FlushFailed([...lost.keys()], { cause: [...lost.values()][0] })
}

async function ownerOfBoth({ from, to }: Stores): Promise<string | null> {
  const [left, right] = [await from.readOwner(), await to.readOwner()]
  if (left !== null && right !== null && left !== right)
    throw new Error('STORE and STORE_FROM hold the files of two installations: set the two that belong together.')
  return left ?? right
}

/** What is just moving may be told twice. */
function inventoryOfBoth(stores: Stores): Inventory {
  const { from, to } = stores
  return {
    async *list() {
      yield* from.inventory.list()
      yield* to.inventory.list()
    },
    find: async (container) => larger(await from.inventory.find(container), await to.inventory.find(container)),
    async *read(container, bytes) {
      let isBegun = false
      try {
        for await (const chunk of (await storeOf(stores, container)).inventory.read(container, bytes)) {
          isBegun = true
          yield chunk
        }
      } catch (error) {
        if (isBegun || !isGone(error) || !(await to.inventory.find(container))) throw error
        yield* know(stores, container, to).inventory.read(container, bytes)
      }
    },
    put: to.inventory.put,
    remove: async (container) => {
      await from.inventory.remove(container)
      await to.inventory.remove(container)
    },
  }
}

/** One that was just being taken away has not all of its bytes. */
const larger = (left: StoredContainer | undefined, right: StoredContainer | undefined): StoredContainer | undefined =>
  left && right ? (left.bytes > right.bytes ? left : right) : (left ?? right)
