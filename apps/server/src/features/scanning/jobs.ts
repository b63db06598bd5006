import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { messageIdOf } from '../../links.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import { findTransfer, senderOf } from '../transfers/index.ts'
import { scanUploadJob } from '../uploads/index.ts'
import { infectedMail, warningMail } from './emails.tsx'
import { notifyInfectedJob, warnReaderJob } from './job-names.ts'
import { findingsOf, findingsOfReader, holdsOthers, recipientOf } from './queries.ts'
import { scanLeftOvers, scanUpload } from './scan-upload.ts'

const post = (services: Services, mail: RenderedMail, id: string, to: string): Promise<void> => {
  const { config, mailer } = services
  return mailer.send({ ...mail, to, messageId: messageIdOf(config, id), fromName: config.productName })
}

async function notifySender(services: Services, transferId: string, at: number): Promise<void> {
  const { db, config, clock } = services
  const transfer = await findTransfer(db, { id: transferId })
  const files = transfer && transfer.state !== 'deleted' ? await findingsOf(db, transferId) : []
  if (!transfer || files.length === 0) return
  const { email, language, link } = await senderOf(services, db, transfer)
  const title = transfer.title || transfer.fileName
  const isOpen = transfer.state === 'active' && transfer.expiresAt > clock()
  const hasOthers = isOpen && (await holdsOthers(db, transferId))
  const mail = await infectedMail({ language, productName: config.productName, title, files, hasOthers, link })
  await post(services, mail, `infected-${transferId}-${at}`, email)
}

/** They downloaded it before anything was found. */
async function warnReader(services: Services, recipientId: string, at: number): Promise<void> {
  const { db, config } = services
  const recipient = await recipientOf(db, recipientId)
  const transfer = recipient && (await findTransfer(db, { id: recipient.transferId }))
  const files = transfer ? await findingsOfReader(db, recipientId) : []
  if (!transfer || files.length === 0) return
  const { language, senderEmail } = transfer
  const mail = await warningMail({ language, productName: config.productName, files, senderEmail })
  await post(services, mail, `warning-${recipientId}-${at}`, recipient.email)
}

/** Its handlers are there without a scanner too: jobs may be left of the time when there was one. */
export const scanningJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(scanUploadJob, ({ uploadId }, tried) => scanUpload(services, uploadId, tried)),
    handleJob(notifyInfectedJob, ({ transferId, at }) => notifySender(services, transferId, at)),
    handleJob(warnReaderJob, ({ recipientId, at }) => warnReader(services, recipientId, at)),
  ],
  timed: [{ ...handleJob(jobName('scanning:leftOvers'), () => scanLeftOvers(services)), everyMinutes: 1 }],
})
