/** The files and folders of a command line -> what the upload engine sends. Nothing is read yet. */
import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { SourceFile } from '@sampan/client/upload/upload'
import { isStorablePath } from '@sampan/contract/rules/file-path'
import { Stop } from '../failure.ts'

type Found = { path: string; place: string; size: number; lastModified: number }
/** Told of what is left out: devices, sockets, broken links, folders that lead round in a circle. */
type Skip = (place: string) => void

const why = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message

async function look(place: string, isNamed: boolean) {
  try {
    return await stat(place)
  } catch (error) {
    // Found in a folder, it is a link to nowhere, or was removed a moment ago.
    if (!isNamed && (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    const key = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'fileMissing' : 'fileUnreadable'
    throw new Stop('failed', key, { name: place, why: why(error) })
  }
}

const namesIn = (place: string): Promise<string[]> =>
  readdir(place).catch((error) => {
    throw new Stop('failed', 'fileUnreadable', { name: place, why: why(error) })
  })

type Walk = { skip: Skip; above: readonly string[]; isNamed: boolean }

async function walk(place: string, path: string, { skip, above, isNamed }: Walk): Promise<Found[]> {
  const about = await look(place, isNamed)
  if (about?.isFile()) return [{ path, place, size: about.size, lastModified: Math.floor(about.mtimeMs) }]
  const mark = about ? `${about.dev}:${about.ino}` : ''
  if (!about?.isDirectory() || above.includes(mark)) {
    skip(place)
    return []
  }
  const names = (await namesIn(place)).sort()
  const below = { skip, above: [...above, mark], isNamed: false }
  const found: Found[] = []
  for (const name of names) found.push(...(await walk(join(place, name), `${path}/${name}`, below)))
  return found.length > 0 ? found : [{ path: `${path}/`, place, size: 0, lastModified: Math.floor(about.mtimeMs) }]
}

function checkNames(found: readonly Found[]): void {
  const seen = new Set<string>()
  for (const { path } of found) {
    if (!isStorablePath(path)) throw new Stop('failed', 'nameUnsendable', { name: path })
    if (seen.has(path)) throw new Stop('failed', 'fileNamedTwice', { name: path })
    seen.add(path)
  }
}

async function sourceOf({ path, place, size, lastModified }: Found): Promise<SourceFile> {
  if (size === 0) return { path, size, lastModified, blob: new Blob([]) }
  try {
    const blob = await openAsBlob(place)
    return { path, size: blob.size, lastModified, blob }
  } catch (error) {
    throw new Stop('failed', 'fileUnreadable', { name: place, why: why(error) })
  }
}

/** In the order of the command line, folders sorted: the same words give the same list, so that an upload is found again. */
export async function readFiles(words: readonly string[], cwd: string, skip: Skip): Promise<SourceFile[]> {
  const found: Found[] = []
  for (const word of words) {
    const place = resolve(cwd, word)
    const name = basename(place)
    if (!name) throw new Stop('failed', 'nameUnsendable', { name: word })
    found.push(...(await walk(place, name, { skip, above: [], isNamed: true })))
  }
  if (found.length === 0) throw new Stop('failed', 'fileMissing', { name: words.join(', ') })
  checkNames(found)
  const files: SourceFile[] = []
  for (const each of found) files.push(await sourceOf(each))
  return files
}
