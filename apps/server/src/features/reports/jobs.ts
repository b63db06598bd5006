import { dashRequestPath, defaultLanguage } from '@sampan/contract/paths'
import { handleJob, type JobHandler, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../accounts/index.ts'
import { sendOwnMail } from '../mails/index.ts'
import { findRequest, type RequestRow } from '../requests/index.ts'
import { copiesOf, findTransfer, senderOf } from '../transfers/index.ts'
import { decidedMail, reportedMail } from './emails.tsx'
import { notifyOperatorJob, notifySenderJob } from './job-names.ts'
import { reportsOf, type Subject } from './queries.ts'

/** What a mail to the operator says of what was reported; null where it is gone. */
async function aboutOf({ db }: Services, subject: Subject) {
  if ('transferId' in subject) {
    const transfer = await findTransfer(db, { id: subject.transferId })
    if (!transfer) return null
    const { slug, senderEmail, fileName, fileCount } = transfer
    const copies = await copiesOf(db, transfer.id)
    return { kind: 'transfer' as const, slug, senderEmail, what: `${fileName} (${fileCount})`, copies }
  }
  const request = await findRequest(db, { id: subject.requestId })
  if (!request) return null
  const senderEmail = (await authorOf({ db }, request))?.email ?? ''
  return { kind: 'request' as const, slug: request.slug, senderEmail, what: request.title, copies: [] }
}

const authorOf = async ({ db }: Pick<Services, 'db'>, { authorId }: RequestRow) =>
  authorId ? (await findAccount(db, { id: authorId }))?.user : undefined

/** Nobody is told where the operator has named no address: the reports wait for the command. */
async function notifyOperator(services: Services, subject: Subject): Promise<void> {
  const { db, config } = services
  const to = config.abuseEmail ?? config.supportEmail
  const about = to && (await aboutOf(services, subject))
  if (!about) return
  const reports = await reportsOf(db, subject, true)
  const latest = reports.at(-1)
  if (!latest) return
  // The operator's commands speak English.
  const common = { language: defaultLanguage, productName: config.productName } as const
  const mail = await reportedMail({ ...common, ...about, reports: reports.toReversed() })
  await sendOwnMail(services, 'abuseReport', { ...mail, id: `report-${latest.id}`, to })
}

type Decided = Subject & { at: number; isBack: boolean }

/** Whom a decision is told, and of what; null where nobody is, or it was decided otherwise meanwhile, which a mail of its own tells. */
async function ownerOf(services: Services, decided: Decided) {
  const { db, config } = services
  const { isBack } = decided
  if ('transferId' in decided) {
    const transfer = await findTransfer(db, { id: decided.transferId })
    if (!transfer || transfer.state === 'deleted' || (transfer.state === 'takenDown') === isBack) return null
    const { email: to, language, link } = await senderOf(services, db, transfer)
    return { kind: 'transfer' as const, to, language, link, title: transfer.title || transfer.fileName }
  }
  const request = await findRequest(db, { id: decided.requestId })
  const author = request && (await authorOf({ db }, request))
  if (!request || !author || (request.takenDown !== null) === isBack) return null
  const { email: to, language } = author
  return { kind: 'request' as const, to, language, link: urlOf(config, dashRequestPath(request.slug)), title: request.title }
}

async function notifySender(services: Services, decided: Decided): Promise<void> {
  const { config } = services
  const owner = await ownerOf(services, decided)
  if (!owner) return
  const { to, ...about } = owner
  const { isBack, at } = decided
  const { productName, supportEmail, abuseEmail } = config
  const mail = await decidedMail({ ...about, productName, isBack, support: supportEmail ?? abuseEmail })
  const id = 'transferId' in decided ? decided.transferId : decided.requestId
  await sendOwnMail(services, 'reportDecided', { ...mail, id: `decided-${id}-${at}`, to })
}

export const reportJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(notifyOperatorJob, (subject) => notifyOperator(services, subject)),
    handleJob(notifySenderJob, (payload) => notifySender(services, payload)),
  ],
  timed: [],
})
