/** Reads the bytes of a part; when they cannot be read, finds out whose fault it is (U3). */
import { abortable } from './abortable.ts'
import type { Crc, SliceCrc } from './blob-crc.ts'
import type { Range } from './ranges.ts'
import { type BlobSource, filesIn, type Placed, sliceOf, sliceOfFile } from './sources.ts'

/** A chosen file that is gone, changed or in use; `name` is the browser's own (NotFoundError, NotReadableError). */
export class FileLocked extends Error {
  readonly placed: Placed
  constructor(placed: Placed, cause: Error) {
    super(cause.message, { cause })
    this.name = cause.name
    this.placed = placed
  }
}

const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'NotFoundError' || error.name === 'NotReadableError')

/** The first file of the range that cannot be read now; a large part is of one file only. */
async function lockedFileIn(files: readonly Placed[], range: Range): Promise<Placed> {
  if (files.length > 1) {
    for (const placed of files) {
      const isReadable = await sliceOfFile(placed, range)
        .arrayBuffer()
        .then(
          () => true,
          () => false,
        )
      if (!isReadable) return placed
    }
  }
  return files[0]!
}

export async function readPart(source: BlobSource, range: Range, crc: Crc, signal: AbortSignal): Promise<SliceCrc> {
  try {
    return await abortable(crc(sliceOf(source, range)), signal)
  } catch (error) {
    if (signal.aborted || !isUnreadable(error)) throw error
    throw new FileLocked(await lockedFileIn(filesIn(source, range), range), error)
  }
}
