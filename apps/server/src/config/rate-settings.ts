/** The setting RATE_LIMITS: which limits of times and seconds an installation has changed. */
import { type RateName, rateLimits } from '@sampan/contract/rate-limits'

type Rate = { name: RateName; max: number; windowSeconds: number }

/** "loginAccount=20/900,linkMiss=100/600": the named limits change, the others stay. */
export const rates =
  (refuse: (why: string) => never) =>
  (text: string | undefined): Readonly<Record<RateName, Rate>> => {
    const table = Object.fromEntries(Object.entries(rateLimits).map(([name, limit]) => [name, { name, ...limit }])) as Record<
      RateName,
      Rate
    >
    for (const piece of (text ?? '').split(',').filter((entry) => entry.trim())) {
      const [, name = '', max, windowSeconds] = /^\s*(\w+)\s*=\s*(\d{1,9})\s*\/\s*(\d{1,7})\s*$/.exec(piece) ?? []
      if (!Object.hasOwn(table, name) || !Number(max) || !Number(windowSeconds))
        refuse(`"${piece.trim()}" is not one of ${Object.keys(table).join(', ')} with times/seconds, like loginAccount=20/900`)
      table[name as RateName] = { name: name as RateName, max: Number(max), windowSeconds: Number(windowSeconds) }
    }
    return table
  }
