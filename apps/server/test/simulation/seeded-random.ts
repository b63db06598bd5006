/**
 * Everything that is drawn by chance in a history comes from its seed: ids, salts and keys of the product too. Stands in the place of
 * node:crypto, and so imports nothing that imports it.
 */
import type * as crypto from 'node:crypto'
import { vi } from 'vitest'

let state = 0

function next(): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

export function seedRandomness(seed: string): void {
  state = [...`product ${seed}`].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261)
  vi.spyOn(Math, 'random').mockImplementation(next)
  vi.spyOn(globalThis.crypto, 'randomUUID').mockImplementation(seededUuid)
}

const randomBytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => Math.floor(next() * 256)))

export function seededUuid(): crypto.UUID {
  const hex = randomBytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}` as crypto.UUID
}

const randomInt = (first: number, below?: number): number => {
  const min = below === undefined ? 0 : first
  return min + Math.floor(next() * ((below ?? first) - min))
}

/** In the place of node:crypto. */
export function seededCrypto(real: typeof crypto) {
  const made = { ...real, randomUUID: seededUuid, randomBytes, randomInt }
  return { ...made, default: made }
}
