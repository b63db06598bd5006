/** Calls leave, and are tried again; the log forgets; whoever has a webhook is told when it is paused. */
import { dashWebhookPath } from '@sampan/contract/paths'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findUser, headOfTeam } from '../accounts/index.ts'
import { sendOwnMail } from '../mails/index.ts'
import { deliver, forgetOld, type PausedHook, queueDue } from './deliver.ts'
import { webhookPausedMail } from './emails.tsx'
import { deliverJob, pausedJob } from './job-names.ts'
import { findAny } from './queries.ts'

/** Nothing where it goes on meanwhile, or is gone. */
async function mailPaused(services: Services, webhookId: string, at: number): Promise<void> {
  const { db, config } = services
  const webhook = await findAny(db, webhookId)
  if (!webhook || (webhook.state !== 'gone' && webhook.state !== 'failing')) return
  const head = await headOfTeam(db, webhook.ownerId)
  const owner = head && (await findUser(db, head.userId))
  if (!owner) return
  const mail = await webhookPausedMail({
    language: owner.language,
    productName: config.productName,
    link: urlOf(config, dashWebhookPath(webhookId)),
    host: new URL(webhook.url).host,
    why: webhook.state,
  })
  await sendOwnMail(services, 'webhook', { ...mail, id: `webhook-${webhookId}-${at}`, to: owner.email })
}

export const webhookJobs = (services: Services & PausedHook): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(deliverJob, ({ deliveryId }) => deliver(services, deliveryId)),
    handleJob(pausedJob, ({ webhookId, at }) => mailPaused(services, webhookId, at)),
  ],
  timed: [
    { ...handleJob(jobName('webhooks:due'), () => queueDue(services)), everyMinutes: 1 },
    { ...handleJob(jobName('webhooks:forget'), async () => void (await forgetOld(services))), everyMinutes: 60 },
  ],
})
