/** Whoever sent without an account is forgotten once nothing is left of it that they could ask for (R45). */
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { forgetAddress, holdAddress, idleAddresses, monthOf } from '../owners/index.ts'
import { isKept } from './queries-held.ts'

/** In an hour. */
const perRun = 5000

/** Not within the month, whose transfers are counted by the address (K2). */
export async function forgetAddresses({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const month = monthOf(clock())
  for (const { id, key } of await idleAddresses(db, month, isKept, perRun))
    await inTransaction(db, async (tx) => {
      await holdAddress(tx, key)
      await forgetAddress(tx, id, month, isKept)
    })
}
