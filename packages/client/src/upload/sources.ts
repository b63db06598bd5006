/** Where the bytes of each blob come from: the plan's files, found among the chosen ones by path. */
import { Problem } from '@sampan/contract/errors'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { type Range, union } from './ranges.ts'
import type { SourceFile } from './upload.ts'

/** A file in its blob; `index` is its place among the chosen files. */
export type Placed = { file: SourceFile; index: number; from: number; to: number }
/** The files of one blob by offset. Bytes of files that were taken out belong to none. */
export type BlobSource = { blobId: string; size: number; files: Placed[] }

/** Throws invalidInput with the path of a planned file that is not there or has another size. */
export function sourcesOf(plan: UploadPlan, files: readonly SourceFile[]): BlobSource[] {
  const indexOf = new Map(files.map((file, index) => [file.path, index]))
  const sources = new Map(plan.blobs.map(({ blobId, size }) => [blobId, { blobId, size, files: [] as Placed[] }]))
  for (const { path, size, blobId, offset } of plan.files) {
    const index = indexOf.get(path)
    const file = index === undefined ? undefined : files[index]
    if (index === undefined || file?.size !== size) throw new Problem('invalidInput', { path }, { fields: { files: 'invalid' } })
    if (blobId) sources.get(blobId)?.files.push({ file, index, from: offset, to: offset + size })
  }
  for (const source of sources.values()) source.files.sort((a, b) => a.from - b.from)
  return [...sources.values()]
}

/** The same list after the plan has changed: blobs keep their places, new ones come last; those that are no more hold no files. */
export function followPlan(
  { sources, blobs }: { sources: BlobSource[]; blobs: UploadPlan['blobs'] },
  plan: UploadPlan,
  files: readonly SourceFile[],
): void {
  const now = new Map(sourcesOf(plan, files).map((source) => [source.blobId, source]))
  for (const source of sources) {
    source.files = now.get(source.blobId)?.files ?? []
    now.delete(source.blobId)
  }
  sources.push(...now.values())
  blobs.push(...plan.blobs.filter(({ blobId }) => now.has(blobId)))
}

export const rangesOf = (source: BlobSource): Range[] => union(source.files.map(({ from, to }): Range => [from, to]))

export const filesIn = (source: BlobSource, [from, to]: Range): Placed[] =>
  source.files.filter((placed) => placed.from < to && placed.to > from)

/** The bytes of one file that lie in the range; nothing is read. */
export const sliceOfFile = ({ file, from: start, to: end }: Placed, [from, to]: Range): Blob =>
  file.blob.slice(Math.max(from, start) - start, Math.min(to, end) - start)

/** The bytes of a range as one Blob; nothing is read or held before its turn. */
export function sliceOf(source: BlobSource, range: Range): Blob {
  const slices = filesIn(source, range).map((placed) => sliceOfFile(placed, range))
  return slices.length === 1 ? slices[0]! : new Blob(slices)
}
