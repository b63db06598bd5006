/** Neighbouring ranges become one; the input is sorted by offset and never overlaps. */
export function joinRanges(pieces: readonly { offset: number; length: number }[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const { offset, length } of pieces) {
    const last = ranges.at(-1)
    if (last && last[1] === offset) last[1] += length
    else ranges.push([offset, offset + length])
  }
  return ranges
}
