/** How much of each blob and file the server has, and how much is on its way. */
import { bytesIn, intersect, type Range, union } from './ranges.ts'
import { type BlobSource, rangesOf } from './sources.ts'

/** A part on its way. */
export type Flight = { blob: number; from: number; to: number; loadedBytes: number }

export type Progress = {
  acknowledge(blob: number, ranges: readonly Range[]): void
  begin(part: { blob: number; from: number; to: number }): Flight
  end(flight: Flight): void
  /** Never goes backwards, though a part may have to be sent again. */
  sentBytes(): number
  fileSentBytes(path: string): number
  isComplete(): boolean
}

const loadedOf = ({ from, to, loadedBytes }: Flight): Range => [from, Math.min(to, from + loadedBytes)]

export function createProgress(sources: readonly BlobSource[]): Progress {
  const blobs = sources.map((source) => ({ live: rangesOf(source), have: [] as Range[], haveBytes: 0 }))
  const totalBytes = blobs.reduce((sum, { live }) => sum + bytesIn(live), 0)
  const places = new Map(
    sources.flatMap(({ files }, blob) => files.map(({ file, from, to }) => [file.path, { blob, range: [from, to] as const }])),
  )
  const flights = new Set<Flight>()
  const shownOfFile = new Map<string, number>()
  let acknowledged = 0
  let shown = 0

  const fileBytesNow = (path: string): number => {
    const place = places.get(path)
    if (!place) return 0
    const loaded = [...flights].filter(({ blob }) => blob === place.blob).map(loadedOf)
    return bytesIn(intersect([place.range], union([...intersect([place.range], blobs[place.blob]!.have), ...loaded])))
  }
  return {
    acknowledge(index, ranges) {
      const blob = blobs[index]!
      blob.have = intersect(blob.live, union([...blob.have, ...ranges]))
      acknowledged -= blob.haveBytes
      blob.haveBytes = bytesIn(blob.have)
      acknowledged += blob.haveBytes
    },
    begin(part) {
      const flight = { blob: part.blob, from: part.from, to: part.to, loadedBytes: 0 }
      flights.add(flight)
      return flight
    },
    end: (flight) => {
      flights.delete(flight)
    },
    sentBytes() {
      const loaded = [...flights].reduce((sum, flight) => sum + bytesIn([loadedOf(flight)]), 0)
      shown = Math.max(shown, Math.min(totalBytes, acknowledged + loaded))
      return shown
    },
    fileSentBytes(path) {
      const bytes = Math.max(shownOfFile.get(path) ?? 0, fileBytesNow(path))
      shownOfFile.set(path, bytes)
      return bytes
    },
    isComplete: () => acknowledged === totalBytes,
  }
}
