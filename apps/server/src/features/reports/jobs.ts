import { defaultLanguage } from '@sampan/contract/paths'
import { handleJob, type JobHandler, type TimedJob } from '../../jobs/queue.ts'
import { messageIdOf } from '../../links.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import { findTransfer, senderOf } from '../transfers/index.ts'
import { decidedMail, reportedMail } from './emails.tsx'
import { notifyOperatorJob, notifySenderJob } from './job-names.ts'
import { copiesOf, reportsOf } from './queries.ts'

const post = (services: Services, mail: RenderedMail, id: string, to: string): Promise<void> => {
  const { config, mailer } = services
  return mailer.send({ ...mail, to, messageId: messageIdOf(config, id), fromName: config.productName })
}

/** Nobody is told where the operator has named no address: the reports wait for the command. */
async function notifyOperator(services: Services, transferId: string): Promise<void> {
  const { db, config } = services
  const to = config.abuseEmail ?? config.supportEmail
  const transfer = to && (await findTransfer(db, { id: transferId }))
  if (!transfer) return
  const reports = await reportsOf(db, transferId, true)
  const latest = reports.at(-1)
  if (!latest) return
  const { slug, senderEmail, fileName, fileCount } = transfer
  // The operator's commands speak English.
  const mail = await reportedMail({
    language: defaultLanguage,
    productName: config.productName,
    slug,
    senderEmail,
    fileName,
    fileCount,
    reports: reports.toReversed(),
    copies: await copiesOf(db, transferId),
  })
  await post(services, mail, `report-${latest.id}`, to)
}

type Decided = { transferId: string; at: number; isBack: boolean }

async function notifySender(services: Services, { transferId, at, isBack }: Decided): Promise<void> {
  const { db, config } = services
  const transfer = await findTransfer(db, { id: transferId })
  // Decided otherwise meanwhile: that is told by a mail of its own.
  if (!transfer || transfer.state === 'deleted' || (transfer.state === 'takenDown') === isBack) return
  const { email: to, language, link } = await senderOf(services, db, transfer)
  const mail = await decidedMail({
    language,
    productName: config.productName,
    isBack,
    title: transfer.title || transfer.fileName,
    support: config.supportEmail ?? config.abuseEmail,
    link,
  })
  await post(services, mail, `decided-${transferId}-${at}`, to)
}

export const reportJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(notifyOperatorJob, ({ transferId }) => notifyOperator(services, transferId)),
    handleJob(notifySenderJob, (payload) => notifySender(services, payload)),
  ],
  timed: [],
})
