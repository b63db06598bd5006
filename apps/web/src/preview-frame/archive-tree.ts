/** What an archive holds as folders in folders. Names are strangers' text: they are kept in maps, never as properties. */
import type { ZipEntry } from './zip-directory.ts'

export type ArchiveFolder = {
  name: string
  folders: ArchiveFolder[]
  files: ZipEntry[]
  /** Of all that is in it, however deep. */
  fileCount: number
  size: number
}
type Draft = { folders: Map<string, Draft>; files: ZipEntry[] }

const newDraft = (): Draft => ({ folders: new Map(), files: [] })
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name)

/** Programs on Windows write the other stroke; some write that a place is here, or strokes twice. */
const partsOf = (name: string): string[] => name.split(/[/\\]/).filter((part) => part !== '' && part !== '.')

function put(root: Draft, entry: ZipEntry): void {
  const parts = partsOf(entry.name)
  const name = entry.isFolder ? undefined : parts.pop()
  let folder = root
  for (const part of parts) {
    const inner = folder.folders.get(part) ?? newDraft()
    folder.folders.set(part, inner)
    folder = inner
  }
  if (name !== undefined) folder.files.push({ ...entry, name })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

function finish(name: string, draft: Draft): ArchiveFolder {
  const folders = [...draft.folders].map(([inner, content]) => finish(inner, content)).sort(byName)
  return {
    name,
    folders,
    files: draft.files.sort(byName),
    fileCount: draft.files.length + sum(folders.map(({ fileCount }) => fileCount)),
    size: sum([...draft.files, ...folders].map(({ size }) => size)),
  }
}

export function archiveTree(entries: readonly ZipEntry[]): ArchiveFolder {
  const root = newDraft()
  for (const entry of entries) put(root, entry)
  return finish('', root)
}
