/** The sender's mail about a download (D5): by whom, when, where and what. */
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { downloadMail, type TransferRow, transferReads } from '../transfers/index.ts'
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
    where: first,
    geoCredit: config.geoCredit,
    what,
    fileName,
    language,
    productName: config.productName,
  })
  const messageId = `download-${noticeId}@${new URL(config.publicUrl).hostname}`
  await services.mailer.send({ ...mail, messageId, to: transfer.senderEmail, fromName: config.productName })
  await queries.markNoticeSent(db, noticeId, clock())
}

/** Everything, or so many different files with the name of one: what was fetched twice counts once. */
async function describe(
  { db }: Services,
  events: queries.EventRow[],
  transfer: Pick<TransferRow, 'id' | 'fileCount' | 'totalBytes' | 'fileName'>,
) {
  const fetched = new Set<string>()
  for (const { scope } of events) {
    if (scope.startsWith('file:')) fetched.add(scope.slice(5))
    if (scope.startsWith('zip:'))
      for (const id of (await queries.findSelection(db, scope.slice(4), transfer.id)) ?? []) fetched.add(id)
  }
  const { fileName, fileCount, totalBytes } = transfer
  const files = (await transferReads.filesOfTransfer(db, transfer.id)).filter(
    ({ id, path }) => fetched.has(id) && !isFolderPath(path),
  )
  const isEverything = events.some(({ scope }) => scope === 'zip') || files.length >= fileCount
  if (isEverything) return { fileName, fileCount, totalBytes, isEverything }
  const first = files[0] ? baseName(files[0].path) : fileName
  return { fileName: first, fileCount: files.length, totalBytes: files.reduce((sum, { size }) => sum + size, 0), isEverything }
}

export const downloadJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [handleJob(noticeJob, ({ noticeId }) => sendNotice(services, noticeId))],
  timed: [],
})
