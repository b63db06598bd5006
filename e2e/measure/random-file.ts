/** A file that nothing can compress, with its SHA-256. */
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mebibyte } from './processes.ts'

export function makeRandom(file: string, sizeMib: number): string {
  const handle = openSync(file, 'w')
  const hash = createHash('sha256')
  for (let at = 0; at < sizeMib; at += 16) {
    const bytes = randomBytes(Math.min(16, sizeMib - at) * mebibyte)
    hash.update(bytes)
    writeSync(handle, bytes)
  }
  closeSync(handle)
  return hash.digest('hex')
}
