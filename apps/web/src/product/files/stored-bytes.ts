import type { RouteReply } from '@sampan/contract/routes/route'
import type { readUpload } from '@sampan/contract/routes/uploads'

export type ServerUpload = RouteReply<typeof readUpload>

/** How much of each file has arrived. */
export function bytesOfFiles({ files, received }: ServerUpload): Map<string, number> {
  const rangesOf = new Map(received.map(({ blobId, ranges }) => [blobId, ranges]))
  const inside = (from: number, to: number, blobId: string) =>
    (rangesOf.get(blobId) ?? []).reduce((sum, range) => sum + Math.max(0, Math.min(to, range[1]) - Math.max(from, range[0])), 0)
  return new Map(files.map(({ path, size, blobId, offset }) => [path, blobId ? inside(offset, offset + size, blobId) : 0]))
}
