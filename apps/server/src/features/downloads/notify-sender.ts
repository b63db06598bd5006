/** The sender's mail about a download (D5): by whom, when and what. */
import { baseName } from '@sampan/contract/rules/file-path'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { downloadMail, transferReads } from '../transfers/index.ts'
import * as queries from './queries.ts'

export const noticeJob = jobName<{ noticeId: string }>('downloads:notice')

async function sendNotice(services: Services, noticeId: string): Promise<void> {
  const { db, config, clock } = services
  const found = await queries.findNotice(db, noticeId)
  const first = found?.events[0]
  if (!found || !first || found.notice.sentAt) return
  const transfer = await transferReads.findTransfer(db, { id: found.notice.transferId })
  if (!transfer || transfer.state === 'deleted') return
  const recipient = first.recipientId ? await transferReads.findRecipient(db, { id: first.recipientId }) : undefined
  const what = await describe(services, found.events, transfer)
  const { language, fileName } = transfer
  const mail = await downloadMail({
    who: recipient?.email ?? null,
    at: first.at,
    what,
    fileName,
    language,
    productName: config.productName,
  })
  const messageId = `download-${noticeId}@${new URL(config.publicUrl).hostname}`
  await services.mailer.send({ ...mail, messageId, to: transfer.senderEmail, fromName: config.productName })
  await queries.markNoticeSent(db, noticeId, clock())
}

/** Everything, or so many files with the name of one. */
async function describe(
  { db }: Services,
  events: queries.EventRow[],
  transfer: { id: string; fileCount: number; totalBytes: number; fileName: string },
) {
  const files = await transferReads.filesOfTransfer(db, transfer.id)
  const singles = new Set(events.filter(({ scope }) => scope.startsWith('file:')).map(({ scope }) => scope.slice(5)))
  const whole = events.some(({ scope }) => scope === 'zip') || singles.size >= transfer.fileCount
  if (whole)
    return { fileName: transfer.fileName, fileCount: transfer.fileCount, totalBytes: transfer.totalBytes, isEverything: true }
  const named = files.find(({ id }) => singles.has(id))
  const zips = events.filter(({ scope }) => scope.startsWith('zip:'))
  const fileCount = singles.size + zips.reduce((sum, event) => sum + event.fileCount, 0)
  const totalBytes =
    [...singles].reduce((sum, id) => sum + (files.find((file) => file.id === id)?.size ?? 0), 0) +
    zips.reduce((sum, event) => sum + event.sizeBytes, 0)
  return { fileName: named ? baseName(named.path) : transfer.fileName, fileCount, totalBytes, isEverything: false }
}

export const downloadJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [handleJob(noticeJob, ({ noticeId }) => sendNotice(services, noticeId))],
  timed: [],
})
