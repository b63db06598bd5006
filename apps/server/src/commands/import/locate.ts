/** Where a file of another product lies, and whether it is whole. What its database says is believed only within the folder. */
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { SourceFile } from './source.ts'

type Found = { path: string } | { trouble: string }

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

/** `root` is a real path. The first of its places that has something decides. */
export async function locate(root: string, { at, size }: SourceFile): Promise<Found> {
  for (const relative of at) {
    const found = await fileAt(root, relative)
    if (!found) continue
    if (found.size === size) return { path: found.path }
    return { trouble: `it is damaged: it has ${found.size} bytes instead of ${size}` }
  }
  return { trouble: 'it is missing' }
}
