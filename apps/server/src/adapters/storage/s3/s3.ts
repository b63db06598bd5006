/**
 * Blobs on an S3 store: `blobs/<container>/<first byte>.<unique>`, one container per blob and process life as on disk, in extents.
 *
 * An attempt is written as an extent of its own, and is safe once the store has taken it: nothing else is flushed. What was written in
 * small extents is copied together behind it (`merge.ts`), so that what stays is a few large objects.
 */
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type ByteStore, type Encode, FlushFailed, type Location, MissingBlob, StoreAway } from '../byte-store.ts'
import { type ByteBudget, makeByteBudget } from './byte-budget.ts'
import { ask, openClient, type S3Settings, startFault } from './client.ts'
import { openDirect } from './direct.ts'
import { type Bucket, blobsPrefix, type Extents, extentKey, extentsOf, removeKeys } from './extents.ts'
import { removeAll, s3Inventory } from './inventory.ts'
import { largestBytes, mergeExtents } from './merge.ts'
import { putObject, putSpooled, removeLeftovers } from './put-object.ts'
import { type KnownExtents, makeKnownExtents, readExtents } from './read-extents.ts'
import { spool, spoolSpace } from './spool.ts'

export type S3Options = {
  /** Where sealed bytes wait until they are whole. */
  spoolFolder: string
  owner?: string | null
  /** Without it nothing of earlier processes is cleared away. */
  mayMake?: boolean
  /** What lies there is moved elsewhere: copied together, it would be there again after it was taken away. */
  isLeft?: boolean
  clock: () => Date
  wait: (ms: number) => Promise<unknown>
  /** Of each request. */
  tries?: number
  /** How much of a container that is put whole lies in one object. */
  objectBytes?: number
}

/** Of this process: takes attempts one behind the other. */
type Container = {
  name: string
  end: number
  written: number
  isLost: boolean
  deleted: boolean
  writing: number
  /** Others take for it what was put there past this process, which knows of that only what it has taken itself. */
  isShared: boolean
}

type Store = Bucket & {
  spoolFolder: string
  isLeft: boolean
  objectBytes: number
  wait: (ms: number) => Promise<unknown>
  clock: () => Date
  /** Whose bytes lie there, as far as anybody knows. */
  owner: string | null
  known: KnownExtents
  budget: ByteBudget
  containers: Map<string, Container>
  newKey: (container: string, from: number) => string
  requireOwner: () => Promise<void>
  /** What goes on behind the calls, one after the other; whatever fails is tried again with the next flush, or the next start. */
  background: Promise<void>
  merging: { blobId: string; isGone: boolean } | undefined
}

const maxContainers = 10_000
const ownerKey = 'installation-id'
/** No single attempt and no copying takes so long. */
const leftoverMs = 86_400_000

/** Refuses, in words that name the setting, a store that cannot be used as it is set. */
export async function openS3Store(settings: S3Settings, options: S3Options): Promise<ByteStore> {
  const store = await openStore(settings, options)
  const { mayMake = true, clock } = options
  try {
    store.owner = await requireReachable(store, settings, options.owner ?? null)
  } catch (error) {
    store.s3.destroy()
    throw error
  }
  if (mayMake) later(store, () => removeLeftovers(store, blobsPrefix, new Date(clock().getTime() - leftoverMs)))
  return {
    write: (blobId, bytes, source, encode) => write(store, blobId, { bytes, source, encode }),
    read: (container, position, into) => readExtents(store, container, position, into),
    readBytes: 4 * 1024 * 1024,
    readsAhead: 2,
    flush: (blobId, containers) => flush(store, blobId, containers),
    release: (at, bytes) => release(store, at, bytes),
    abandon: (container) => abandon(store, container),
    deleteBlob: (blobId) => deleteBlob(store, blobId),
    inventory: s3Inventory(store),
    direct: openDirect(store, (blobId, bytes) => placeFor(store, blobId, bytes)),
    move: null,
    readOwner: () => readOwner(store),
    writeOwner: async (id) => {
      await putObject(store, ownerKey, Buffer.from(`${id}\n`))
      store.owner ??= id
    },
    probe: () => requireOwner(store),
    freeBytes: () => spoolSpace(options.spoolFolder),
    close: async () => {
      await store.background
      store.s3.destroy()
    },
  }
}

async function openStore(
  settings: S3Settings,
  { spoolFolder, wait, tries, clock, isLeft = false, objectBytes = largestBytes }: S3Options,
): Promise<Store> {
  const bucket = { s3: await openClient(settings, tries), bucket: settings.bucket }
  const store: Store = {
    ...bucket,
    spoolFolder,
    isLeft,
    objectBytes,
    wait,
    clock,
    owner: null,
    known: makeKnownExtents(bucket),
    budget: makeByteBudget(),
    containers: new Map(),
    newKey: (container: string, from: number) => extentKey(container, from, randomBytes(4).toString('hex')),
    requireOwner: () => requireOwner(store),
    background: Promise.resolve(),
    merging: undefined,
  }
  return store
}

function later(store: Store, work: () => Promise<void>): void {
  store.background = store.background.then(work).catch(() => {})
}

async function requireReachable(store: Store, settings: S3Settings, expected: string | null): Promise<string | null> {
  const owner = await readOwner(store).catch((error) => {
    throw error instanceof StoreAway ? startFault(settings, error) : error
  })
  if (expected !== null && owner !== expected) throw notTheSame(store)
  return expected ?? owner
}

const notTheSame = ({ bucket }: Store) =>
  Object.assign(new StoreAway(`The bucket ${bucket} is another's than at the start, or is empty`), { code: 'ENODEV' })

async function readOwner({ s3, bucket }: Store): Promise<string | null> {
  const found = await ask(s3.getObject({ Bucket: bucket, Key: ownerKey }))
  return (await found?.Body?.transformToString())?.trim() || null
}

async function requireOwner(store: Store): Promise<void> {
  const owner = await readOwner(store)
  if (store.owner !== null && owner !== store.owner) throw notTheSame(store)
}

/** The longest unused ones are forgotten and would get a successor. */
function containerFor(store: Store, blobId: string): Container {
  const known = store.containers.get(blobId)
  store.containers.delete(blobId)
  const container = known ?? newContainer(store, blobId)
  store.containers.set(blobId, container)
  for (const [id, { writing }] of store.containers) {
    if (store.containers.size <= maxContainers) break
    if (writing === 0 && id !== blobId) store.containers.delete(id)
  }
  return container
}

function newContainer(store: Store, blobId: string): Container {
  const name = `${blobId}.${randomBytes(8).toString('hex')}`
  extentKey(name, 0, '') // throws for what is no name
  store.known.begin(name)
  return { name, end: 0, written: 0, isLost: false, deleted: false, writing: 0, isShared: false }
}

/** Of a container that takes attempts, and keeps so many bytes for this one. */
function placeFor(store: Store, blobId: string, bytes: number): Location {
  const container = containerFor(store, blobId)
  container.isShared = true
  const position = container.end
  container.end += bytes
  return { container: container.name, position }
}

function containerNamed(store: Store, name: string): Container | undefined {
  const container = store.containers.get(name.split('.')[0]!)
  return container?.name === name ? container : undefined
}

function abandon(store: Store, name: string): void {
  const container = containerNamed(store, name)
  if (!container) return
  container.isLost = true
  store.containers.delete(name.split('.')[0]!)
}

type Given = { bytes: number; source: Readable; encode: Encode }

async function write(store: Store, blobId: string, given: Given): Promise<Location> {
  // Also where nothing of it is taken: a body that nobody reads holds its connection.
  const refuse = (error: unknown): never => {
    given.source.on('error', () => {}).resume()
    throw error
  }
  const container = await Promise.resolve()
    .then(() => containerFor(store, blobId))
    .catch(refuse)
  const refuseEnded = () => {
    if (container.deleted) throw new MissingBlob('deleted meanwhile')
    if (container.isLost) throw new FlushFailed([container.name])
  }
  container.writing++
  try {
    return await spool(store.spoolFolder, given, async (file) => {
      refuseEnded()
      const from = container.end
      const to = from + given.bytes
      container.end = to
      const key = store.newKey(container.name, from)
      await putSpooled(store, key, file, given.bytes)
      if (container.deleted) later(store, () => removeKeys(store, [key]))
      refuseEnded()
      container.written++
      store.known.add(container.name, { key, from, to, changedAt: store.clock() })
      return { container: container.name, position: from }
    })
  } catch (error) {
    throw container.deleted ? new MissingBlob(`Container ${container.name} is not there`, { cause: error }) : error
  } finally {
    container.writing--
  }
}

function release(store: Store, { container, position }: Location, bytes: number): void {
  if (!containerNamed(store, container)) return
  later(store, async () => {
    const key = await store.known.take(container, position, position + bytes)
    if (key) await removeKeys(store, [key])
  })
}

/** What the store has taken is safe: only what has gone is told. With all containers named no more is expected, and the rest is copied together. */
async function flush(store: Store, blobId: string, containers: readonly string[] = []): Promise<void> {
  const own = store.containers.get(blobId)
  const names = [...new Set(containers)]
  const isThere = await Promise.all(names.map((name) => (own?.name === name && own.written > 0) || isListed(store, name)))
  const lost = names.filter((_, index) => !isThere[index])
  for (const name of lost) abandon(store, name)
  if (lost.length) throw new FlushFailed(lost)
  if (store.isLeft) return
  if (names.length === 0 && own) later(store, () => merge(store, own.name, false))
  for (const name of names) later(store, () => merge(store, name, true))
}

/** A list may lag behind: what it does not name is looked for once more. */
async function isListed(store: Store, name: string): Promise<boolean> {
  const look = async () => (await extentsOf(store, name)).isThere
  if (await look()) return true
  await store.requireOwner()
  await store.wait(300)
  return look()
}

async function merge(store: Store, name: string, isEnd: boolean): Promise<void> {
  const blobId = name.split('.')[0]!
  const life = { blobId, isGone: false }
  store.merging = life
  // What this process writes it knows; of others there may be more by now.
  const own = containerNamed(store, name)
  if (!own || (own.isShared && isEnd)) store.known.forget(name)
  const found: Extents = await store.known.get(name)
  const merging = { ...store, newKey: (from: number) => store.newKey(name, from), isGone: () => life.isGone }
  await mergeExtents(merging, found, isEnd).catch((error) => {
    // Who broke off does not know what the store has done all the same.
    store.known.forget(name)
    throw error
  })
}

async function deleteBlob(store: Store, blobId: string): Promise<void> {
  const own = store.containers.get(blobId)
  store.containers.delete(blobId)
  if (own) own.deleted = true
  if (store.merging?.blobId === blobId) store.merging.isGone = true
  store.known.forgetBlob(blobId)
  await store.requireOwner()
  await removeAll(store, `${blobsPrefix}${blobId}.`)
  later(store, () => removeLeftovers(store, `${blobsPrefix}${blobId}.`, new Date(8.64e15)))
}
