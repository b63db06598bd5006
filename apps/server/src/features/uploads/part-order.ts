/**
 * Gives each request for a part its place in the order of all, over all processes: of two for the same bytes the one that was asked for
 * later wins, whichever ends last. One question at a time, so that places here are given in the order of asking; those that come
 * meanwhile share the next.
 */
import type { Database } from '../../db/connect.ts'
import { takePlaces } from './queries-parts.ts'

type Asking = { resolve: (place: number) => void; reject: (error: unknown) => void }

export function makePartOrder(db: Database): () => Promise<number> {
  let waiting: Asking[] = []
  let isUnderWay = false

  async function ask(): Promise<void> {
    isUnderWay = true
    while (waiting.length) {
      const group = waiting
      waiting = []
      try {
        const places = await takePlaces(db, group.length)
        for (const [index, { resolve }] of group.entries()) resolve(places[index]!)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isUnderWay = false
  }

  return () =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      if (!isUnderWay) void ask()
    })
}
