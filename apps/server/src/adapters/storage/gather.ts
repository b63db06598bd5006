/**
 * Gathers sealed bytes to large writes in rooms that are used again and again.
 *
 * What the cipher gives out lives only until it is copied: it is young garbage. Held until its write is over it would be old, and
 * the collector would mark the whole heap for every 64 MiB received: that cost as much as receiving itself (docs/decisions/017).
 */
const LARGE_BYTES = 1024 * 1024
const SMALL_BYTES = 64 * 1024
/** From this many regions on each gathers less, so that a thousand slow lines hold 64 MiB and not a thousand. */
const MANY_REGIONS = 32
/** So many rooms of a size stay for the next. */
const SPARE_ROOMS = 16

const spare: Record<number, Buffer[]> = { [LARGE_BYTES]: [], [SMALL_BYTES]: [] }
let regionsOpen = 0

export type Gather = ReturnType<typeof openGather>
type Write = (room: Buffer, bytes: number) => void

/** One region's gathering; `write` takes a room over and gives it back. */
export function openGather() {
  let room: Buffer | undefined
  let filled = 0
  regionsOpen++
  const end = (write: Write) => {
    if (room && filled > 0) write(room, filled)
    else if (room) giveBackRoom(room)
    room = undefined
    filled = 0
  }
  return {
    add: (bytes: Buffer, write: Write) => {
      for (let at = 0; at < bytes.length; ) {
        room ??= takeRoom()
        const copied = bytes.copy(room, filled, at)
        at += copied
        filled += copied
        if (filled === room.length) end(write)
      }
    },
    /** Writes what there is. */
    end,
    close: () => {
      regionsOpen--
      end(giveBackRoom)
    },
  }
}

function takeRoom(): Buffer {
  const bytes = regionsOpen < MANY_REGIONS ? LARGE_BYTES : SMALL_BYTES
  return spare[bytes]!.pop() ?? Buffer.allocUnsafeSlow(bytes)
}

export function giveBackRoom(room: Buffer): void {
  const rooms = spare[room.length]!
  if (rooms.length < SPARE_ROOMS) rooms.push(room)
}
