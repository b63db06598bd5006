/** What lies in the store, container by container and as it is: for checks, collectors and backups. */
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder } from '../../durable-folder.ts'
import { CorruptBlob, type Inventory, MissingBlob, type StoredContainer } from './byte-store.ts'

const READ_BYTES = 1024 * 1024

type Disk = {
  blobsFolder: string
  /** Throws for what is not the name of a container. */
  pathOf: (container: string) => string
  /** Throws StoreAway where another store lies there by now, or none. */
  requireOwner: () => Promise<void>
}

export function diskInventory(disk: Disk): Inventory {
  const { pathOf } = disk
  return {
    list: () => list(disk),
    find: (container) => find(disk, container),
    read: (container, bytes) => read(disk, container, bytes),
    put: (container, source) => put(pathOf(container), source),
    remove: async (container) => {
      await disk.requireOwner()
      await rm(pathOf(container), { force: true })
    },
  }
}

async function* list(disk: Disk): AsyncGenerator<StoredContainer> {
  const { blobsFolder, pathOf } = disk
  const folders = await readdir(blobsFolder).catch((error): string[] => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  for (const folder of folders) {
    const path = join(blobsFolder, folder)
    // Files that are no containers, or lie where none would be looked for, are not ours to classify.
    const names = await readdir(path).catch((): string[] => [])
    for (const name of names) {
      const found = isPlaced(name, join(path, name), pathOf) && (await find(disk, name))
      if (found) yield found
    }
  }
  await disk.requireOwner()
}

function isPlaced(name: string, path: string, pathOf: (container: string) => string): boolean {
  try {
    return pathOf(name) === path
  } catch {
    return false
  }
}

async function find({ pathOf, requireOwner }: Disk, name: string): Promise<StoredContainer | undefined> {
  try {
    const found = await stat(pathOf(name))
    const blobId = name.slice(0, name.lastIndexOf('.'))
    return found.isFile() ? { name, blobId, bytes: found.size, changedAt: found.mtime } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await requireOwner()
    return undefined
  }
}

async function* read({ pathOf, requireOwner }: Disk, container: string, bytes: number): AsyncGenerator<Buffer> {
  const file = await open(pathOf(container), 'r').catch(async (error) => {
    if (error.code !== 'ENOENT') throw error
    await requireOwner()
    throw new MissingBlob(`Container ${container} is not there`, { cause: error })
  })
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, bytes))
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - at), at)
      if (bytesRead === 0) throw new CorruptBlob(`Container ${container} ends before ${bytes}`)
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await file.close()
  }
}

async function put(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${path}.draft`
  const file = await open(draft, 'w', 0o600)
  try {
    try {
      for await (const chunk of source) await writeWhole(file, chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await flushFolder(dirname(path))
}

async function writeWhole(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}
