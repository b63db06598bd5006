import { MailRefused } from '../../adapters/mail/mail.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { messageIdOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { feedbackMail } from './emails.tsx'
import { feedbackMailJob } from './job-names.ts'
import { findFeedback } from './queries.ts'

/** Nothing where the account is gone, or nobody is named to read it (any more). */
async function mailFeedback({ db, mailer, config, log }: Services, feedbackId: string): Promise<void> {
  const found = await findFeedback(db, feedbackId)
  if (!found || !config.supportEmail) return
  const { feedback, email, ...who } = found
  const { productName } = config
  const messageId = messageIdOf(config, `feedback-${feedbackId}`)
  try {
    const mail = await feedbackMail({ ...feedback, ...who, email, productName })
    await mailer.send({ ...mail, messageId, to: config.supportEmail, replyTo: email, fromName: productName })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ feedbackId }, 'the mail server refused a feedback for good')
  }
}

export const feedbackJobs = (services: Services): { jobs: JobHandler[] } => ({
  jobs: [handleJob(feedbackMailJob, ({ feedbackId }) => mailFeedback(services, feedbackId))],
})
