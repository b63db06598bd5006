import type { SourceFile } from '@sampan/client/upload/upload'
import type { MediaKind } from '@sampan/contract/states'

/** A file of the draft; an empty folder has a path that ends in "/". */
export type PickedFile = SourceFile & {
  lastModified: number
  /** Recorded here (Q9, Q10). */
  media?: MediaKind
  /** How long it is, where that is known. */
  seconds?: number
}

export const picked = (path: string, file: File): PickedFile => ({
  path,
  size: file.size,
  lastModified: file.lastModified,
  blob: file,
})

const emptyFolder = (path: string): PickedFile => ({ path: `${path}/`, size: 0, lastModified: Date.now(), blob: new Blob() })

/** What a file or folder input gives; folders say their path apart. */
export const pickedFiles = (list: Iterable<File>): PickedFile[] =>
  [...list].map((file) => picked(file.webkitRelativePath || file.name, file))

type Reading = { files: PickedFile[]; unreadable: string[] }

const pathOf = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\//, '') || entry.name

const lotSize = 100
const nothing: Reading = { files: [], unreadable: [] }

const joined = (readings: readonly Reading[]): Reading => ({
  files: readings.flatMap(({ files }) => files),
  unreadable: readings.flatMap(({ unreadable }) => unreadable),
})

/** Those of a lot are asked for together: of thousands, one after the other would take many seconds. */
const readLot = async (entries: readonly FileSystemEntry[]): Promise<Reading> => joined(await Promise.all(entries.map(readEntry)))

async function readFolder(folder: FileSystemDirectoryEntry): Promise<Reading> {
  const reader = folder.createReader()
  const readings: Reading[] = []
  // A reader hands out its entries in lots (100 in Chromium), an empty lot is the end.
  try {
    for (;;) {
      const lot = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (lot.length === 0) break
      readings.push(await readLot(lot))
    }
  } catch {
    readings.push({ ...nothing, unreadable: [pathOf(folder)] })
  }
  return readings.length > 0 ? joined(readings) : { ...nothing, files: [emptyFolder(pathOf(folder))] }
}

async function readEntry(entry: FileSystemEntry): Promise<Reading> {
  const path = pathOf(entry)
  try {
    if (!entry.isFile) return await readFolder(entry as FileSystemDirectoryEntry)
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return { ...nothing, files: [picked(path, file)] }
  } catch {
    return { ...nothing, unreadable: [path] }
  }
}

/** Files and whole folders of a drop, in their order; what cannot be read is named. */
export async function readEntries(entries: readonly FileSystemEntry[]): Promise<Reading> {
  const readings: Reading[] = []
  for (let at = 0; at < entries.length; at += lotSize) readings.push(await readLot(entries.slice(at, at + lotSize)))
  return joined(readings)
}

/** To be called in the event itself: the browser empties a transfer right after it. */
export function readTransfer(transfer: DataTransfer): Promise<Reading> {
  const items = [...transfer.items].filter((item) => item.kind === 'file')
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null)
  if (items.length > 0 && entries.every((entry) => entry !== null)) return readEntries(entries)
  return Promise.resolve({ files: pickedFiles(transfer.files), unreadable: [] })
}
