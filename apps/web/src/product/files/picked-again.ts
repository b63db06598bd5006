/** Which of the files that an interrupted upload still needs are among those picked again (Q23): by path, name, size and date. Pure. */
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'
import type { PickedFile } from './picked-file.ts'

export type WantedFile = {
  path: string
  size: number
  lastModified?: number | undefined
  /** The server has every byte of it: it need not be picked again. */
  isWhole: boolean
  /** The server was never told of it. */
  isNew?: boolean
}
export type Differs = 'size' | 'date'
export type Match = {
  /** By the wanted path; under that path also where it was picked from elsewhere. */
  ticked: ReadonlyMap<string, PickedFile>
  /** The same path, but another file now. */
  changed: ReadonlyMap<string, { file: PickedFile; differs: Differs }>
  /** What was not asked for: simply more files. */
  extra: PickedFile[]
}

/** Systems spell the same name in two ways; what is shown and sent stays as it is. */
const spelled = (path: string): string => path.normalize('NFC')
const likeness = ({ path, size, lastModified }: Pick<WantedFile, 'path' | 'size' | 'lastModified'>): string =>
  `${size}/${lastModified}/${spelled(baseName(path))}`

function grouped(wanted: readonly WantedFile[]): Map<string, WantedFile[]> {
  const groups = new Map<string, WantedFile[]>()
  for (const file of wanted) {
    const key = likeness(file)
    const group = groups.get(key)
    if (group) group.push(file)
    else groups.set(key, [file])
  }
  return groups
}

function differenceOf(wanted: WantedFile, file: PickedFile): Differs | null {
  if (wanted.size !== file.size) return 'size'
  // Folders have a date of the moment they were read in; some pickers know none at all.
  if (isFolderPath(wanted.path) || wanted.lastModified === undefined) return null
  return wanted.lastModified === file.lastModified ? null : 'date'
}

const isEndOf = (end: string, path: string): boolean => path === end || path.endsWith(`/${end}`)

/** Picked from inside of the folder, or from the folder above: the same file, where there is only one that it can be. */
const isSamePlace = (one: string, other: string): boolean =>
  isEndOf(spelled(one), spelled(other)) || isEndOf(spelled(other), spelled(one))

export function matchPicked(wanted: readonly WantedFile[], picked: readonly PickedFile[]): Match {
  const byPath = new Map(wanted.map((file) => [spelled(file.path), file]))
  const byLikeness = grouped(wanted)
  const ticked = new Map<string, PickedFile>()
  const changed = new Map<string, { file: PickedFile; differs: Differs }>()
  const strayed: PickedFile[] = []
  for (const file of picked) {
    const found = byPath.get(spelled(file.path))
    const differs = found && differenceOf(found, file)
    if (!found) strayed.push(file)
    else if (differs) changed.set(found.path, { file, differs })
    else ticked.set(found.path, { ...file, path: found.path })
  }
  const extra: PickedFile[] = []
  for (const file of strayed) {
    const alike = (byLikeness.get(likeness(file)) ?? []).filter(({ path }) => !ticked.has(path) && isSamePlace(path, file.path))
    if (alike.length === 1) ticked.set(alike[0]!.path, { ...file, path: alike[0]!.path })
    else extra.push(file)
  }
  for (const path of ticked.keys()) changed.delete(path)
  return { ticked, changed, extra }
}

/** What has still to be picked. */
export const missingOf = (wanted: readonly WantedFile[], { ticked }: Match): WantedFile[] =>
  wanted.filter(({ path, isWhole }) => !isWhole && !ticked.has(path))

/** Of a file that is not here: reading it fails as a file that is gone does: never are other bytes sent in its place. */
class StoredBytes extends Blob {
  override slice(): Blob {
    throw new DOMException('Not picked again', 'NotFoundError')
  }
}

/** For a file of which the server has every byte. */
export const standIn = ({ path, size, lastModified }: WantedFile): PickedFile => ({
  path,
  size,
  // Without a date of its own none is told.
  lastModified: lastModified ?? 0,
  blob: size === 0 ? new Blob() : new StoredBytes(),
})

/** The files that go on: as they were, in their order, then the new ones. Those that are missing are not among them. */
export function mergedFiles(wanted: readonly WantedFile[], { ticked, extra }: Match): PickedFile[] {
  const old = wanted.flatMap((file) => ticked.get(file.path) ?? (file.isWhole ? [standIn(file)] : []))
  return [...old, ...extra]
}
