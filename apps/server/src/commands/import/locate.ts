/** Where a file of another product lies, and whether it is whole. What its database says is believed only within the folder. */
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { decrypted, isKeyOf, sealedSize } from './decrypt.ts'
import type { SourceFile } from './source.ts'

/** `key`: of the files, where they are encrypted there. */
export type Folder = { root: string; key: Buffer | null }
/** Bytes [from, to). */
export type Open = (from: number, to: number) => Readable
type Found = { open: Open } | { trouble: string }

/** Null where nothing lies there, or something that is no file of that folder. */
async function fileAt(root: string, relative: string): Promise<{ path: string; size: number } | null> {
  if (relative.includes('\0')) return null
  try {
    const path = await realpath(join(root, relative))
    if (!path.startsWith(root + sep)) return null
    const found = await stat(path)
    return found.isFile() ? { path, size: found.size } : null
  } catch {
    return null
  }
}

async function opened({ key }: Folder, found: { path: string; size: number }, size: number): Promise<Found> {
  const { path } = found
  if (key && found.size === sealedSize(size))
    return (await isKeyOf(key, path, size))
      ? { open: (from, to) => decrypted(key, path, from, to) }
      : { trouble: 'it is encrypted by another key' }
  if (found.size === size) return { open: (from, to) => createReadStream(path, { start: from, end: to - 1 }) }
  const perhaps = found.size === sealedSize(size) ? ', which is as long as if it were encrypted' : ''
  return { trouble: `it is damaged: it has ${found.size} bytes instead of ${size}${perhaps}` }
}

/** `root` is a real path. The first of its places that has something decides. */
export async function locate(folder: Folder, { at, size }: SourceFile): Promise<Found> {
  for (const relative of at) {
    const found = await fileAt(folder.root, relative)
    if (found) return opened(folder, found, size)
  }
  return { trouble: 'it is missing' }
}
