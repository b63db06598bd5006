import type { Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { newDeviceJob } from './job-names.ts'
import { isKnownDevice, type SessionRow } from './queries.ts'
import { type EnteredBy, openSession, type Visit } from './sessions.ts'

/** Opens the session of a log-in whose every step was right; where the account was not used before, its owner is told (A13). */
export async function enter(
  tx: Transaction,
  needs: Pick<Services, 'clock' | 'secrets' | 'config'>,
  visit: Visit,
  userId: string,
  by: EnteredBy,
): Promise<SessionRow> {
  const { browserHash, userAgent, ip } = visit.actor
  const isKnown = await isKnownDevice(tx, userId, { browserHash: browserHash!, userAgent, ip })
  const opened = await openSession(tx, needs, visit, userId, needs.clock(), by)
  if (!isKnown) await addJob(tx, newDeviceJob, { mailId: opened.id, sessionId: opened.id })
  return opened
}
