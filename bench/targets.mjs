/** What the design asks of each workload: the share of nginx's rate, the rate itself on two cores, and CPU seconds for a GiB. */
export const targets = {
  upload: { ratio: 0.55, rate: 1.0, cpu: 2.0 },
  small: { ratio: 0.4, rate: 10_000 },
  stream: { ratio: 0.35, rate: 1.2, cpu: 0.9 },
  ranges: { ratio: 0.45, rate: 1.8, cpu: 0.9 },
  zip: { ratio: 0.3, rate: 1.2, cpu: 1.0, firstByteMs: 10 },
  view: { rate: 6000 },
}
export const peakMiB = 200
export const sentAgainMiB = 4
