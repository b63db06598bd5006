/**
 * Places for large bodies in this process: few are read, parsed and answered at once, some wait, the others come again. No network address
 * and no account can take them all (R49).
 */
import type { ServerResponse } from 'node:http'
import { Problem } from '@sampan/contract/errors'
import { largeBodies } from '@sampan/contract/limits'

export type Asker = { network: string; account: string; response: Pick<ServerResponse, 'once' | 'destroyed'> }
type Most = Record<'all' | 'network' | 'account', number>
type Waiter = Asker & { enter: () => void; refuse: (error: Error) => void }

const hasRoom = (list: readonly Asker[], { network, account }: Asker, most: Most): boolean =>
  list.length < most.all &&
  list.filter((each) => each.network === network).length < most.network &&
  list.filter((each) => each.account === account).length < most.account

const remove = <T>(list: T[], item: T): void => {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}
const comeAgain = () => new Problem('unavailable', {}, { retryAfterSeconds: largeBodies.retrySeconds })

/** Resolves when there is a place, which is held until the response has ended or its client is gone. */
export type TakePlace = (asker: Asker) => Promise<void>

export function createPlaces({ places, waiting: most } = largeBodies): TakePlace {
  const [inside, waiting]: [Asker[], Waiter[]] = [[], []]
  function admit(): void {
    for (const waiter of [...waiting])
      if (hasRoom(inside, waiter, places)) {
        remove(waiting, waiter)
        inside.push(waiter)
        waiter.enter()
      }
  }
  return (asker) =>
    new Promise((enter, refuse) => {
      const waiter = { ...asker, enter, refuse }
      if (asker.response.destroyed) return refuse(comeAgain())
      // A body that fits does not wait, so the length of the queue does not matter.
      if (!hasRoom(inside, asker, places) && !hasRoom(waiting, asker, most)) return refuse(comeAgain())
      asker.response.once('close', () => {
        remove(inside, waiter as Asker)
        remove(waiting, waiter)
        // Of one that is inside already this says nothing any more.
        refuse(comeAgain())
        admit()
      })
      waiting.push(waiter)
      admit()
    })
}
