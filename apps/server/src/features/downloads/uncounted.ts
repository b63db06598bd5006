/**
 * What left while the database took no writes (R52): kept in this process, and counted as soon as it takes them again. What is kept is
 * lost with the process; a limited link therefore gives nothing that cannot be counted at once.
 */
import { isDatabaseAway } from '../../db/trouble.ts'
import type { Services } from '../../services.ts'

type Range = readonly [from: number, to: number]
/** One visitor's ranges of one thing. */
export type Uncounted<R> = { reading: R; ranges: Range[]; at: Date }
export type Backlog<R> = {
  add: (key: string, reading: R, range: Range, at: Date) => void
  /** Something is kept: the database took no writes a moment ago, and each that it refuses uses up what little space its log has. */
  isWaiting: () => boolean
  /** Counts what is kept; throws where the database still takes nothing. */
  settle: () => Promise<void>
}

const tryEveryMs = 5_000
/** Of so many things that are read; what comes then is given and not counted. */
const maxKept = 10_000
const maxRanges = 1_000

/** Programs that read in order leave one range. */
function addRange(ranges: Range[], [from, to]: Range): void {
  const last = ranges.at(-1)
  if (last?.[1] === from) ranges[ranges.length - 1] = [last[0], to]
  else if (ranges.length < maxRanges) ranges.push([from, to])
}

export function makeBacklog<R>({ log }: Pick<Services, 'log'>, count: (one: Uncounted<R>) => Promise<void>): Backlog<R> {
  const kept = new Map<string, Uncounted<R>>()
  let settling: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function keep(key: string, { reading, ranges, at }: Uncounted<R>): void {
    const one = kept.get(key) ?? { reading, ranges: [], at }
    for (const range of ranges) addRange(one.ranges, range)
    kept.set(key, { ...one, at: at > one.at ? at : one.at })
    if (!timer) timer = setTimeout(tryAgain, tryEveryMs).unref()
  }

  function tryAgain(): void {
    timer = undefined
    settle().catch(() => {})
  }

  async function countKept(): Promise<void> {
    let counted = 0
    for (const [key, one] of [...kept]) {
      // Taken out while it is counted: what leaves meanwhile is another one.
      kept.delete(key)
      try {
        await count(one)
        counted++
      } catch (error) {
        if (isDatabaseAway(error)) {
          keep(key, one)
          throw error
        }
        // Its transfer is gone, say: it must not keep the others waiting for ever.
        log.warn({ err: error }, 'a download could not be counted')
      }
    }
    if (counted > 0) log.info({ count: counted }, 'the database takes writes again: downloads were counted late')
  }

  function settle(): Promise<void> {
    settling ??= countKept().finally(() => {
      settling = undefined
    })
    return settling
  }

  return {
    isWaiting: () => kept.size > 0,
    settle,
    add: (key, reading, range, at) => {
      if (kept.size === 0) log.warn('the database takes no writes (is its disk full?): downloads go on and are counted later')
      if (kept.size < maxKept || kept.has(key)) keep(key, { reading, ranges: [range], at })
      else log.error('too many downloads wait to be counted: one is not counted at all')
    },
  }
}
