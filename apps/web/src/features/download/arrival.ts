/** What of a transfer is here while its upload runs. */
import type { Arrival, PublicFile } from '@sampan/contract/routes/downloads'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import type { FolderNode, Tree } from './tree.ts'

/** Bytes received by file; null where everything is here. */
export type Received = ReadonlyMap<string, number> | null

export const receivedOf = (files: readonly PublicFile[], arrival: Arrival | undefined): Received =>
  arrival ? new Map(files.map(({ fileId }, index) => [fileId, arrival.received[index] ?? 0])) : null

export const isReady = (received: Received, { fileId, size, isBlocked }: PublicFile): boolean =>
  !isBlocked && (received === null || (received.get(fileId) ?? 0) >= size)

/** What was recorded is played above the list as soon as it is here, and stands in the list until then (D1). */
export const isRecording = (received: Received, file: PublicFile): boolean => file.media !== undefined && isReady(received, file)

/** Something is refused, whatever else can be had (D9). */
export const hasBlocked = (files: readonly PublicFile[]): boolean => files.some(({ isBlocked }) => isBlocked)

/** How many files before each place are ready: a folder's share is then one subtraction. */
export function readyBefore({ entries }: Tree, received: Received): Uint32Array | null {
  if (!received && !hasBlocked(entries)) return null
  const sums = new Uint32Array(entries.length + 1)
  entries.forEach((file, i) => {
    sums[i + 1] = sums[i]! + (!isFolderPath(file.path) && isReady(received, file) ? 1 : 0)
  })
  return sums
}

export const readyIn = (sums: Uint32Array, { start, end }: FolderNode): number => sums[end]! - sums[start]!

/** From so long a silence on the page says so; shorter ones are only the time between two parts. */
export const quietSeconds = 60
