/**
 * Blobs on a local disk: `blobs/<2 hex of a hash>/<blob>.<random>`, one container file per blob and process life.
 *
 * Regions are given out at the container's end before their bytes arrive, so attempts never share one. A container is never
 * appended to by another process life: each makes its own, with a new name.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder, makeFolder } from './durable-folder.ts'
import { closeIdleHandles, forgetHandles, type HandlePool, newHandlePool, withHandle } from './handle-pool.ts'
import { openRange, type SegmentCache } from './read-range.ts'
import { newAttempt, sealedLength } from './segments.ts'
import { type BlobKey, CorruptBlob, MissingBlob, type Place, type Storage } from './storage.ts'
import { writeRegion } from './write-region.ts'

type Container = {
  name: string
  /** Where the next region begins. */
  end: number
  created: Promise<void>
  writing: number
  /** Attempts written and attempts flushed: a flush is due while they differ. */
  written: number
  flushed: number
  flushing?: Promise<void>
  folderFlushed: boolean
  /** Set when a flush failed: the system may have dropped the bytes and would not say so a second time. */
  lost?: unknown
  deleted: boolean
}
type Disk = { root: string; pool: HandlePool; containers: Map<string, Container>; kept: SegmentCache; maxContainers: number }

export async function openDiskStorage(root: string, { maxIdleFiles = 64, maxContainers = 10_000 } = {}): Promise<Storage> {
  const disk: Disk = { root, pool: newHandlePool(maxIdleFiles), containers: new Map(), kept: new Map(), maxContainers }
  await makeFolders(disk)
  return {
    writeAttempt: (blob, offset, length, source) => writeAttempt(disk, blob, offset, length, source),
    readRange: (blob, attempts, from, to) =>
      openRange((...run) => fetchSealed(disk, ...run), disk.kept, blob, attempts, from, to),
    flush: (blobId, containers = []) => flush(disk, blobId, containers),
    deleteBlob: (blobId) => deleteBlob(disk, blobId),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    close: () => closeIdleHandles(disk.pool),
  }
}

async function writeAttempt(
  disk: Disk,
  blob: BlobKey,
  offset: number,
  length: number,
  source: AsyncIterable<Uint8Array>,
): Promise<Place> {
  if (!(Number.isSafeInteger(length) && length > 0 && Number.isSafeInteger(offset) && offset >= 0)) {
    throw new RangeError(`No attempt of ${length} bytes at ${offset}`)
  }
  const container = containerFor(disk, blob.blobId)
  const position = container.end
  const regionEnd = position + sealedLength(length)
  container.end = regionEnd
  container.writing++
  try {
    await container.created
    const { keys, header } = newAttempt(blob, offset, length)
    await withHandle(disk.pool, pathOf(disk, container.name), 'r+', (file) => writeRegion(file, position, keys, source))
    if (!container.deleted) {
      container.written++
      return { container: container.name, position, header }
    }
  } catch (error) {
    // Nothing writes there any more and nothing counts: without this, every torn part would cost its space.
    if (container.end === regionEnd) container.end = position
    if (!container.deleted) throw error
  } finally {
    container.writing--
  }
  throw new MissingBlob(`Blob ${blob.blobId} was deleted`)
}

/** The blob's container of this process life; the longest unused ones are forgotten and would get a successor. */
function containerFor(disk: Disk, blobId: string): Container {
  const known = disk.containers.get(blobId)
  disk.containers.delete(blobId)
  const container = known ?? newContainer(disk, blobId)
  disk.containers.set(blobId, container)
  for (const [id, { writing, written, flushed, flushing }] of disk.containers) {
    if (disk.containers.size <= disk.maxContainers || id === blobId) break
    if (writing > 0 || written > flushed || flushing) break
    disk.containers.delete(id)
  }
  return container
}

function newContainer(disk: Disk, blobId: string): Container {
  const name = `${blobId}.${randomBytes(8).toString('hex')}`
  const path = pathOf(disk, name)
  const created = open(path, 'wx', 0o600).then((file) => file.close())
  const container: Container = { name, end: 0, created, writing: 0, written: 0, flushed: 0, folderFlushed: false, deleted: false }
  created.catch(() => disk.containers.get(blobId) === container && disk.containers.delete(blobId))
  return container
}

async function fetchSealed(disk: Disk, container: string, position: number, into: Buffer) {
  try {
    await withHandle(disk.pool, pathOf(disk, container), 'r', async (file) => {
      for (let filled = 0; filled < into.length; ) {
        const { bytesRead } = await file.read(into, filled, into.length - filled, position + filled)
        if (bytesRead === 0) throw new CorruptBlob(`Container ${container} ends before ${position + into.length}`)
        filled += bytesRead
      }
    })
  } catch (error) {
    throw missing(error) ? new MissingBlob(`Container ${container} is not there`, { cause: error }) : error
  }
}

async function flush(disk: Disk, blobId: string, containers: readonly string[]) {
  const own = disk.containers.get(blobId)
  const others = new Set(containers)
  if (own) others.delete(own.name)
  await Promise.all([own && flushOwn(disk, own), ...[...others].map((name) => flushFile(disk, name, true))])
}

/** Calls that come together share one flush; each waits for one that began after its attempts were written. */
async function flushOwn(disk: Disk, container: Container) {
  const due = container.written
  while (container.flushed < due) {
    container.flushing ??= flushOnce(disk, container).finally(() => {
      container.flushing = undefined
    })
    await container.flushing
  }
}

async function flushOnce(disk: Disk, container: Container) {
  if (container.lost) throw container.lost
  const upTo = container.written
  try {
    await flushFile(disk, container.name, !container.folderFlushed)
    container.folderFlushed = true
    container.flushed = upTo
  } catch (error) {
    if (/^f(data)?sync$/.test((error as NodeJS.ErrnoException).syscall ?? '')) container.lost = error
    throw error
  }
}

async function flushFile(disk: Disk, name: string, folderToo: boolean) {
  const path = pathOf(disk, name)
  try {
    await withHandle(disk.pool, path, 'r+', (file) => file.datasync())
    if (folderToo) await flushFolder(dirname(path))
  } catch (error) {
    throw missing(error) ? new MissingBlob(`Container ${name} is not there`, { cause: error }) : error
  }
}

async function deleteBlob(disk: Disk, blobId: string) {
  const own = disk.containers.get(blobId)
  disk.containers.delete(blobId)
  if (own) own.deleted = true
  await own?.created.catch(() => undefined) // else its file could appear after the listing
  const folder = join(disk.root, 'blobs', folderOf(blobId))
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${blobId}.`)) continue
    forgetHandles(disk.pool, join(folder, name))
    await rm(join(folder, name), { force: true })
  }
  disk.kept.clear()
}

/** All at once at the first start, so that no write has to make one. */
async function makeFolders({ root }: Disk) {
  const blobs = join(root, 'blobs')
  await makeFolder(blobs)
  const there = new Set(await readdir(blobs))
  const names = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0')).filter((name) => !there.has(name))
  if (names.length === 0) return
  await Promise.all(names.map((name) => mkdir(join(blobs, name), { recursive: true, mode: 0o700 })))
  await flushFolder(blobs)
}

/** Spread by a hash, for ids may begin alike. */
const folderOf = (blobId: string) => createHash('sha256').update(blobId).digest('hex').slice(0, 2)

function pathOf({ root }: Disk, container: string) {
  const [, blobId] = /^([\w-]{1,100})\.[0-9a-f]{16}$/.exec(container) ?? []
  if (blobId === undefined) throw new RangeError('Not the name of a container')
  return join(root, 'blobs', folderOf(blobId), container)
}

const missing = (error: unknown) => (error as NodeJS.ErrnoException)?.code === 'ENOENT'
