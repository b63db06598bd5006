/** Files out of a zip, by what they really unpack to: what the archive says of their sizes is believed by nobody. */
import { Unreadable } from './holder.ts'
import type { Packed } from './zip-directory.ts'

export type Unpacked = { bytes: Uint8Array<ArrayBuffer>; isCut: boolean }

const local = { signature: 0x04034b50, bytes: 30 } as const
const methods = { stored: 0, deflated: 8 } as const

/** The beginning of it, `maxBytes` at most. */
export async function unpack(zip: Uint8Array<ArrayBuffer>, { at, bytes, method }: Packed, maxBytes: number): Promise<Unpacked> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  if (at + local.bytes > zip.length || view.getUint32(at, true) !== local.signature) throw new Unreadable()
  const from = at + local.bytes + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const packed = zip.subarray(from, from + bytes)
  if (method === methods.stored) return { bytes: packed.slice(0, maxBytes), isCut: packed.length > maxBytes }
  if (method !== methods.deflated) throw new Unreadable()
  return inflate(packed, maxBytes)
}

async function inflate(packed: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Unpacked> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let total = 0
  for (;;) {
    const { value } = await reader.read().catch(() => {
      throw new Unreadable()
    })
    if (!value) break
    chunks.push(value.subarray(0, maxBytes - total))
    total += value.length
    if (total > maxBytes) {
      await reader.cancel()
      break
    }
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), isCut: total > maxBytes }
}

/** A zip of files as they are, for who reads nothing else. */
export async function packed(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<ArrayBuffer> {
  const [heads, entries]: [Uint8Array<ArrayBuffer>[], Uint8Array<ArrayBuffer>[]] = [[], []]
  let at = 0
  for (const [name, bytes] of files) {
    const text = new TextEncoder().encode(name)
    heads.push(headOf(local.signature, 30, text, bytes.length, null), bytes)
    entries.push(headOf(0x02014b50, 46, text, bytes.length, at))
    at += local.bytes + text.length + bytes.length
  }
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  for (const place of [8, 10]) end.setUint16(place, files.size, true)
  end.setUint32(
    12,
    entries.reduce((sum, { length }) => sum + length, 0),
    true,
  )
  end.setUint32(16, at, true)
  return new Blob([...heads, ...entries, end.buffer]).arrayBuffer()
}

/** Of an entry at its place, or with its place in the list of all: there the same fields stand two bytes later. */
function headOf(signature: number, length: number, name: Uint8Array, size: number, at: number | null): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length + name.length)
  const view = new DataView(bytes.buffer)
  const later = at === null ? 0 : 2
  view.setUint32(0, signature, true)
  view.setUint16(6 + later, 0x800, true)
  for (const place of [18, 22]) view.setUint32(place + later, size, true)
  view.setUint16(26 + later, name.length, true)
  if (at !== null) view.setUint32(42, at, true)
  bytes.set(name, length)
  return bytes
}
