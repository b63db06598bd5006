/** Reads a stored zip by its central directory, as any program does: path -> bytes; folders have null. */
const signature = { end: 0x06054b50, entry: 0x02014b50 }

export function unzip(zip: Buffer): Map<string, Buffer | null> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || zip.readUInt32LE(end) !== signature.end) throw new Error('not a zip')
  const entries = new Map<string, Buffer | null>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== signature.entry || zip.readUInt16LE(at + 10) !== 0) throw new Error('not a stored entry')
    const [size, nameBytes, extra, comment, local] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    entries.set(name, name.endsWith('/') ? null : zip.subarray(start, start + size))
    at += 46 + nameBytes + extra + comment
  }
  return entries
}
