/** How large a part should be: U1's floor by connection, the blob's need, and growth on a good line. Sizes in bytes. */
import { parts } from '../limits.ts'

export type Connection = keyof typeof parts.floorBytes

export const isConnection = (word: unknown): word is Connection =>
  typeof word === 'string' && Object.hasOwn(parts.floorBytes, word)

/** The size to begin with; `minPartBytes` is the storage's own minimum. */
export function firstPartBytes(blobBytes: number, connection: Connection = '4g', minPartBytes = 0): number {
  return Math.max(parts.floorBytes[connection], minPartBytes, Math.ceil(blobBytes / parts.perBlob))
}

/** The size after `attempt` failed tries of one part (U1): never above what it was, never below the blob's need. */
export function partBytesAfterTries(current: number, attempt: number, minBytes: number): number {
  const cap = attempt > 5 ? parts.afterFifthTryBytes : attempt > 3 ? parts.afterThirdTryBytes : current
  return Math.max(Math.min(current, cap), minBytes)
}

/** The next size on a line that carried `bytes` in `seconds`: towards two seconds a part, at most doubling, at most 16 MiB. */
export function grownPartBytes(current: number, bytes: number, seconds: number, minBytes: number): number {
  const wanted = (bytes / Math.max(seconds, 0.001)) * parts.targetSeconds
  const step = Math.min(Math.max(wanted, current / 2), current * 2)
  const whole = 64 * 1024
  return Math.max(minBytes, Math.min(Math.max(parts.grownBytes, minBytes), Math.floor(step / whole) * whole || whole))
}

/** Parallel parts after so many errors in a row (U2). */
export const parallelParts = (errors: number): number => (errors >= 5 ? 2 : errors >= 3 ? 3 : parts.parallel)
