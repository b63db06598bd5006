/** Lays files into blobs: large ones alone, small ones one after another (transfer-engine, "Packing"). */
import { packing } from '../limits.ts'

export type PackedFile = { index: number; blob: number; offset: number }

/** Returns each file's place in the given order and the sizes of the blobs; empty files have no blob. */
export function packFiles(sizes: readonly number[]): { places: (PackedFile | null)[]; blobBytes: number[] } {
  const blobBytes: number[] = []
  let shared = -1
  const places = sizes.map((size, index) => {
    if (size === 0) return null
    if (size >= packing.smallFileBytes) return { index, blob: blobBytes.push(size) - 1, offset: 0 }
    if (shared < 0 || blobBytes[shared]! + size > packing.sharedBlobBytes) shared = blobBytes.push(0) - 1
    const offset = blobBytes[shared]!
    blobBytes[shared] = offset + size
    return { index, blob: shared, offset }
  })
  return { places, blobBytes }
}
