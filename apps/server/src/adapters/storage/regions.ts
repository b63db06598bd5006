/** Which regions of a container file are in use: given out at the first place that is large enough, else at the end. */

/** [from, to) of the file, to exclusive. */
export type Region = { from: number; to: number }
/** `free` is sorted, its regions do not touch, and none touches the end. */
export type Regions = { end: number; free: Region[] }

export const newRegions = (): Regions => ({ end: 0, free: [] })

export function takeRegion(regions: Regions, bytes: number): Region {
  const index = regions.free.findIndex(({ from, to }) => to - from >= bytes)
  const found = regions.free[index]
  if (!found) {
    const from = regions.end
    regions.end += bytes
    return { from, to: regions.end }
  }
  const taken = { from: found.from, to: found.from + bytes }
  if (taken.to === found.to) regions.free.splice(index, 1)
  else found.from = taken.to
  return taken
}

/** Nothing writes to it any more, and nobody will read it. */
export function releaseRegion(regions: Regions, { from, to }: Region): void {
  const { free } = regions
  const after = free.findIndex((each) => each.from > from)
  const at = after < 0 ? free.length : after
  const [before, behind] = [free[at - 1], free[at]]
  const joined = {
    from: before?.to === from ? before.from : from,
    to: behind?.from === to ? behind.to : to,
  }
  const first = before?.to === from ? at - 1 : at
  const count = (before?.to === from ? 1 : 0) + (behind?.from === to ? 1 : 0)
  if (joined.to === regions.end) {
    regions.end = joined.from
    free.splice(first, count)
  } else free.splice(first, count, joined)
}
