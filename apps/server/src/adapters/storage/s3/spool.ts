/**
 * Sealed bytes on their way to the store wait on the local disk until they are whole: what is torn never reaches the store, a slow line
 * holds no request to it, and what it throttles can be sent again. The files have no name, so that a crash leaves none.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeFolder } from '../../../durable-folder.ts'
import type { Encode } from '../byte-store.ts'
import { writeRegion } from '../write-region.ts'

/** Hands over the file once all bytes are in it; it is gone afterwards. */
export async function spool<T>(
  folder: string,
  { bytes, source, encode }: { bytes: number; source: Readable; encode: Encode },
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await openNameless(folder).catch((error) => {
    // A body that nobody reads holds its connection.
    source.on('error', () => {}).resume()
    throw error
  })
  try {
    await writeRegion(file, 0, bytes, source, encode)
    return await use(file)
  } finally {
    await file.close()
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, randomBytes(12).toString('hex'))
  const file = await open(path, 'wx+', 0o600).catch(async (error) => {
    if (error.code !== 'ENOENT') throw error
    await makeFolder(folder)
    return open(path, 'wx+', 0o600)
  })
  await rm(path)
  return file
}

/** Fills the buffer from that place of the file on. */
export async function readWhole(file: FileHandle, position: number, into: Buffer): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await file.read(into, at, into.length - at, position + at)
    if (bytesRead === 0) throw new Error('The spooled file is shorter than what was written to it')
    at += bytesRead
  }
}

/** With less than this beside it the spool is what limits a store that has no limit. */
const enoughBytes = 10_000_000_000

/** Bytes that may still be written: Infinity while the spool has space. */
export async function spoolSpace(folder: string): Promise<number> {
  await makeFolder(folder)
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < enoughBytes ? bavail * bsize : Number.POSITIVE_INFINITY
}
