/** Sets of bytes as sorted, disjoint ranges; `to` is exclusive. */
export type Range = readonly [from: number, to: number]

export const bytesIn = (ranges: readonly Range[]): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0)

/** Sorts, joins what touches, drops what is empty. */
export function union(ranges: readonly Range[]): Range[] {
  const sorted = ranges.filter(([from, to]) => from < to).sort((a, b) => a[0] - b[0])
  const joined: Range[] = []
  for (const [from, to] of sorted) {
    const last = joined.at(-1)
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)]
    else joined.push([from, to])
  }
  return joined
}

export const intersect = (ranges: readonly Range[], others: readonly Range[]): Range[] =>
  union(
    ranges.flatMap(([from, to]) =>
      others.map(([otherFrom, otherTo]): Range => [Math.max(from, otherFrom), Math.min(to, otherTo)]),
    ),
  )

/** What of `range` is in none of `taken`. */
export function subtract([from, to]: Range, taken: readonly Range[]): Range[] {
  const left: Range[] = []
  let at = from
  for (const [takenFrom, takenTo] of intersect([[from, to]], taken)) {
    if (at < takenFrom) left.push([at, takenFrom])
    at = takenTo
  }
  if (at < to) left.push([at, to])
  return left
}
