/** The files of a stored zip by its central directory, each held against its CRC-32. Throws where anything does not fit. */
import { crc32 } from 'node:zlib'

const directoryEnd = 0x06054b50
const directoryEntry = 0x02014b50
const localEntry = 0x04034b50

function expectSignature(zip: Buffer, at: number, signature: number): void {
  if (zip.readUInt32LE(at) !== signature) throw new Error(`No ${signature.toString(16)} in the zip at ${at}`)
}

function bytesAt(zip: Buffer, at: number, size: number): Buffer {
  expectSignature(zip, at, localEntry)
  const begin = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  return zip.subarray(begin, begin + size)
}

export function filesInZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.length - 22
  expectSignature(zip, end, directoryEnd)
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expectSignature(zip, at, directoryEntry)
    const [nameLength, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const bytes = bytesAt(zip, zip.readUInt32LE(at + 42), zip.readUInt32LE(at + 24))
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} does not fit its CRC-32`)
    files.set(name, bytes)
    at += 46 + nameLength + extra + comment
  }
  return files
}
