/** Seals a source and writes it to one region of a file: gathered to large writes, a few of them in flight. */
import type { FileHandle } from 'node:fs/promises'
import { type AttemptKeys, sealer } from './segments.ts'
import { WrongLength } from './storage.ts'

const MAX_IN_FLIGHT = 4
const MAX_BUFFERS = 512
const GATHER_MAX = 1024 * 1024
const GATHER_MIN = 64 * 1024
/** What all regions together may hold gathered: many slow lines gather less each. */
const GATHER_BUDGET = 64 * 1024 * 1024
let regionsOpen = 0

/** Resolves or rejects only when nothing writes to the region any more. */
export async function writeRegion(file: FileHandle, position: number, keys: AttemptKeys, source: AsyncIterable<Uint8Array>) {
  const writes = writesInFlight(file, position)
  const seal = sealer(keys)
  let left = keys.length
  let batch: Buffer[] = []
  let batchBytes = 0
  regionsOpen++
  try {
    for await (const chunk of source) {
      left -= chunk.length
      if (left < 0) throw new WrongLength(`More than the ${keys.length} bytes announced`)
      batchBytes += seal(chunk, batch)
      if (batchBytes < gatherBytes() && batch.length < MAX_BUFFERS) continue
      await writes.add(batch, batchBytes)
      batch = []
      batchBytes = 0
    }
    if (left > 0) throw new WrongLength(`${left} of the ${keys.length} bytes announced are missing`)
    await writes.add(batch, batchBytes)
  } finally {
    regionsOpen--
    await writes.settled()
  }
  writes.check()
}

const gatherBytes = () => Math.max(GATHER_MIN, Math.min(GATHER_MAX, GATHER_BUDGET / regionsOpen))

function writesInFlight(file: FileHandle, position: number) {
  const inFlight = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  let next = position
  const check = () => {
    if (failure) throw failure.error
  }
  return {
    check,
    settled: () => Promise.all(inFlight),
    /** Starts a write behind the last one; waits while too many are under way. */
    async add(buffers: Buffer[], bytes: number) {
      check()
      if (bytes === 0) return
      const write: Promise<void> = writeAll(file, buffers, next, bytes)
        .catch((error) => {
          failure ??= { error }
        })
        .finally(() => inFlight.delete(write))
      inFlight.add(write)
      next += bytes
      if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight)
      check()
    },
  }
}

/** One pwritev, and more only when the system took less than all (a nearly full disk). */
async function writeAll(file: FileHandle, buffers: Buffer[], position: number, bytes: number) {
  let { bytesWritten } = await file.writev(buffers, position)
  if (bytesWritten === bytes) return
  const all = Buffer.concat(buffers)
  while (bytesWritten < bytes)
    bytesWritten += (await file.write(all, bytesWritten, bytes - bytesWritten, position + bytesWritten)).bytesWritten
}
