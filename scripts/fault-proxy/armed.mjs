/** Faults that wait for a certain byte of a direction, counted over all connections from the moment they were armed. */
export function createArmed() {
  let waiting = []
  return {
    add: ({ kind, direction = 'up', atByte = 0 }) => void waiting.push({ kind, direction, left: atByte }),
    count: () => waiting.length,
    /** The nearest one within the next bytes; `at` is its place among them. */
    within(direction, length) {
      const near = waiting.filter((fault) => fault.direction === direction && fault.left < length)
      const [first] = near.sort((a, b) => a.left - b.left)
      return first ? Object.assign(first, { at: first.left }) : null
    },
    pass(direction, bytes, happened) {
      waiting = waiting.filter((fault) => fault !== happened)
      for (const fault of waiting) if (fault.direction === direction) fault.left = Math.max(0, fault.left - bytes)
    },
  }
}
