/** Pictures of each kind, as small as their heads, and what looks like one. */
const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(60)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const jpeg = (width: number, height: number, frame = 0xc0): Buffer => {
  const size = Buffer.alloc(9)
  size.writeUInt16BE(17, 0)
  size.writeUInt8(8, 2)
  size.writeUInt16BE(height, 3)
  size.writeUInt16BE(width, 5)
  return Buffer.concat([Buffer.from('ffd8ffe000044a46ffdb000400ffff', 'hex'), Buffer.of(frame), size])
}
const webp = (chunk: string, put: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF', 0, 'latin1')
  bytes.write(`WEBP${chunk}`, 8, 'latin1')
  put(bytes)
  return bytes
}
const webpLossy = (width: number, height: number) =>
  webp('VP8 ', (bytes) => {
    bytes.writeUInt16LE(width, 26)
    bytes.writeUInt16LE(height, 28)
  })
const webpLossless = (width: number, height: number) =>
  webp('VP8L', (bytes) => bytes.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 21))
const webpExtended = (width: number, height: number) =>
  webp('VP8X', (bytes) => {
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
  })

/** Behind a marker without a length, which decoders pass over; who takes what follows for its length finds the other size. */
export const jpegOfTwoSizes = (width: number, height: number, realSide: number): Buffer => {
  const [said, real] = [jpeg(width, height), jpeg(realSide, realSide)]
  const skipped = Buffer.concat([Buffer.from('ffd8ff01', 'hex'), real.subarray(2)])
  const length = skipped.readUInt16BE(4)
  return Buffer.concat([skipped, Buffer.alloc(4 + length - skipped.length), said.subarray(2)])
}

export const made = { png, jpeg, webpLossy, webpLossless, webpExtended }
