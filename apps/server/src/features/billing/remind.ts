/** On day 5 a trial is spoken of, once: what is missing, or what will be charged (P5). */
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { mailJob } from './job-names.ts'
import type { Needs } from './needs.ts'
import { markReminded, ownersToRemind } from './queries-billing.ts'
import { nextChargeOf } from './view.ts'

const beforeEndSeconds = 2 * 86_400

export async function remindAll({ db, clock, config }: Pick<Needs, 'db' | 'clock' | 'config'>): Promise<void> {
  if (config.billing === 'off') return
  const now = clock()
  for (const ownerId of await ownersToRemind(db, now, addSeconds(now, beforeEndSeconds)))
    await inTransaction(db, async (tx) => {
      const row = await markReminded(tx, ownerId, now)
      if (!row?.trialEndsAt) return
      const about = { mailId: `reminder-${ownerId}`, ownerId, role: row.role, at: row.trialEndsAt.toISOString() }
      const cents = nextChargeOf(row, now)
      await addJob(tx, mailJob, row.card ? { ...about, kind: 'willCharge', cents } : { ...about, kind: 'reminder' })
    })
}
