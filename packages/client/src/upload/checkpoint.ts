/** Finds an upload again after a reload or a crash (U5): only its name is kept, what has arrived is the server's to say. */
import { uploadKeptSeconds } from '@sampan/contract/limits'
import { crc32 } from './crc32.ts'
import type { SourceFile } from './upload.ts'

export type CheckpointFile = Pick<SourceFile, 'path' | 'size' | 'lastModified'>
export type Checkpoint = {
  uploadId: string
  /** Whose upload it is: nobody else may resume it. */
  owner: string
  savedAtMs: number
  files: CheckpointFile[]
}

/** Where checkpoints are kept. A store that fails is as good as an empty one. */
export type CheckpointStore = {
  get(key: string): Promise<Checkpoint | null>
  put(key: string, checkpoint: Checkpoint): Promise<void>
  remove(key: string): Promise<void>
  /** Before an upload is gone on with, and when one begins. False: another page of this browser sends by it now. */
  claim?(uploadId: string): Promise<boolean>
  release?(uploadId: string): void
}

const plain = ({ path, size, lastModified }: CheckpointFile): CheckpointFile => ({
  path,
  size,
  ...(lastModified !== undefined && { lastModified }),
})
const byPath = (a: CheckpointFile, b: CheckpointFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/** The same for the same paths and sizes in any order. Dates are compared, not keyed: not every picker knows them. */
export function checkpointKey(owner: string, files: readonly CheckpointFile[]): string {
  const lines = files.map(({ path, size }) => `${path}\0${size}`).sort()
  const crc = crc32(new TextEncoder().encode([owner, ...lines].join('\n')))
  return `${files.length}-${crc.toString(16).padStart(8, '0')}`
}

const isSameDate = (a: CheckpointFile, b: CheckpointFile): boolean =>
  a.lastModified === undefined || b.lastModified === undefined || a.lastModified === b.lastModified

/** Path, size and date of every file, whatever their order. */
export function isSameFiles(files: readonly CheckpointFile[], others: readonly CheckpointFile[]): boolean {
  if (files.length !== others.length) return false
  const sorted = [...others].sort(byPath)
  return [...files].sort(byPath).every((file, index) => {
    const other = sorted[index]!
    return file.path === other.path && file.size === other.size && isSameDate(file, other)
  })
}

const isFresh = ({ savedAtMs }: Checkpoint, nowMs: number): boolean => nowMs - savedAtMs < uploadKeptSeconds * 1000

const saveEveryMs = 10 * 60_000

export type Memory = {
  /** The id of an interrupted upload of these files. */
  find(): Promise<string | null>
  /** Now and then while it runs, and at once after a change. */
  keep(uploadId: string, nowMs: number): void
  /** Other files, or somebody else's: the next saving takes the place of the last. */
  follow(owner: string, files: readonly SourceFile[]): void
  forget(): Promise<void>
  /** It has ended here; another page may go on with it. */
  release(): void
}

export function createMemory(
  store: CheckpointStore | undefined,
  firstOwner: string,
  firstFiles: readonly SourceFile[],
  wall: () => number,
): Memory {
  let [owner, files] = [firstOwner, firstFiles]
  const keyNow = () => (store ? checkpointKey(owner, files) : '')
  let key = keyNow()
  let savedAs: string | null = null
  let savedAtMs = Number.NEGATIVE_INFINITY
  let claimed: string | null = null
  /** The key under which another page's upload of the same files is kept. */
  let keyOfOther: string | null = null
  async function claim(uploadId: string): Promise<boolean> {
    const isOurs = claimed === uploadId || ((await store?.claim?.(uploadId)) ?? true)
    if (isOurs) claimed = uploadId
    return isOurs
  }
  const drop = async (old: string) => void (await store?.remove(old).catch(() => {}))
  async function forget(): Promise<void> {
    if (savedAs !== null && savedAs !== key) await drop(savedAs)
    savedAs = null
    if (key !== keyOfOther) await drop(key)
  }
  async function save(uploadId: string): Promise<void> {
    const [replaced, now] = [savedAs, key]
    const checkpoint = { uploadId, owner, savedAtMs: wall(), files: files.map(plain) }
    savedAs = now
    void claim(uploadId)
    if (replaced !== null && replaced !== now) await drop(replaced)
    await store?.put(now, checkpoint).catch(() => {})
  }
  return {
    async find() {
      const found = await store?.get(key).catch(() => null)
      if (!found) return null
      if (found.owner === owner && isFresh(found, wall()) && isSameFiles(found.files, files)) {
        if (await claim(found.uploadId)) return found.uploadId
        keyOfOther = key
        return null
      }
      await forget()
      return null
    },
    keep(uploadId, nowMs) {
      if (nowMs - savedAtMs < saveEveryMs) return
      savedAtMs = nowMs
      if (key === keyOfOther) return
      void (files.length > 0 ? save(uploadId) : forget())
    },
    follow(nextOwner, nextFiles) {
      owner = nextOwner
      files = nextFiles
      key = keyNow()
      savedAtMs = Number.NEGATIVE_INFINITY
    },
    forget,
    release() {
      if (claimed !== null) store?.release?.(claimed)
      claimed = null
    },
  }
}

/** Keeps checkpoints in memory, for Node and for tests. */
export function memoryCheckpoints(): CheckpointStore & { all: Map<string, Checkpoint> } {
  const all = new Map<string, Checkpoint>()
  return {
    all,
    get: async (key) => all.get(key) ?? null,
    put: async (key, checkpoint) => void all.set(key, structuredClone(checkpoint)),
    remove: async (key) => void all.delete(key),
  }
}
