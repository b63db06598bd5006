/** What is left of transfers long after their end. */
import type { Services } from '../../services.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { historyEnd } from './purge-transfers.ts'
import { forgetEndedLinks } from './queries-hard-delete.ts'

/** Links that have answered long enough, and addresses that nothing is left of: no index leads to them, so that it comes up less often than the purge. */
export async function forgetLeft(deps: Pick<Services, 'db' | 'clock' | 'config'>): Promise<void> {
  await forgetEndedLinks(deps.db, historyEnd(deps))
  await forgetAddresses(deps)
}
