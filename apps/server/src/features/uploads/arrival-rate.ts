/** How fast something has come of late, from looks at how much there was. Times in milliseconds. */

export type Sample = { at: number; bytes: number }

/** Looks that come closer together are one. */
const apartMs = 1000
/** The rate is that of the last while, and of no less than a moment. */
const windowMs = 60_000
const shortestMs = 1500
/** What is older says nothing of now. */
const forgottenMs = 10 * 60_000
/** Nothing came for so long: nobody can say how long the rest takes. */
const stalledMs = 20_000

/** The first sample is the one from which the rate is taken. */
export function withSample(before: readonly Sample[], sample: Sample): Sample[] {
  const last = before.at(-1)
  // Parts were lost and come again, or the clock was put back: what was seen holds no more.
  if (last && (sample.bytes < last.bytes || sample.at < last.at)) return [sample]
  if (last && sample.at - last.at < apartMs && sample.bytes === last.bytes) return [...before]
  const isBegun = before.length > 1 && sample.at - before.at(-2)!.at < apartMs
  const kept = [...(isBegun ? before.slice(0, -1) : before), sample].filter(({ at }) => sample.at - at <= forgottenMs)
  while (kept.length > 2 && sample.at - kept[1]!.at >= windowMs) kept.shift()
  return kept
}

/** When more was there than at the look before; undefined where that was not seen. */
export function lastGrowthAt(samples: readonly Sample[]): number | undefined {
  const index = samples.findLastIndex(({ bytes }, i) => i > 0 && bytes > samples[i - 1]!.bytes)
  return index > 0 ? samples[index]!.at : undefined
}

/** Rounded up; null where nothing was seen to come, or not lately. */
export function secondsLeft(samples: readonly Sample[], leftBytes: number, now: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  const grownAt = lastGrowthAt(samples)
  if (!first || !last || grownAt === undefined || now - grownAt > stalledMs || last.at - first.at < shortestMs) return null
  const bytesPerMs = (last.bytes - first.bytes) / (now - first.at)
  return Math.ceil(Math.max(0, leftBytes) / bytesPerMs / 1000)
}
