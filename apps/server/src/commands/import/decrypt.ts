/**
 * Files that Palmr kept encrypted in a folder (its ENCRYPTION_KEY): AES-256-CBC under a key that scrypt makes of that text, the first 16
 * bytes being the initial vector. Any range is read without what is before it.
 */
import { createDecipheriv, scryptSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'

const block = 16
/** As Palmr has it for every installation. */
const salt = 'salt'

export const palmrKey = (text: string): Buffer => scryptSync(text, salt, 32)

/** What a file of so many bytes takes there; at least one byte of filling comes last. */
export const sealedSize = (size: number): number => block + (Math.floor(size / block) + 1) * block

const decipher = (key: Buffer, vector: Buffer) => createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false)

/** Each block is told by the one before it; the filling says how long it is itself, which a wrong key gets right by chance at best. */
export async function isKeyOf(key: Buffer, path: string, size: number): Promise<boolean> {
  const file = await open(path)
  try {
    const end = Buffer.alloc(2 * block)
    await file.read(end, 0, end.length, sealedSize(size) - end.length)
    const last = decipher(key, end.subarray(0, block)).update(end.subarray(block))
    const filling = block - (size % block)
    return last.subarray(block - filling).every((byte) => byte === filling)
  } finally {
    await file.close()
  }
}

/** Plain bytes [from, to). */
export const decrypted = (key: Buffer, path: string, from: number, to: number): Readable =>
  Readable.from(plainBytes(key, path, from, to), { objectMode: false })

async function* plainBytes(key: Buffer, path: string, from: number, to: number): AsyncGenerator<Buffer> {
  const first = Math.floor(from / block)
  const start = first * block
  // With the block before, whose bytes are the vector.
  const source = createReadStream(path, { start, end: block + Math.ceil(to / block) * block - 1 })
  let vector = Buffer.alloc(0)
  let cipher: ReturnType<typeof decipher> | undefined
  let at = start
  for await (const chunk of source as AsyncIterable<Buffer>) {
    let rest = chunk
    if (!cipher) {
      vector = Buffer.concat([vector, rest])
      if (vector.length < block) continue
      cipher = decipher(key, vector.subarray(0, block))
      rest = vector.subarray(block)
    }
    const plain = cipher.update(rest)
    const wanted = plain.subarray(Math.max(0, from - at), Math.max(0, to - at))
    at += plain.length
    if (wanted.length > 0) yield wanted
  }
}
