/** How often whoever waits for files asks what has come of them (D8). */

const pollSeconds = [
  [30, 2],
  [300, 5],
  [3600, 15],
] as const
const slowestSeconds = 60

/** The longer nothing comes, and the more often nobody answers, the later it is asked again. */
export function pollAfterMs(silentSeconds: number, failures: number): number {
  const calm = pollSeconds.find(([silent]) => silentSeconds < silent)?.[1] ?? slowestSeconds
  return Math.min(slowestSeconds, calm * 2 ** failures) * 1000
}
