/** Buffers for requests to the store: so many bytes at once and no more, whoever sends; who comes later waits. */
const maxBytes = 64 * 1024 * 1024

export type ByteBudget = ReturnType<typeof makeByteBudget>

export function makeByteBudget(limit = maxBytes) {
  const waiting: { bytes: number; go: () => void }[] = []
  const spare: Buffer[] = []
  let used = 0
  const admit = () => {
    for (let next = waiting[0]; next && (used === 0 || used + next.bytes <= limit); next = waiting[0]) {
      used += next.bytes
      waiting.shift()
      next.go()
    }
  }
  /** Large ones are used again: they would else set off the collector's whole round. */
  const take = (bytes: number): Buffer => {
    const index = spare.findIndex((each) => each.length >= bytes && each.length <= 4 * bytes)
    return index < 0 ? Buffer.allocUnsafeSlow(bytes) : spare.splice(index, 1)[0]!
  }
  return {
    /** The buffer is the caller's until what it does is over. */
    run: async <T>(bytes: number, work: (buffer: Buffer) => Promise<T>): Promise<T> => {
      await new Promise<void>((go) => {
        waiting.push({ bytes, go })
        admit()
      })
      const buffer = take(bytes)
      try {
        return await work(buffer.subarray(0, bytes))
      } finally {
        if (buffer.length >= 1024 * 1024 && spare.length < 4) spare.push(buffer)
        used -= bytes
        admit()
      }
    },
  }
}
