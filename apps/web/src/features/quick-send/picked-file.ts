import type { SourceFile } from '@sampan/client/upload/upload'

/** A file of the draft; an empty folder has a path that ends in "/". */
export type PickedFile = SourceFile & { lastModified: number }

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

const childrenOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  // A reader hands out its entries in lots (100 in Chromium), an empty lot is the end.
  for (;;) {
    const lot = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (lot.length === 0) return all
    all.push(...lot)
  }
}

async function readEntry(entry: FileSystemEntry, into: Reading): Promise<void> {
  const path = pathOf(entry)
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
      into.files.push(picked(path, file))
      return
    }
    const children = await childrenOf(entry as FileSystemDirectoryEntry)
    if (children.length === 0) into.files.push(emptyFolder(path))
    for (const child of children) await readEntry(child, into)
  } catch {
    into.unreadable.push(path)
  }
}

/** Files and whole folders of a drop, in their order; what cannot be read is named. */
export async function readEntries(entries: readonly FileSystemEntry[]): Promise<Reading> {
  const reading: Reading = { files: [], unreadable: [] }
  for (const entry of entries) await readEntry(entry, reading)
  return reading
}

/** To be called in the event itself: the browser empties a transfer right after it. */
export function readTransfer(transfer: DataTransfer): Promise<Reading> {
  const items = [...transfer.items].filter((item) => item.kind === 'file')
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null)
  if (items.length > 0 && entries.every((entry) => entry !== null)) return readEntries(entries)
  return Promise.resolve({ files: pickedFiles(transfer.files), unreadable: [] })
}
