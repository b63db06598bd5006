/**
 * The places in the store that this process has given to parts. Who never says that a part is there leaves bytes that no row names: once
 * nobody can say it any more, they go. What a process gave that has ended since goes with its blob.
 */
import { Problem } from '@sampan/contract/errors'
import type { DirectPlace } from '../../adapters/storage/storage.ts'
import type { Services } from '../../services.ts'
import { tokenLifeMs } from './part-token.ts'
import * as queries from './queries-attempts.ts'
import { mayGive, type WriteBudget } from './write-budget.ts'

/** Long after the last process took its token for valid. */
const forgottenMs = 1.5 * tokenLifeMs

type Given = { blobId: string; place: DirectPlace; bytes: number; budget: WriteBudget; at: number }
export type GivenPlaces = {
  /** Throws notDirect where the upload has as much under way as it may have. */
  hold(budget: WriteBudget, bytes: number): void
  /** It was held, and nothing was given for it. */
  drop(budget: WriteBudget, bytes: number): void
  add(given: Omit<Given, 'at'>): void
  /** A row names it. */
  named(place: DirectPlace): void
  /** What is forgotten goes from the store, unless a row names it. */
  collect(): Promise<void>
}

export function makeGivenPlaces({ db, clock, direct, log }: Pick<Services, 'db' | 'clock' | 'direct' | 'log'>): GivenPlaces {
  const all = new Map<string, Given>()
  const keyOf = ({ container, object }: DirectPlace) => `${container} ${object}`
  const drop = (budget: WriteBudget, bytes: number) => {
    budget.bytesGiven -= bytes
  }
  function take(key: string): Given | undefined {
    const given = all.get(key)
    if (all.delete(key)) drop(given!.budget, given!.bytes)
    return given
  }
  async function removeUnnamed({ blobId, place }: Given): Promise<void> {
    if (!(await queries.isPlaceNamed(db, { blobId, ...place }))) await direct?.store.remove(place)
  }
  return {
    hold(budget, bytes) {
      if (!mayGive(budget, bytes)) throw new Problem('notDirect')
      budget.bytesGiven += bytes
    },
    drop,
    add: (given) => void all.set(keyOf(given.place), { ...given, at: clock().getTime() }),
    named: (place) => void take(keyOf(place)),
    async collect() {
      const before = clock().getTime() - forgottenMs
      for (const [key, { at }] of all) {
        if (at >= before) break
        const given = take(key)!
        await removeUnnamed(given).catch((err) => log.warn({ err, blobId: given.blobId }, 'what was put for nobody stays'))
      }
    },
  }
}
