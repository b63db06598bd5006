/**
 * One file at rest under a key of its own: salt, then AES-256-GCM segments, each bound to its place and to whether it is the last. Cut,
 * swapped or changed, it does not open; whoever has the disk alone reads nothing.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 32
const TAG_BYTES = 16
const SEGMENT_BYTES = 64 * 1024

export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

type Seal = { secret: Buffer; name: string }

/** A new salt with every writing: no key ever seals two contents. */
const keyOf = ({ secret, name }: Seal, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha512', secret, salt, `sampan sealed file\0${name}`, 32))

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 8)
  return nonce
}

export type SealedWriter = { write: (bytes: Buffer) => Promise<void>; end: () => Promise<void>; giveUp: () => Promise<void> }

/** After `end` all of it is on the disk. */
export async function writeSealed(path: string, seal: Seal): Promise<SealedWriter> {
  const file = await open(path, 'w', 0o600)
  const salt = randomBytes(SALT_BYTES)
  const key = keyOf(seal, salt)
  let waiting = Buffer.alloc(0)
  let index = 0
  await file.writeFile(salt)
  const put = async (plain: Buffer, isLast: boolean): Promise<void> => {
    const cipher = createCipheriv(CIPHER, key, nonceOf(index++), { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.of(isLast ? 1 : 0))
    await file.writeFile(Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]))
  }
  return {
    write: async (bytes) => {
      waiting = Buffer.concat([waiting, bytes])
      // The last one is known only at the end: a whole segment waits for what follows it.
      for (; waiting.length > SEGMENT_BYTES; waiting = waiting.subarray(SEGMENT_BYTES))
        await put(waiting.subarray(0, SEGMENT_BYTES), false)
    },
    end: async () => {
      await put(waiting, true)
      await file.sync()
      await file.close()
    },
    giveUp: () => file.close(),
  }
}

/** How many plain bytes a file of so many holds. */
const plainBytes = (bytes: number): number => {
  const sealed = bytes - SALT_BYTES
  return sealed - TAG_BYTES * Math.ceil(sealed / (SEGMENT_BYTES + TAG_BYTES))
}

/** Rejects with ENOENT where there is none; the generator throws DamagedFile before a wrong byte leaves. */
export async function readSealed(path: string, seal: Seal): Promise<{ size: number; bytes: AsyncGenerator<Buffer> }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const salt = await readAt(file, 0, SALT_BYTES)
    return { size: plainBytes(size), bytes: segments(file, size, keyOf(seal, salt)) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new DamagedFile('It ends too early')
  return buffer
}

async function* segments(file: FileHandle, size: number, key: Buffer): AsyncGenerator<Buffer> {
  try {
    let index = 0
    for (let at = SALT_BYTES; at < size; index++) {
      const length = Math.min(SEGMENT_BYTES + TAG_BYTES, size - at)
      if (length < TAG_BYTES) throw new DamagedFile('It ends too early')
      const sealed = await readAt(file, at, length)
      at += length
      yield opened(sealed, key, index, at === size)
    }
  } finally {
    await file.close()
  }
}

function opened(sealed: Buffer, key: Buffer, index: number, isLast: boolean): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(index), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.of(isLast ? 1 : 0))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new DamagedFile(`Segment ${index} does not verify`)
  }
}
