/** How much of each blob and file the server has, and how much is on its way. */
import { bytesIn, intersect, type Range, union } from './ranges.ts'
import { type BlobSource, rangesOf } from './sources.ts'

/** A part on its way. */
export type Flight = { blob: number; from: number; to: number; loadedBytes: number }

export type Progress = {
  acknowledge(blob: number, ranges: readonly Range[]): void
  /** What the server has now, less than before where it has lost something. */
  setStored(blob: number, ranges: readonly Range[]): void
  begin(part: { blob: number; from: number; to: number }): Flight
  end(flight: Flight): void
  /** The sources have changed. What was taken out counts no more. */
  follow(): void
  storedOf(blob: number): readonly Range[]
  /** Never goes backwards, though a part may have to be sent again. */
  sentBytes(): number
  /** The same as it is now: less after parts in flight were given up. */
  thereBytes(): number
  /** All that has left, what had to leave again too. */
  lineBytes(): number
  /** Each byte that leaves and each answer make it larger. */
  signsOfLife(): number
  fileSentBytes(path: string): number
  isComplete(): boolean
}

const loadedOf = ({ from, to, loadedBytes }: Flight): Range => [from, Math.min(to, from + loadedBytes)]

export function createProgress(sources: readonly BlobSource[]): Progress {
  const newBlob = () => ({ live: [] as Range[], have: [] as Range[], haveBytes: 0 })
  const blobs: ReturnType<typeof newBlob>[] = []
  let totalBytes = 0
  let places = new Map<string, { blob: number; range: Range }>()
  const flights = new Set<Flight>()
  const shownOfFile = new Map<string, number>()
  let acknowledged = 0
  let answered = 0
  let endedBytes = 0
  let shown = 0

  const fileBytesNow = (path: string): number => {
    const place = places.get(path)
    if (!place) return 0
    const loaded = [...flights].filter(({ blob }) => blob === place.blob).map(loadedOf)
    return bytesIn(intersect([place.range], union([...intersect([place.range], blobs[place.blob]!.have), ...loaded])))
  }
  function setStored(index: number, ranges: readonly Range[]): void {
    const blob = blobs[index]!
    blob.have = intersect(blob.live, union(ranges))
    acknowledged -= blob.haveBytes
    blob.haveBytes = bytesIn(blob.have)
    acknowledged += blob.haveBytes
  }
  function follow(): void {
    const before = places
    places = new Map(
      sources.flatMap(({ files }, blob) => files.map(({ file, from, to }) => [file.path, { blob, range: [from, to] as const }])),
    )
    sources.forEach((source, index) => {
      blobs[index] ??= newBlob()
      blobs[index].live = rangesOf(source)
      setStored(index, blobs[index].have)
    })
    totalBytes = blobs.reduce((sum, { live }) => sum + bytesIn(live), 0)
    const gone = [...before].filter(([path, place]) => places.get(path)?.blob !== place.blob).map(([path]) => path)
    for (const path of gone) shownOfFile.delete(path)
    if (gone.length > 0) shown = 0
  }
  follow()
  const thereBytes = (): number => {
    const loaded = [...flights].reduce((sum, flight) => sum + bytesIn([loadedOf(flight)]), 0)
    return Math.min(totalBytes, acknowledged + loaded)
  }
  const lineBytes = (): number => [...flights].reduce((sum, { loadedBytes }) => sum + loadedBytes, endedBytes)
  return {
    follow,
    thereBytes,
    lineBytes,
    signsOfLife: () => lineBytes() + answered,
    storedOf: (blob) => blobs[blob]?.have ?? [],
    setStored,
    acknowledge(index, ranges) {
      answered += bytesIn(ranges)
      setStored(index, [...blobs[index]!.have, ...ranges])
    },
    begin(part) {
      const flight = { blob: part.blob, from: part.from, to: part.to, loadedBytes: 0 }
      flights.add(flight)
      return flight
    },
    end: (flight) => {
      if (flights.delete(flight)) endedBytes += flight.loadedBytes
    },
    sentBytes() {
      shown = Math.max(shown, thereBytes())
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
