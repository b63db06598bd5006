/** CRC-32 as in zip and zlib, sixteen bytes a step, read as four little-endian words (every browser's machine is one). */
const stepBytes = 16

/** The CRC of a byte with so many zeros behind it stands at zeros * 256 + byte; signed, as the engine's integers are. */
const table = (() => {
  const all = new Int32Array(stepBytes * 256)
  for (let byte = 0; byte < 256; byte++) {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    all[byte] = value
  }
  for (let at = 256; at < all.length; at++) {
    const before = all[at - 256]!
    all[at] = (before >>> 8) ^ all[before & 255]!
  }
  return all
})()

/** What a word adds; `place` is where the table of its last byte begins. */
const ofWord = (word: number, place: number): number =>
  table[place + 768 + (word & 255)]! ^
  table[place + 512 + ((word >>> 8) & 255)]! ^
  table[place + 256 + ((word >>> 16) & 255)]! ^
  table[place + (word >>> 24)]!

function byBytes(bytes: Uint8Array, from: number, to: number, before: number): number {
  let crc = before
  for (let at = from; at < to; at++) crc = (crc >>> 8) ^ table[(crc ^ bytes[at]!) & 255]!
  return crc
}

/** Continues `before`, the CRC of the bytes so far (0 at first); unsigned. */
export function crc32(bytes: Uint8Array, before = 0): number {
  if (bytes.length < 2 * stepBytes) return ~byBytes(bytes, 0, bytes.length, ~before) >>> 0
  // A word has to begin at a multiple of four.
  const start = -bytes.byteOffset & 3
  let crc = byBytes(bytes, 0, start, ~before)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, ((bytes.length - start) >>> 4) * 4)
  for (let at = 0; at < words.length; at += 4)
    crc = ofWord(words[at]! ^ crc, 3072) ^ ofWord(words[at + 1]!, 2048) ^ ofWord(words[at + 2]!, 1024) ^ ofWord(words[at + 3]!, 0)
  return ~byBytes(bytes, start + words.byteLength, bytes.length, crc) >>> 0
}
