/**
 * node:fs/promises for whatever lies under /simulated/<process>: on the virtual disk, and gone with the process. Reading and naming take no
 * time; writing and flushing do.
 */
import type * as fs from 'node:fs/promises'
import { type Inode, isFolder, newFolder, newInode, type VirtualDisk } from './virtual-disk.ts'

type Mount = { disk: VirtualDisk; isDead: () => boolean }
const mounts = new Map<string, Mount>()

export const mountPoint = '/simulated'
export function mount(name: string, made: Mount): string {
  mounts.set(name, made)
  return `${mountPoint}/${name}`
}
export const unmountAll = (): void => mounts.clear()

const failure = (code: string, syscall: string): Error => Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })

const isReportedFull = ({ trouble }: VirtualDisk): boolean => trouble.full && !trouble.hasQuota

type Place = Mount & { path: string }
function placeOf(path: string): Place {
  const [, name = '', rest = ''] = /^\/simulated\/([^/]+)(\/.*)?$/.exec(path) ?? []
  const found = mounts.get(name)
  if (!found || found.isDead()) throw failure('ENODEV', 'open')
  return { ...found, path: rest }
}

function existing(path: string, syscall: string) {
  const place = placeOf(path)
  const found = place.disk.find(place.path)
  if (!found) throw failure('ENOENT', syscall)
  return { ...place, found }
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How long the disk takes for it, with the process alive at its end. */
async function worked(place: Place, longestMs: number): Promise<void> {
  const { chance, trouble } = place.disk
  await wait(chance.whole(1, trouble.slow ? 100 * longestMs : longestMs))
  if (place.isDead()) throw failure('ENODEV', 'write')
}

function handleOf(place: Place, inode: Inode) {
  const { disk } = place
  return {
    async write(buffer: Buffer, offset = 0, length = buffer.length - offset, position = 0) {
      const { chance, trouble } = disk
      const bytes = Buffer.from(buffer.subarray(offset, offset + length))
      const taken = chance.happens(0.1) ? chance.whole(1, length) : length
      await worked(place, 5).catch((error) => {
        // The system may have had it before the process died.
        if (chance.happens(0.5)) disk.write(inode, bytes.subarray(0, chance.whole(1, length)), position)
        throw error
      })
      if (trouble.failing && chance.happens(0.3)) throw failure('EIO', 'write')
      if (trouble.full && chance.happens(0.3)) disk.write(inode, bytes.subarray(0, chance.whole(1, length)), position)
      if (trouble.full) throw failure(trouble.hasQuota ? 'EDQUOT' : 'ENOSPC', 'write')
      disk.write(inode, bytes.subarray(0, taken), position)
      return { bytesWritten: taken, buffer }
    },
    async read(into: Buffer, offset: number, length: number, position: number) {
      if (place.isDead()) throw failure('ENODEV', 'read')
      const there = inode.data.subarray(Math.min(position, inode.size), Math.min(position + length, inode.size))
      return { bytesRead: there.copy(into, offset), buffer: into }
    },
    async writeFile(text: string) {
      disk.write(inode, Buffer.from(text), 0)
    },
    datasync: () => flush(place, inode, 'fdatasync'),
    sync: () => flush(place, inode, 'fsync'),
    async close() {},
  }
}

async function flush(place: Place, inode: Inode, syscall: string): Promise<void> {
  const { disk } = place
  await worked(place, 20)
  if (disk.trouble.failing && disk.chance.happens(0.3)) {
    disk.failFlush(inode)
    throw failure('EIO', syscall)
  }
  disk.flush(inode)
}

const simulated = {
  async open(path: string, flags = 'r') {
    const place = placeOf(path)
    const found = place.disk.find(place.path)
    if (found && isFolder(found)) return { sync: async () => place.disk.flushFolder(found), close: async () => {} }
    if (found && flags === 'wx') throw failure('EEXIST', 'open')
    if (found) return handleOf(place, found)
    const above = place.disk.folderOf(place.path)
    if (!flags.startsWith('w') || !above) throw failure('ENOENT', 'open')
    const inode = newInode()
    above.folder.names.set(above.name, inode)
    return handleOf(place, inode)
  },
  async mkdir(path: string) {
    const { disk, path: inside } = placeOf(path)
    let [first, at]: [string | undefined, string] = [undefined, '']
    for (const name of inside.split('/').filter(Boolean)) {
      at += `/${name}`
      if (disk.find(at)) continue
      const above = disk.folderOf(at)!
      above.folder.names.set(above.name, newFolder())
      // A crash before the first start has ended is not what is tried here.
      disk.flushFolder(above.folder)
      first ??= path.slice(0, path.length - inside.length) + at
    }
    return first
  },
  async readdir(path: string) {
    const { found } = existing(path, 'scandir')
    if (!isFolder(found)) throw failure('ENOTDIR', 'scandir')
    return [...found.names.keys()].sort()
  },
  async rm(path: string) {
    const { disk, path: inside } = placeOf(path)
    const above = disk.folderOf(inside)
    above?.folder.names.delete(above.name)
  },
  async rename(from: string, to: string) {
    const { disk, path, found } = existing(from, 'rename')
    const [old, next] = [disk.folderOf(path)!, disk.folderOf(placeOf(to).path)!]
    old.folder.names.delete(old.name)
    next.folder.names.set(next.name, found)
  },
  async readFile(path: string) {
    const { found } = existing(path, 'open')
    if (isFolder(found)) throw failure('EISDIR', 'read')
    return found.data.subarray(0, found.size).toString('utf8')
  },
  async access(path: string) {
    existing(path, 'access')
  },
  async stat(path: string) {
    const { found } = existing(path, 'stat')
    return { size: isFolder(found) ? 0 : found.size, isFile: () => !isFolder(found), mtime: new Date() }
  },
  async statfs(path: string) {
    return { bavail: isReportedFull(placeOf(path).disk) ? 0 : 2 ** 30, bsize: 4096 }
  },
}

/** In the place of node:fs/promises: everything else goes to the real one. */
export function withSimulated(real: typeof fs): typeof fs {
  const both = Object.entries(simulated).map(([name, act]) => {
    const realAct = (real as any)[name]
    return [name, (...args: any[]) => (String(args[0]).startsWith(`${mountPoint}/`) ? (act as any)(...args) : realAct(...args))]
  })
  const made = { ...real, ...Object.fromEntries(both) }
  return { ...made, default: made } as typeof fs
}
