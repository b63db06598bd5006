/** A zip without compression, as small programs write it. Names are bytes, or UTF-8. */
import { crc32 } from 'node:zlib'

type Entry = [name: string | Buffer, bytes: string | Buffer]

const isUtf8 = 0x800

export function storeZip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [given, content] of entries) {
    const [name, bytes] = [Buffer.from(given as string), Buffer.from(content as string)]
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(typeof given === 'string' ? isUtf8 : 0, 2)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(bytes.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('504b01021400', 'hex'), shared, rest, name)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), shared, name, bytes])
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}
