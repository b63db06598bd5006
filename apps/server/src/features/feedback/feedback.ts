/** What people say of the service (T7): kept, and mailed to whoever runs it. */
import { randomUUID } from 'node:crypto'
import { feedbackLogins } from '@sampan/contract/limits'
import type { sendFeedback as route } from '@sampan/contract/routes/feedback'
import type { RouteInput } from '@sampan/contract/routes/route'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../accounts/index.ts'
import { feedbackMailJob } from './job-names.ts'
import * as queries from './queries.ts'

/** What is said within so long is one mail: four an hour, whoever says how much. */
const gatherSeconds = 900

type Needs = Pick<Services, 'db' | 'clock' | 'config'>
type Input = RouteInput<typeof route>['body']

/** Repeated, it is neither kept nor mailed again, and takes no turn. */
export async function sendFeedback(
  { db, clock, config }: Needs,
  actor: SignedIn,
  { message, rating, route, requestKey = randomUUID() }: Input,
): Promise<{ ok: true }> {
  const { userId, role } = actor
  await inTransaction(db, async (tx) => {
    const id = await queries.insertFeedback(tx, { userId, requestKey, rating, message, route, role, createdAt: clock() })
    if (!id) return
    await takeRate(tx, config.rateLimits.feedback, userId, clock())
    const options = { key: 'feedback:mail', afterSeconds: gatherSeconds }
    if (config.supportEmail) await addJob(tx, feedbackMailJob, {}, options)
  })
  return { ok: true }
}

/** True to one of all pages that ask at a count of log-ins. */
export async function askFeedback({ db, clock }: Needs, { userId }: SignedIn): Promise<{ isDue: boolean }> {
  const loginCount = (await findUser(db, userId))?.loginCount ?? 0
  if (!feedbackLogins.includes(loginCount)) return { isDue: false }
  return { isDue: await queries.takeAsk(db, { userId, loginCount, askedAt: clock() }) }
}
