/** The list of what a zip holds, which stands at its end: so much of the file is read and no more. */
import { previewEntries } from '@sampan/contract/rules/preview-kind'
import { headText } from './head-text.ts'

/** `size` is what the archive says of it; `packed` where and how it lies there, as far as that is true. */
export type ZipEntry = { name: string; size: number; isFolder: boolean; isLocked: boolean; packed: Packed }
export type Packed = { at: number; bytes: number; method: number }
export type ZipList = { entries: ZipEntry[]; total: number }
type Read = (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
/** Where the directory stands in the file, how long it is and how many entries it has. */
type Directory = { at: number; bytes: number; total: number }

const endBytes = 22
const maxComment = 0xffff
const end64Bytes = 56
const locatorBytes = 20
const entryBytes = 46
/** Thousands of entries with long names; of more the first are shown. */
const maxDirectoryBytes = 4 * 1024 * 1024
const signatures = { end: 0x06054b50, locator: 0x07064b50, end64: 0x06064b50, entry: 0x02014b50 } as const
const full32 = 0xffffffff

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const long = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

/** The last signature of which the comment behind it ends with the file. */
function endIn(view: DataView): number {
  for (let at = view.byteLength - endBytes; at >= 0; at--)
    if (view.getUint32(at, true) === signatures.end && at + endBytes + view.getUint16(at + 20, true) <= view.byteLength) return at
  return -1
}

async function findDirectory(read: Read, size: number): Promise<Directory | null> {
  const tailAt = Math.max(0, size - endBytes - maxComment - locatorBytes)
  const tail = viewOf(await read(tailAt, size))
  const at = endIn(tail)
  if (at < 0) return null
  const found = { total: tail.getUint16(at + 10, true), bytes: tail.getUint32(at + 12, true), at: tail.getUint32(at + 16, true) }
  const locator = at - locatorBytes
  // Beyond 4 GiB or 65,535 entries the numbers stand elsewhere.
  if (locator < 0 || tail.getUint32(locator, true) !== signatures.locator) return withinFile(found, tailAt + at)
  const end64At = long(tail, locator + 8)
  if (end64At + end64Bytes > size) return null
  const end64 = viewOf(await read(end64At, end64At + end64Bytes))
  if (end64.getUint32(0, true) !== signatures.end64) return null
  return withinFile({ total: long(end64, 32), bytes: long(end64, 40), at: long(end64, 48) }, end64At)
}

/** Where something was put before the zip, such as a program that unpacks it, all places are later by as much. */
const withinFile = ({ total, bytes, at }: Directory, endAt: number): Directory | null =>
  bytes <= endAt ? { total, bytes, at: Math.max(at, endAt - bytes) } : null

const isUtf8 = 0x800
const isEncrypted = 1

/** Names say whether they are UTF-8; those that do not are, by their bytes, or are what Windows in China writes. */
function nameOf(bytes: Uint8Array, flags: number): string {
  return flags & isUtf8 ? new TextDecoder().decode(bytes) : (headText(bytes, false) ?? new TextDecoder('gb18030').decode(bytes))
}

/** The size of an entry beyond 4 GiB. */
function longSize(extra: DataView): number | null {
  for (let at = 0; at + 4 <= extra.byteLength; ) {
    const length = extra.getUint16(at + 2, true)
    if (extra.getUint16(at, true) === 1 && length >= 8 && at + 12 <= extra.byteLength) return long(extra, at + 4)
    at += 4 + length
  }
  return null
}

export function entriesIn(directory: Uint8Array, max: number): ZipEntry[] {
  const view = viewOf(directory)
  const entries: ZipEntry[] = []
  let at = 0
  while (entries.length < max && at + entryBytes <= view.byteLength && view.getUint32(at, true) === signatures.entry) {
    const [flags, size] = [view.getUint16(at + 8, true), view.getUint32(at + 24, true)]
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ]
    const next = at + entryBytes + nameBytes + extraBytes + commentBytes
    if (next > view.byteLength) break
    const nameAt = at + entryBytes
    const name = nameOf(directory.subarray(nameAt, nameAt + nameBytes), flags)
    const extra = viewOf(directory.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes))
    entries.push({
      name,
      size: size === full32 ? (longSize(extra) ?? size) : size,
      isFolder: /[/\\]$/.test(name),
      isLocked: (flags & isEncrypted) !== 0,
      packed: { at: view.getUint32(at + 42, true), bytes: view.getUint32(at + 20, true), method: view.getUint16(at + 10, true) },
    })
    at = next
  }
  return entries
}

/** null: no zip, or one of which the end is missing. */
export async function readZip(read: Read, size: number): Promise<ZipList | null> {
  const directory = size >= endBytes ? await findDirectory(read, size) : null
  if (!directory) return null
  const { at, bytes, total } = directory
  const entries = entriesIn(await read(at, at + Math.min(bytes, maxDirectoryBytes)), previewEntries)
  return entries.length > 0 || total === 0 ? { entries, total } : null
}
