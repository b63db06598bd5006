/** Which files a link or an upload must have at a moment and may have, by what was asked for and what was answered. */
import type { Entry, EntryOf, FileSpec, KnownFile, Op } from './history.ts'

export const entriesOf = <O extends Op>(entries: readonly Entry[], op: O): EntryOf<O>[] =>
  entries.filter((entry): entry is EntryOf<O> => entry.op === op)

/** `fileId` is unknown where nobody was told whether it was added. */
type Gain = { file: FileSpec & { fileId?: string }; entry: Entry }
type Loss = { fileId: string; entry: Entry }
type Changes = { gains: Gain[]; losses: Loss[] }
export type FileSets = { links: Map<string, Changes>; uploads: Map<string, Changes> }

const at = (sets: Map<string, Changes>, key: string): Changes => {
  const known = sets.get(key) ?? { gains: [], losses: [] }
  sets.set(key, known)
  return known
}

export function fileSetsIn(entries: readonly Entry[]): FileSets {
  const sets: FileSets = { links: new Map(), uploads: new Map() }
  const uploadAndLink = ({ uploadId, slug }: { uploadId?: string; slug?: string }) =>
    uploadId && slug ? [at(sets.uploads, uploadId), at(sets.links, slug)] : []
  const gain = (changes: Changes, entry: Entry, files: readonly (FileSpec & { fileId?: string })[]) =>
    changes.gains.push(...files.map((file) => ({ file, entry })))
  const lose = (changes: Changes, entry: Entry, fileIds: readonly string[]) =>
    changes.losses.push(...fileIds.map((fileId) => ({ fileId, entry })))
  for (const entry of entries) {
    if (entry.outcome === 'fail') continue
    if (entry.op === 'create') for (const changes of uploadAndLink(entry)) gain(changes, entry, entry.files ?? [])
    if (entry.op === 'add') for (const changes of uploadAndLink(entry)) gain(changes, entry, addedBy(entry))
    if (entry.op === 'remove') for (const changes of uploadAndLink(entry)) lose(changes, entry, entry.fileIds)
    if (entry.op === 'forward' && entry.slug) gain(at(sets.links, entry.slug), entry, entry.files)
    if (entry.op === 'change') {
      gain(at(sets.links, entry.slug), entry, entry.brings)
      lose(at(sets.links, entry.slug), entry, entry.gone)
    }
  }
  return sets
}

/** Its answer tells all that the upload has. */
function addedBy({ wanted, files }: EntryOf<'add'>): (FileSpec & { fileId?: string })[] {
  if (!files) return wanted
  const paths = new Set(wanted.map(nameOf))
  return files.filter((file: KnownFile) => paths.has(nameOf(file)))
}

const nameOf = ({ path, size }: FileSpec): string => `${path} ${size}`

type Look = Pick<Entry, 'start' | 'end'>

export const isLostBefore = ({ losses }: Changes, fileId: string | undefined, look: Look): boolean =>
  losses.some((loss) => loss.fileId === fileId && loss.entry.outcome === 'ok' && loss.entry.end < look.start)
export const mayBeLost = ({ losses }: Changes, fileId: string | undefined, look: Look): boolean =>
  losses.some((loss) => loss.fileId === fileId && loss.entry.start < look.end)

/** What is wrong with the files that were seen; a sentence for each. Zips have no ids: a file is known by its name and size. */
export function wrongFiles(
  changes: Changes | undefined,
  look: Look,
  seen: readonly (FileSpec & { fileId?: string })[],
): string[] {
  const { gains, losses } = changes ?? { gains: [], losses: [] }
  const names = new Set(seen.map(nameOf))
  const owed = gains.filter(
    ({ file, entry }) => entry.outcome === 'ok' && entry.end < look.start && !mayBeLost({ gains, losses }, file.fileId, look),
  )
  const allowed = gains.filter(({ file, entry }) => entry.start < look.end && !isLostBefore({ gains, losses }, file.fileId, look))
  const may = new Set(allowed.map(({ file }) => nameOf(file)))
  const isDoubled = seen.length > names.size
  return [
    ...owed.filter(({ file }) => !names.has(nameOf(file))).map(({ file }) => `lacks ${file.path}`),
    ...seen
      .filter((file) => !may.has(nameOf(file)))
      .map(({ path }) => `has ${path}, which was never among its files or no longer is`),
    ...(isDoubled ? ['has a file twice'] : []),
  ]
}

/** Blobs of which every file was taken out, so far as anybody asked for it: their bytes may be gone. */
export function emptiedBlobs(entries: readonly Entry[]): Set<string> {
  const left = new Map<string, Set<string>>()
  for (const { files } of [...entriesOf(entries, 'create'), ...entriesOf(entries, 'add')])
    for (const { fileId, blobId } of files ?? []) if (blobId) left.set(blobId, (left.get(blobId) ?? new Set()).add(fileId))
  for (const { outcome, fileIds } of entriesOf(entries, 'remove'))
    if (outcome !== 'fail') for (const files of left.values()) for (const fileId of fileIds) files.delete(fileId)
  return new Set([...left].flatMap(([blobId, files]) => (files.size === 0 ? [blobId] : [])))
}
