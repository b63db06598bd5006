/**
 * Gives the memory of bytes back at once. What a cipher or a parser hands out for each step is needed for that step alone; left to the
 * collector, megabytes of it lie about before each round, so that every step writes to memory that no cache holds any more, and V8 counts
 * all of it into the heap. Given back, the next step gets the same memory again (docs/decisions/083).
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Transfer = (this: ArrayBufferLike, newBytes: number) => ArrayBuffer

/** Node 20 has `transfer` only where a flag asks for it, and looks at the flag where it makes a context. */
function transferOf(): Transfer | undefined {
  const { transfer } = ArrayBuffer.prototype as { transfer?: Transfer }
  if (transfer) return transfer
  setFlagsFromString('--harmony-rab-gsab-transfer')
  return runInNewContext('ArrayBuffer.prototype.transfer') as Transfer | undefined
}

const transfer = transferOf()

/** Nobody may hold them: they are empty from now on. Bytes that lie in a larger piece of memory stay as they are. */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && byteLength === buffer.byteLength) transfer?.call(buffer, 0)
}
