/** The records of a zip file (PKWARE's APPNOTE 6.3), byte by byte. */

export type ZipMeta = { name: string; size: number; crc32: number; modifiedAt: Date }

const U16 = 0xffff
const U32 = 0xffffffff
const UTF8_NAMES = 1 << 11
const VERSION_PLAIN = 20
const VERSION_ZIP64 = 45
const MADE_ON_UNIX = (3 << 8) | VERSION_ZIP64
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const TIME_EXTRA_BYTES = 9
const FILE_MODE = 0o100644
const FOLDER_MODE = 0o040755
const DOS_FOLDER = 0x10

const isBig = ({ size }: ZipMeta) => size >= U32
const zip64Bytes = (numbers: number) => (numbers === 0 ? 0 : 4 + 8 * numbers)

export const localBytes = (entry: ZipMeta) =>
  LOCAL_BYTES + Buffer.byteLength(entry.name) + TIME_EXTRA_BYTES + zip64Bytes(isBig(entry) ? 2 : 0)

/** In front of each file's bytes. */
export function localHeader(entry: ZipMeta): Buffer {
  const name = Buffer.from(entry.name)
  const extra = extraFields(entry, isBig(entry) ? [entry.size, entry.size] : [])
  const header = Buffer.alloc(LOCAL_BYTES)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(isBig(entry) ? VERSION_ZIP64 : VERSION_PLAIN, 4)
  writeMeta(header, 6, entry)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

const centralNumbers = (entry: ZipMeta, offset: number) => [
  ...(isBig(entry) ? [entry.size, entry.size] : []),
  ...(offset >= U32 ? [offset] : []),
]

export const centralBytes = (entry: ZipMeta, offset: number) =>
  CENTRAL_BYTES + Buffer.byteLength(entry.name) + TIME_EXTRA_BYTES + zip64Bytes(centralNumbers(entry, offset).length)

/** In the directory at the end; `offset` is where the local header begins. */
export function centralHeader(entry: ZipMeta, offset: number): Buffer {
  const name = Buffer.from(entry.name)
  const numbers = centralNumbers(entry, offset)
  const extra = extraFields(entry, numbers)
  const isFolder = entry.name.endsWith('/')
  const header = Buffer.alloc(CENTRAL_BYTES)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(MADE_ON_UNIX, 4)
  header.writeUInt16LE(numbers.length > 0 ? VERSION_ZIP64 : VERSION_PLAIN, 6)
  writeMeta(header, 8, entry)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt16LE(isFolder ? FOLDER_MODE : FILE_MODE, 40)
  header.writeUInt8(isFolder ? DOS_FOLDER : 0, 38)
  header.writeUInt32LE(Math.min(offset, U32), 42)
  return Buffer.concat([header, name, extra])
}

/** The end of the directory, with Zip64's in front when a number does not fit. */
export function endRecords(entries: number, start: number, bytes: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, U16), 8)
  end.writeUInt16LE(Math.min(entries, U16), 10)
  end.writeUInt32LE(Math.min(bytes, U32), 12)
  end.writeUInt32LE(Math.min(start, U32), 16)
  if (entries < U16 && bytes < U32 && start < U32) return end
  const zip64 = Buffer.alloc(76)
  zip64.writeUInt32LE(0x06064b50, 0)
  zip64.writeBigUInt64LE(44n, 4)
  zip64.writeUInt16LE(MADE_ON_UNIX, 12)
  zip64.writeUInt16LE(VERSION_ZIP64, 14)
  writeNumbers(zip64, 24, [entries, entries, bytes, start])
  zip64.writeUInt32LE(0x07064b50, 56)
  zip64.writeBigUInt64LE(BigInt(start + bytes), 64)
  zip64.writeUInt32LE(1, 72)
  return Buffer.concat([zip64, end])
}

/** What both headers hold alike: flags, method 0 (stored), time, date, sum, sizes. */
function writeMeta(header: Buffer, at: number, entry: ZipMeta) {
  const { time, date } = dosTime(entry.modifiedAt)
  header.writeUInt16LE(UTF8_NAMES, at)
  header.writeUInt16LE(time, at + 4)
  header.writeUInt16LE(date, at + 6)
  header.writeUInt32LE(entry.crc32 >>> 0, at + 8)
  header.writeUInt32LE(Math.min(entry.size, U32), at + 12)
  header.writeUInt32LE(Math.min(entry.size, U32), at + 16)
}

/** The time in Unix seconds (0x5455), which unlike the DOS time says its zone, and what Zip64 has to say. */
function extraFields(entry: ZipMeta, numbers: number[]): Buffer {
  const extra = Buffer.alloc(TIME_EXTRA_BYTES + zip64Bytes(numbers.length))
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(TIME_EXTRA_BYTES - 4, 2)
  extra.writeUInt8(1, 4)
  const seconds = Math.floor(entry.modifiedAt.getTime() / 1000) || 0
  extra.writeInt32LE(Math.max(-(2 ** 31), Math.min(seconds, 2 ** 31 - 1)), 5)
  if (numbers.length === 0) return extra
  extra.writeUInt16LE(1, TIME_EXTRA_BYTES)
  extra.writeUInt16LE(8 * numbers.length, TIME_EXTRA_BYTES + 2)
  writeNumbers(extra, TIME_EXTRA_BYTES + 4, numbers)
  return extra
}

function writeNumbers(into: Buffer, at: number, numbers: number[]) {
  for (const [i, value] of numbers.entries()) into.writeBigUInt64LE(BigInt(value), at + 8 * i)
}

const DOS_FIRST = Date.UTC(1980, 0, 1)
const DOS_LAST = Date.UTC(2107, 11, 31, 23, 59, 58)

function dosTime(at: Date) {
  const day = new Date(Math.max(DOS_FIRST, Math.min(at.getTime() || 0, DOS_LAST)))
  return {
    time: (day.getUTCHours() << 11) | (day.getUTCMinutes() << 5) | (day.getUTCSeconds() >> 1),
    date: ((day.getUTCFullYear() - 1980) << 9) | ((day.getUTCMonth() + 1) << 5) | day.getUTCDate(),
  }
}
