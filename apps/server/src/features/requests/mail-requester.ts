/** Mails to whoever asks: what was received, and what suppliers write, each gathered over some minutes. */
import { dashRequestPath } from '@sampan/contract/paths'
import { type Db, inTransaction } from '../../db/connect.ts'
import { addJob, type JobTry } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import { findAccount } from '../accounts/index.ts'
import { askToMail, laterSeconds, type MailPass, sendMail, sendOwnMail } from '../mails/index.ts'
import { announceMail, writtenMail } from './emails.tsx'
import { announceJob, announceKey, writtenJob, writtenKey } from './job-names.ts'
import { findRequest, lockRequest, type RequestRow, updateRequest } from './queries.ts'
import { findNoticeAddress, markTold, untoldComments } from './queries-notices.ts'
import { receivedSince } from './queries-submissions.ts'

export type Requester = NonNullable<Awaited<ReturnType<typeof requesterOf>>>

export async function requesterOf(db: Db, { authorId }: RequestRow) {
  const account = authorId ? await findAccount(db, { id: authorId }) : undefined
  if (!account) return null
  const { id: userId, email, fullName: name, company, language } = account.user
  return { userId, email, name, company, language }
}

/** Another address than the account's own, once its reader has said that it wants notices. */
async function elsewhere(db: Db, { notifyEmail }: RequestRow, { userId, email }: Requester): Promise<string | null> {
  if (!notifyEmail || notifyEmail === email) return null
  return (await findNoticeAddress(db, { userId, email: notifyEmail }))?.provenAt ? notifyEmail : null
}

type Notice = { request: RequestRow; requester: Requester; tried: JobTry; later: (tx: Db) => Promise<void> }

/** Whereto: elsewhere with a pass; or to the account's own address, also where the other one refuses it. Null: later. */
const whereto = (services: Services, { request, requester, tried, later }: Notice): Promise<MailPass | 'own' | null> =>
  inTransaction(services.db, async (tx) => {
    const to = await elsewhere(tx, request, requester)
    if (!to) return 'own'
    const sender = { email: requester.email, authorId: requester.userId }
    const pass = await askToMail(tx, services, { kind: 'requestNoticeElsewhere', to, sender, hasTurn: tried.attempt > 1 })
    if (pass === 'full') await later(tx)
    return pass === 'full' ? null : pass === 'refused' ? 'own' : pass
  })

type Common = { language: Requester['language']; productName: string; link: string; title: string; refuseLink: string | null }

/** False where it comes later. */
async function notifyRequester(
  services: Services,
  notice: Notice,
  { id, write }: { id: string; write: (common: Common) => RenderedMail },
): Promise<boolean> {
  const { config } = services
  const { request, requester } = notice
  const pass = await whereto(services, notice)
  if (!pass) return false
  const mail = write({
    language: requester.language,
    productName: config.productName,
    link: urlOf(config, dashRequestPath(request.slug)),
    title: request.title,
    refuseLink: pass === 'own' ? null : pass.refuseLink,
  })
  if (pass === 'own') await sendOwnMail(services, 'requestNotice', { ...mail, id, to: requester.email })
  else await sendMail(services, pass, { ...mail, id })
  return true
}

/** Once for each time that something came: what a second run would tell was told. */
export async function announce(services: Services, requestId: string, tried: JobTry): Promise<void> {
  const { db, clock } = services
  const now = clock()
  const told = await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, { id: requestId })
    if (!request?.notifyOnUpload || request.takenDown) return null
    return { request, submissions: await receivedSince(tx, requestId, request.announcedAt) }
  })
  const requester = told && (await requesterOf(db, told.request))
  // Something that was replaced or taken back meanwhile is no news.
  const received = told?.submissions
    .map(({ content, ...sent }) => ({ ...sent, ...content }))
    .filter(({ fileCount }) => fileCount > 0)
  if (!told || !requester || !received?.length) return
  const { request, submissions } = told
  const latest = submissions.map(({ receivedAt }) => receivedAt.getTime()).reduce((a, b) => Math.max(a, b))
  const options = { key: announceKey(requestId), afterSeconds: laterSeconds }
  const later = (tx: Db) => addJob(tx, announceJob, { requestId }, options)
  const id = `announce-${requestId}.${latest}`
  const write = (common: Common) => announceMail({ ...common, received })
  if (!(await notifyRequester(services, { request, requester, tried, later }, { id, write }))) return
  await inTransaction(db, (tx) => updateRequest(tx, requestId, { announcedAt: new Date(Math.min(latest, now.getTime())) }))
}

/** Everything that suppliers have written since the last one. */
export async function mailWritten(services: Services, requestId: string, tried: JobTry): Promise<void> {
  const { db } = services
  const request = await findRequest(db, { id: requestId })
  const requester = request && (await requesterOf(db, request))
  const comments = requester ? await untoldComments(db, requestId) : []
  const latest = comments.at(-1)
  if (!request || request.takenDown || !requester || !latest) return
  const options = { key: writtenKey(requestId), afterSeconds: laterSeconds }
  const later = (tx: Db) => addJob(tx, writtenJob, { requestId }, options)
  const id = `written-${requestId}.${latest.id}`
  const write = (common: Common) => writtenMail({ ...common, comments })
  if (!(await notifyRequester(services, { request, requester, tried, later }, { id, write }))) return
  await markTold(
    db,
    comments.map((comment) => comment.id),
  )
}
