/**
 * The daily mail of downloads (D5): what waits is gathered once the oldest of it is a day old, so that an account gets one mail a day at
 * most and none without news. Back at a mail for each visit, what waited still comes with the last of these.
 */
import { randomUUID } from 'node:crypto'
import { dashTransfersPath } from '@sampan/contract/paths'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob, handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { sendOwnMail } from '../mails/index.ts'
import { digestMail } from './digest-email.tsx'
import { noticeReaderOf } from './queries.ts'
import * as queries from './queries-digest.ts'

const digestJob = jobName<{ digestId: string }>('downloads:digest')

const daySeconds = 86_400
const keptSeconds = 90 * daySeconds
const perRun = 1000

export async function gatherDigests({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  for (const userId of await queries.dueDigests(db, addSeconds(now, -daySeconds), perRun)) {
    const digestId = randomUUID()
    await inTransaction(db, async (tx) => {
      if (await queries.takeDigest(tx, userId, digestId, now))
        await addJob(tx, digestJob, { digestId }, { key: `digest:${digestId}` })
    })
  }
  await queries.deleteOldDigests(db, addSeconds(now, -keptSeconds))
}

/** May run twice: state and Message-ID make the second harmless. */
async function sendDigest(services: Services, digestId: string): Promise<void> {
  const { db, config, clock } = services
  const userId = await queries.unsentDigest(db, digestId)
  const to = userId && (await noticeReaderOf(db, userId))
  if (!to) return
  const lines = to.wantsNotices ? await queries.digestLines(db, digestId) : []
  if (lines.length > 0) {
    const { productName } = config
    const link = urlOf(config, dashTransfersPath)
    const mail = digestMail({ lines, link, language: to.language, productName })
    await sendOwnMail(services, 'downloadsOfDay', { ...mail, id: `digest-${digestId}`, to: to.email })
  }
  await inTransaction(db, (tx) => queries.markDigestSent(tx, digestId, clock()))
}

export const digestJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [handleJob(digestJob, ({ digestId }) => sendDigest(services, digestId))],
  timed: [{ ...handleJob(jobName('downloads:gather-digests'), () => gatherDigests(services)), everyMinutes: 60 }],
})
