import { handleJob, type JobHandler, type JobTry, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { askOrLater, sendMail, sendOwnMail } from '../mails/index.ts'
import {
  findingsOf,
  findingsOfReader,
  findRecipient,
  findTransfer,
  holdsOthers,
  readerLanguage,
  senderOf,
} from '../transfers/index.ts'
import { infectedMail, warningMail } from './emails.tsx'
import { notifyInfectedJob, readerKey, warnReaderJob } from './job-names.ts'

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
  await sendOwnMail(services, 'transferInfected', { ...mail, id: `infected-${transferId}-${at}`, to: email })
}

/** They downloaded it before anything was found. */
type Warning = { recipientId: string; at: number }
async function warnReader(services: Services, payload: Warning, tried: JobTry): Promise<void> {
  const { db, config } = services
  const { recipientId, at } = payload
  const recipient = await findRecipient(db, { id: recipientId })
  const transfer = recipient && (await findTransfer(db, { id: recipient.transferId }))
  const files = transfer ? await findingsOfReader(db, recipientId, new Date(at)) : []
  if (!transfer || files.length === 0) return
  const { senderEmail, authorId } = transfer
  const addressed = { kind: 'transferWarning', to: recipient.email, sender: { email: senderEmail, authorId } } as const
  const again = { job: warnReaderJob, payload, key: readerKey(recipientId) }
  const pass = await askOrLater(services, addressed, tried, again)
  if (!pass) return
  const { refuseLink } = pass
  const mail = warningMail({
    language: await readerLanguage(db, recipient, transfer),
    productName: config.productName,
    files,
    senderEmail,
    refuseLink,
  })
  await sendMail(services, pass, { ...mail, id: `warning-${recipientId}-${at}` })
}

export const scanningJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(notifyInfectedJob, ({ transferId, at }) => notifySender(services, transferId, at)),
    handleJob(warnReaderJob, (payload, tried) => warnReader(services, payload, tried)),
  ],
  timed: [],
})
