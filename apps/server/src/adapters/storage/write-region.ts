/**
 * Encodes a source and writes it to one region of a file: gathered to large writes, a few of them in flight. By events: a promise or
 * a generator's turn for each chunk of the network costs more than the encryption of its bytes.
 */
import type { FileHandle } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type Encode, WrongLength } from './byte-store.ts'
import { freeBytes } from './free-bytes.ts'
import { type Gather, openGather, releaseBuffer } from './gather.ts'

const MAX_IN_FLIGHT = 2

/** Resolves or rejects only when nothing writes to the region of so many bytes any more. */
export async function writeRegion(file: FileHandle, position: number, bytes: number, source: Readable, encode: Encode) {
  const writes = writesInFlight(file, position)
  const open = openGather()
  try {
    await takeAll(source, bytes, encode, writes, open)
  } finally {
    await writes.settled()
    open.close()
  }
  writes.check()
}

type Writes = ReturnType<typeof writesInFlight>

function takeAll(source: Readable, bytes: number, encode: Encode, writes: Writes, gather: Gather): Promise<void> {
  let left = bytes
  const write = (buffer: Buffer, filled: number) => writes.add(buffer, filled)
  const encoder = encode((encoded) => {
    left -= encoded.length
    if (left < 0) throw new WrongLength(`More than the ${bytes} bytes announced`)
    gather.add(encoded, write)
  })
  return flow(source, writes, encoder.take, () => {
    encoder.end()
    if (left > 0) throw new WrongLength(`${left} of the ${bytes} bytes announced are missing`)
    gather.end(write)
  })
}

/** Hands every chunk to `take`, then calls `end`; waits with the source while too many writes are under way. */
function flow(source: Readable, writes: Writes, take: (chunk: Buffer) => void, end: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: unknown) => {
      source.off('data', onData).off('end', onEnd).off('close', onClose).off('error', done)
      // What else comes goes nowhere: an answer may be on its way to who sends it, and a late error is nobody's.
      source.on('error', () => {}).resume()
      if (error) reject(error)
      else resolve()
    }
    const onData = (chunk: Buffer) => {
      try {
        take(chunk)
        if (source instanceof IncomingMessage) freeBytes(chunk)
      } catch (error) {
        return done(error)
      }
      if (writes.areMany()) {
        source.pause()
        void writes.fewer().then(() => (writes.failed() ? done(writes.failed()!.error) : source.resume()))
      }
    }
    const onEnd = () => {
      try {
        end()
        done()
      } catch (error) {
        done(error)
      }
    }
    const onClose = () => done(Object.assign(new Error('The source broke off'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
    if (source.destroyed) return onClose()
    source.on('data', onData).on('end', onEnd).on('close', onClose).on('error', done)
  })
}

function writesInFlight(file: FileHandle, position: number) {
  const inFlight = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  let next = position
  return {
    failed: () => failure,
    check: () => {
      if (failure) throw failure.error
    },
    areMany: () => inFlight.size >= MAX_IN_FLIGHT || failure !== undefined,
    /** Once at least one of them is over. */
    fewer: () => Promise.race([...inFlight, ...(failure ? [Promise.resolve()] : [])]),
    settled: () => Promise.all(inFlight),
    /** Starts a write behind the last one; the buffer is released behind it. */
    add: (buffer: Buffer, bytes: number) => {
      const write: Promise<void> = writeAll(file, buffer, bytes, next)
        .catch((error) => {
          failure ??= { error }
        })
        .finally(() => {
          inFlight.delete(write)
          releaseBuffer(buffer)
        })
      inFlight.add(write)
      next += bytes
    },
  }
}

/** One pwrite, and more only when the system took less than all (a nearly full disk). */
async function writeAll(file: FileHandle, buffer: Buffer, bytes: number, position: number) {
  for (let at = 0; at < bytes; ) at += (await file.write(buffer, at, bytes - at, position + at)).bytesWritten
}
