/** A disk in memory: what the system has of it, what survives a loss of power, how much fits, and how it fails. */
import type { Chance } from '../faults/seeded.ts'

const blockBytes = 4096

type Write = { position: number; bytes: Buffer; isDoomed: boolean }
export type Inode = {
  data: Buffer
  size: number
  /** As of the last flush, and what was written since. */
  safe: Buffer
  unsafe: Write[]
  /** Blocks that were ever written: holes take no space. */
  blocks: Set<number>
}
type Folder = { names: Map<string, Inode | Folder>; safe: Map<string, Inode | Folder> }

/** `hasQuota`: that it is full shows only when it is written to. */
export type DiskTrouble = { full: boolean; hasQuota: boolean; failing: boolean; slow: boolean }

export class VirtualDisk {
  readonly root: Folder = newFolder()
  readonly trouble: DiskTrouble = { full: false, hasQuota: false, failing: false, slow: false }
  /** A flush failed or power was lost: parts may have been lost without anybody's fault. */
  hasLost = false

  constructor(readonly chance: Chance) {}

  find(path: string): Inode | Folder | undefined {
    let at: Inode | Folder | undefined = this.root
    for (const name of path.split('/').filter(Boolean)) at = at && isFolder(at) ? at.names.get(name) : undefined
    return at
  }

  folderOf(path: string): { folder: Folder; name: string } | undefined {
    const names = path.split('/').filter(Boolean)
    const name = names.pop()!
    const folder = this.find(names.join('/'))
    return folder && isFolder(folder) ? { folder, name } : undefined
  }

  /** Every container with its file. */
  *files(at: Folder = this.root): Generator<[string, Inode]> {
    for (const [name, each] of at.names) {
      if (isFolder(each)) yield* this.files(each)
      else yield [name, each]
    }
  }

  usedBytes(isCounted: (name: string) => boolean = () => true): number {
    let bytes = 0
    for (const [name, { blocks }] of this.files()) if (isCounted(name)) bytes += blocks.size * blockBytes
    return bytes
  }

  /** As far as the system takes it. */
  write(inode: Inode, bytes: Buffer, position: number): void {
    const end = position + bytes.length
    if (end > inode.data.length)
      inode.data = Buffer.concat([inode.data, Buffer.alloc(Math.max(end, 2 * inode.data.length) - inode.data.length)])
    bytes.copy(inode.data, position)
    inode.size = Math.max(inode.size, end)
    for (let block = Math.floor(position / blockBytes); block * blockBytes < end; block++) inode.blocks.add(block)
    inode.unsafe.push({ position, bytes: Buffer.from(bytes), isDoomed: false })
  }

  flush(inode: Inode): void {
    inode.safe = applied(
      inode.safe,
      inode.unsafe.filter(({ isDoomed }) => !isDoomed),
    )
    inode.unsafe = inode.unsafe.filter(({ isDoomed }) => isDoomed)
  }

  /** The system forgets that these were to be written: a second flush would succeed and say nothing. */
  failFlush(inode: Inode): void {
    for (const write of inode.unsafe) write.isDoomed = true
    this.hasLost = true
  }

  flushFolder(folder: Folder): void {
    folder.safe = new Map(folder.names)
  }

  /** Of what was not flushed each block may be there or not, and so may each name. */
  losePower(): void {
    this.hasLost = true
    this.settle(this.root)
  }

  private settle(folder: Folder): void {
    const { chance } = this
    const kept = new Map(folder.safe)
    for (const [name, each] of folder.names)
      if (!folder.safe.has(name) && (isFolder(each) || chance.happens(0.5))) kept.set(name, each)
    for (const name of folder.safe.keys()) if (!folder.names.has(name) && chance.happens(0.5)) kept.delete(name)
    folder.names = kept
    folder.safe = new Map(kept)
    for (const each of kept.values()) {
      if (isFolder(each)) this.settle(each)
      else this.settleFile(each)
    }
  }

  private settleFile(file: Inode): void {
    const blocks = file.unsafe.filter(({ isDoomed }) => !isDoomed).flatMap(blocksOf)
    file.safe = applied(
      file.safe,
      blocks.filter(() => this.chance.happens(0.5)),
    )
    file.unsafe = []
    file.data = Buffer.from(file.safe)
    file.size = file.safe.length
  }
}

function applied(before: Buffer, writes: readonly Pick<Write, 'position' | 'bytes'>[]): Buffer {
  const size = Math.max(before.length, ...writes.map(({ position, bytes }) => position + bytes.length))
  const after = Buffer.alloc(size)
  before.copy(after)
  for (const { position, bytes } of writes) bytes.copy(after, position)
  return after
}

function blocksOf({ position, bytes }: Write): { position: number; bytes: Buffer }[] {
  const blocks = []
  for (let at = 0; at < bytes.length; ) {
    const to = Math.min(bytes.length, at + blockBytes - ((position + at) % blockBytes))
    blocks.push({ position: position + at, bytes: bytes.subarray(at, to) })
    at = to
  }
  return blocks
}

export const isFolder = (each: Inode | Folder): each is Folder => 'names' in each
export const newFolder = (): Folder => ({ names: new Map(), safe: new Map() })
export const newInode = (): Inode => ({ data: Buffer.alloc(0), size: 0, safe: Buffer.alloc(0), unsafe: [], blocks: new Set() })
