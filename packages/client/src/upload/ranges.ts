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

/** Both are walked once: an upload may have thousands of ranges. */
export function intersect(ranges: readonly Range[], others: readonly Range[]): Range[] {
  const [left, right] = [union(ranges), union(others)]
  const common: Range[] = []
  for (let a = 0, b = 0; a < left.length && b < right.length; ) {
    const [[from, to], [otherFrom, otherTo]] = [left[a]!, right[b]!]
    if (Math.max(from, otherFrom) < Math.min(to, otherTo)) common.push([Math.max(from, otherFrom), Math.min(to, otherTo)])
    if (to < otherTo) a++
    else b++
  }
  return common
}

/** Returns what of `ranges` is in none of `taken`; both are walked once. */
export function minus(ranges: readonly Range[], taken: readonly Range[]): Range[] {
  const gone = union(taken)
  const left: Range[] = []
  let next = 0
  for (const [from, to] of union(ranges)) {
    let at = from
    while (next < gone.length && gone[next]![1] <= at) next++
    for (let index = next; index < gone.length && gone[index]![0] < to; index++) {
      const [goneFrom, goneTo] = gone[index]!
      if (at < goneFrom) left.push([at, goneFrom])
      at = Math.max(at, goneTo)
    }
    if (at < to) left.push([at, to])
  }
  return left
}

/** What of `range` is in none of `taken`. */
export const subtract = (range: Range, taken: readonly Range[]): Range[] => minus([range], taken)
