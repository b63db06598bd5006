/** What kind of picture some bytes are, and how large: by the bytes alone, never by what a name or a header says. */
export type PictureKind = 'png' | 'jpeg' | 'webp'
export type Picture = { kind: PictureKind; width: number; height: number }

/** Null for what is none of the three, or breaks off before it has told its size. */
export function pictureOf(bytes: Buffer): Picture | null {
  try {
    return png(bytes) ?? jpeg(bytes) ?? webp(bytes)
  } catch (error) {
    // Reads beyond the end: it is cut.
    if (error instanceof RangeError) return null
    throw error
  }
}

const pngHead = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')

function png(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, pngHead.length).equals(pngHead)) return null
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Every "start of frame" but the three codes among them that are something else. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** TEM, restarts, another beginning, the end, and what no standard knows. */
const isAlone = (marker: number): boolean => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)

function jpeg(bytes: Buffer): Picture | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    // Has no length: what follows is read otherwise by those who decode it.
    if (isAlone(marker)) return null
    if (isFrame(marker)) return { kind: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // A fill byte in front of a marker; else the segment with its length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function webp(bytes: Buffer): Picture | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const sized = (width: number, height: number): Picture => ({ kind: 'webp', width, height })
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return sized((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    default:
      return null
  }
}
