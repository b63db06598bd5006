/** What the server and a process that renders say to each other: a line of JSON and bytes, with the length of both before them. */
import type { Readable } from 'node:stream'

export type Frame = { head: unknown; body: Buffer }
/** What the one who reads takes at most: the other may have been taken over. */
export type FrameLimits = { headBytes: number; bodyBytes: number }

const lengthBytes = 8

export function frameOf(head: unknown, body: readonly Uint8Array[] = []): Buffer[] {
  const text = Buffer.from(JSON.stringify(head))
  const lengths = Buffer.alloc(lengthBytes)
  lengths.writeUInt32LE(text.length, 0)
  lengths.writeUInt32LE(
    body.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  return [lengths, text, ...body.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))]
}

/** Until the stream ends; throws where a frame is larger than its limits, or none. */
export async function* readFrames(stream: Readable, limits: FrameLimits): AsyncGenerator<Frame> {
  const read = readerOf(stream)
  for (;;) {
    const lengths = await read(lengthBytes)
    if (!lengths) return
    const [headBytes, bodyBytes] = [lengths.readUInt32LE(0), lengths.readUInt32LE(4)]
    if (headBytes > limits.headBytes || bodyBytes > limits.bodyBytes) throw new Error('a frame is too large')
    const [head, body] = [await read(headBytes), await read(bodyBytes)]
    if (!head || !body) return
    yield { head: JSON.parse(head.toString('utf8')), body }
  }
}

/** Reads so many bytes; null where the stream ends before. */
function readerOf(stream: Readable): (bytes: number) => Promise<Buffer | null> {
  const chunks = stream[Symbol.asyncIterator]()
  let held: Buffer[] = []
  let heldBytes = 0
  return async (bytes) => {
    while (heldBytes < bytes) {
      const { value, done } = await chunks.next()
      if (done) return null
      held.push(value)
      heldBytes += value.length
    }
    const all = Buffer.concat(held, heldBytes)
    held = heldBytes > bytes ? [all.subarray(bytes)] : []
    heldBytes -= bytes
    return all.subarray(0, bytes)
  }
}
