/** The container files that this process writes to: one for each blob, under a name that no other process life uses. */
import { createHash, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { HandlePool } from './handle-pool.ts'
import { requireOwner } from './owner-file.ts'
import { newRegions, type Regions } from './regions.ts'

export type Container = {
  name: string
  regions: Regions
  created: Promise<void>
  writing: number
  /** Attempts written and attempts flushed: a flush is due while they differ. */
  written: number
  flushed: number
  flushing?: Promise<void>
  folderFlushed: boolean
  /** A flush failed: the system may have dropped bytes, also of attempts that are under way. */
  isLost: boolean
  deleted: boolean
}
export type Disk = {
  root: string
  /** Whose bytes lie there, as far as anybody knows. */
  owner: string | null
  pool: HandlePool
  containers: Map<string, Container>
  /** Those that failed to flush here: a second flush would succeed and say nothing. */
  lost: Set<string>
  maxContainers: number
}

/** The blob's container of this process life; the longest unused ones are forgotten and would get a successor. */
export function containerFor(disk: Disk, blobId: string): Container {
  const known = disk.containers.get(blobId)
  disk.containers.delete(blobId)
  const container = known ?? newContainer(disk, blobId)
  disk.containers.set(blobId, container)
  for (const [id, { writing, flushing }] of disk.containers) {
    if (disk.containers.size <= disk.maxContainers) break
    // What is not flushed yet is flushed by its name: another process may be the one that completes the upload.
    if (writing === 0 && !flushing && id !== blobId) disk.containers.delete(id)
  }
  return container
}

/** Of this process, and nobody has ended its use. */
export function containerNamed(disk: Disk, name: string): Container | undefined {
  const container = disk.containers.get(name.split('.')[0]!)
  return container?.name === name ? container : undefined
}

export function abandonContainer(disk: Disk, name: string): void {
  const container = containerNamed(disk, name)
  if (!container) return
  container.isLost = true
  disk.containers.delete(name.split('.')[0]!)
}

function newContainer(disk: Disk, blobId: string): Container {
  const name = `${blobId}.${randomBytes(8).toString('hex')}`
  const path = pathOf(disk, name)
  // What went to its empty mount point would be gone when the disk is back.
  const created = requireOwner(disk.root, disk.owner)
    .then(() => open(path, 'wx', 0o600))
    .then((file) => file.close())
  const container: Container = {
    name,
    regions: newRegions(),
    created,
    writing: 0,
    written: 0,
    flushed: 0,
    folderFlushed: false,
    isLost: false,
    deleted: false,
  }
  created.catch(() => disk.containers.get(blobId) === container && disk.containers.delete(blobId))
  return container
}

/** Spread by a hash, for ids may begin alike. */
export const folderOf = (blobId: string) => createHash('sha256').update(blobId).digest('hex').slice(0, 2)

/** Throws for what is not the name of a container. */
export function blobIdOf(container: string): string {
  const [, blobId] = /^([\w-]{1,100})\.[0-9a-f]{16}$/.exec(container) ?? []
  if (blobId === undefined) throw new RangeError('Not the name of a container')
  return blobId
}

export const pathOf = ({ root }: Disk, container: string) => join(root, 'blobs', folderOf(blobIdOf(container)), container)
