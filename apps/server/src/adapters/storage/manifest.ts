/** The seal over which attempts make up a finished blob: a dropped, swapped or older attempt no longer fits it. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Attempt, BlobKey } from './storage.ts'

type Sealed = Pick<Attempt, 'offset' | 'length' | 'header'>

/** 32 bytes over blob, size and the attempts in order; each header commits to its key and salt, and has the tags of what lies there plain. */
export function manifestMac({ blobId, dek }: BlobKey, size: number, attempts: readonly Sealed[]): Buffer {
  const key = Buffer.from(hkdfSync('sha512', dek, Buffer.alloc(0), 'sampan manifest', 32))
  const mac = createHmac('sha256', key).update(`${blobId}\0${size}\0${attempts.length}\0`)
  for (const { offset, length, header } of attempts) mac.update(`${offset}\0${length}\0${header.length}\0`).update(header)
  return mac.digest()
}

export function manifestFits(blob: BlobKey, size: number, attempts: readonly Sealed[], mac: Buffer): boolean {
  const expected = manifestMac(blob, size, attempts)
  return mac.length === expected.length && timingSafeEqual(mac, expected)
}
