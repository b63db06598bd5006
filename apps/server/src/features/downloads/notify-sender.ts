/** The sender's mail about a download (D5): by whom, when, where and what. */
import { selectionLimits } from '@sampan/contract/limits'
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'
import { addSeconds } from '../../add-seconds.ts'
import { isAll, scopeKey } from '../../db/download-scope.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { sendOwnMail } from '../mails/index.ts'
import { downloadMail, findRecipient, findTransfer, senderOf, type TransferRow } from '../transfers/index.ts'
import { digestJobs } from './daily-digest.ts'
import { filesOf } from './files-of-link.ts'
import * as queries from './queries.ts'
import { leaveToDigest } from './queries-digest.ts'
import { deleteUnreadSelections, findSelection } from './queries-selections.ts'

export const noticeJob = jobName<{ noticeId: string }>('downloads:notice')

async function sendNotice(services: Services, noticeId: string): Promise<void> {
  const { db, config, clock } = services
  const found = await queries.findNotice(db, noticeId)
  const first = found?.events[0]
  if (!found || !first || found.notice.sentAt) return
  const transfer = await findTransfer(db, { id: found.notice.transferId })
  if (!transfer || transfer.state === 'deleted') return
  // Asked now and not when it was downloaded: whoever turns these mails off gets none any more (A5).
  const author = transfer.authorId ? await queries.noticeReaderOf(db, transfer.authorId) : null
  if (author?.wantsNotices === false || (transfer.authorId && !author)) return
  if (transfer.authorId && author?.mails === 'daily') return leaveToDigest(db, noticeId, transfer.authorId)
  // What began to wait for a daily mail is told by that.
  if (found.notice.digestFor) return
  const to = author?.email ?? transfer.senderEmail
  const recipient = first.recipientId ? await findRecipient(db, { id: first.recipientId }) : undefined
  const what = await describe(services, found.events, transfer)
  const { language, title, fileName } = transfer
  const mail = await downloadMail({
    who: recipient?.email ?? null,
    at: first.at,
    where: first,
    geoCredit: config.geoCredit,
    what,
    transferName: title || fileName,
    senderLink: (await senderOf(services, db, transfer)).link,
    language,
    productName: config.productName,
  })
  await sendOwnMail(services, 'transferDownloaded', { ...mail, id: `download-${noticeId}`, to })
  await queries.markNoticeSent(db, noticeId, clock())
}

/** Everything, or so many different files with the name of one: what was fetched twice counts once. */
async function describe({ db }: Services, events: queries.EventRow[], transfer: TransferRow) {
  const fetched = new Set<string>()
  for (const { fileId, selectionId } of events) {
    if (fileId) fetched.add(fileId)
    if (selectionId) for (const id of (await findSelection(db, selectionId, transfer.id)) ?? []) fetched.add(id)
  }
  const { fileName, fileCount, totalBytes } = transfer
  const whole = events.find(isAll)
  if (whole) return { fileName, fileCount, totalBytes, ...(await queries.wholeRead(db, whole.sessionId)), isEverything: true }
  const held = await fetchedFiles(db, transfer, [...fetched])
  const files = held.filter(({ path }) => !isFolderPath(path))
  const isEverything = files.filter(({ isNewest }) => isNewest).length >= fileCount
  if (isEverything) return { fileName, fileCount, totalBytes, isEverything }
  const first = files[0] ? baseName(files[0].path) : fileName
  // What was freed before its mail left has no rows any more, only what was counted.
  const counted = held.length < fetched.size ? [...new Map(events.map((event) => [scopeKey(event), event])).values()] : null
  return {
    fileName: first,
    fileCount: counted?.reduce((sum, event) => sum + event.fileCount, 0) ?? files.length,
    totalBytes: counted?.reduce((sum, event) => sum + event.sizeBytes, 0) ?? files.reduce((sum, { size }) => sum + size, 0),
    isEverything,
  }
}

/** Also those that were replaced or taken out since. */
async function fetchedFiles(db: Services['db'], transfer: TransferRow, fileIds: string[]) {
  if (transfer.state !== 'uploading') return queries.filesEverHeld(db, transfer.id, fileIds)
  return (await filesOf({ db }, { transfer, isArriving: true }, fileIds)).map((file) => ({ ...file, isNewest: true }))
}

const deleteOldSelections = ({ db, clock }: Services): Promise<void> =>
  deleteUnreadSelections(db, addSeconds(clock(), -selectionLimits.keptSeconds), clock())

export const downloadJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [handleJob(noticeJob, ({ noticeId }) => sendNotice(services, noticeId)), ...digestJobs(services).jobs],
  timed: [
    ...digestJobs(services).timed,
    { ...handleJob(jobName('downloads:delete-old-selections'), () => deleteOldSelections(services)), everyMinutes: 60 },
  ],
})
