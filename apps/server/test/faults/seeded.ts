/** Chance and contents that come out the same for the same seed, so that what failed can be played again. */
import { createCipheriv, createHash } from 'node:crypto'

export type Chance = {
  /** From 0 to below 1. */
  next: () => number
  /** A whole number from `least` to `most`, both included. */
  whole: (min: number, max: number) => number
  pick: <T>(list: readonly T[]) => T
  happens: (probability: number) => boolean
  shuffle: <T>(list: readonly T[]) => T[]
}

/** mulberry32: small, and good enough to choose what happens next. */
export function chanceOf(seed: string): Chance {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    pick: (list) => list[whole(0, list.length - 1)]!,
    happens: (probability) => next() < probability,
    shuffle: (list) => {
      const mixed = [...list]
      for (let at = mixed.length - 1; at > 0; at--) {
        const other = whole(0, at)
        const kept = mixed[at]!
        mixed[at] = mixed[other]!
        mixed[other] = kept
      }
      return mixed
    },
  }
}

const blockBytes = 16

/** Bytes [from, to) of an endless random content: the key stream of AES in counter mode, so that any range is had at once. */
export function contentOf(seed: string, from: number, to: number): Buffer {
  const key = createHash('sha256').update(seed).digest()
  const first = Math.floor(from / blockBytes)
  const counter = Buffer.alloc(blockBytes)
  counter.writeBigUInt64BE(BigInt(first), 8)
  const stream = createCipheriv('aes-256-ctr', key, counter)
  const skipped = from - first * blockBytes
  return stream.update(Buffer.alloc(to - from + skipped)).subarray(skipped)
}
