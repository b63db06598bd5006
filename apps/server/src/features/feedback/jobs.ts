import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { sendOwnMail } from '../mails/index.ts'
import { feedbackMail } from './emails.tsx'
import { feedbackMailJob } from './job-names.ts'
import { feedbacksOf, markMailed } from './queries.ts'

/** So much at once is read, the rest by the command. */
const maxMailed = 500

/** One mail with all that was said since the last. Nothing where nobody is named to read it (any more). */
async function mailFeedback(services: Services): Promise<void> {
  const { db, config, clock } = services
  const { supportEmail: to, productName } = config
  const said = to ? await feedbacksOf(db, { isMailed: false }, maxMailed) : []
  const latest = said.at(-1)
  if (!to || !latest) return
  // An answer goes to whoever said it, where that is one.
  const isOne = said.every(({ email }) => email === latest.email)
  const mail = await feedbackMail({ productName, said, isOne })
  await sendOwnMail(services, 'feedback', { ...mail, id: `feedback-${latest.id}`, to, ...(isOne && { replyTo: latest.email }) })
  await markMailed(
    db,
    said.map(({ id }) => id),
    clock(),
  )
}

export const feedbackJobs = (services: Services): { jobs: JobHandler[] } => ({
  jobs: [handleJob(feedbackMailJob, () => mailFeedback(services))],
})
