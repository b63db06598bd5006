/**
 * Gathers sealed bytes to large writes in buffers that are used again and again.
 *
 * What the cipher gives out lives only until it is copied, and its memory is the next step's again (free-bytes.ts): held until their
 * write is over, the pieces of all writes would take turns in memory that no cache holds (docs/decisions/017, 083).
 */
const LARGE_BYTES = 1024 * 1024
const SMALL_BYTES = 64 * 1024
/** From this many regions on each gathers less, so that a thousand slow lines hold 64 MiB and not a thousand. */
const MANY_REGIONS = 32
/** So many buffers of a size stay for the next. */
const SPARE_BUFFERS = 16

const spare: Record<number, Buffer[]> = { [LARGE_BYTES]: [], [SMALL_BYTES]: [] }
let regionsOpen = 0

export type Gather = ReturnType<typeof openGather>
type Write = (buffer: Buffer, bytes: number) => void

/** One region's gathering; `write` takes a buffer over and gives it back. */
export function openGather() {
  let buffer: Buffer | undefined
  let filled = 0
  regionsOpen++
  const end = (write: Write) => {
    if (buffer && filled > 0) write(buffer, filled)
    else if (buffer) releaseBuffer(buffer)
    buffer = undefined
    filled = 0
  }
  return {
    add: (bytes: Buffer, write: Write) => {
      for (let at = 0; at < bytes.length; ) {
        buffer ??= takeBuffer()
        const copied = bytes.copy(buffer, filled, at)
        at += copied
        filled += copied
        if (filled === buffer.length) end(write)
      }
    },
    /** Writes what there is. */
    end,
    close: () => {
      regionsOpen--
      end(releaseBuffer)
    },
  }
}

function takeBuffer(): Buffer {
  const bytes = regionsOpen < MANY_REGIONS ? LARGE_BYTES : SMALL_BYTES
  return spare[bytes]!.pop() ?? Buffer.allocUnsafeSlow(bytes)
}

export function releaseBuffer(buffer: Buffer): void {
  const buffers = spare[buffer.length]!
  if (buffers.length < SPARE_BUFFERS) buffers.push(buffer)
}
