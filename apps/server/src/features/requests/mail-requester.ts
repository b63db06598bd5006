/** Mails to whoever asks: what was received, gathered; and what suppliers write. And the receipt of whoever has sent. */
import { dashRequestPath } from '@sampan/contract/paths'
import { inTransaction } from '../../db/connect.ts'
import { messageIdOf, requestLink, urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../accounts/index.ts'
import { announceMail, receiptMail, writtenMail } from './emails.tsx'
import { findRequest, lockRequest, type RequestRow, updateRequest } from './queries.ts'
import { findSubmission, receivedSince, sentFiles } from './queries-submissions.ts'
import { findComment, findSupplier } from './queries-suppliers.ts'
import { supplierToken } from './supplier-token.ts'

async function requesterOf({ db }: Pick<Services, 'db'>, { authorId, notifyEmail }: RequestRow) {
  const account = authorId ? await findAccount(db, { id: authorId }) : undefined
  if (!account) return null
  const { email, fullName: name, company, language } = account.user
  return { email, name, company, language, to: notifyEmail ?? email }
}

/** Once for each time that something came: what a second run would tell was told. */
export async function announce(services: Services, requestId: string): Promise<void> {
  const { db, clock, config, mailer } = services
  const now = clock()
  const told = await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, { id: requestId })
    if (!request?.notifyOnUpload) return null
    return { request, received: await receivedSince(tx, requestId, request.announcedAt) }
  })
  const requester = told && (await requesterOf(services, told.request))
  if (!told || !requester || told.received.length === 0) return
  const { request, received } = told
  const { productName } = config
  const link = urlOf(config, dashRequestPath(request.slug))
  const mail = announceMail({ language: requester.language, productName, link, title: request.title, received })
  const latest = received.map(({ receivedAt }) => receivedAt.getTime()).reduce((a, b) => Math.max(a, b))
  await mailer.send({
    ...mail,
    messageId: messageIdOf(config, `announce-${requestId}.${latest}`),
    to: requester.to,
    fromName: productName,
  })
  await inTransaction(db, (tx) => updateRequest(tx, requestId, { announcedAt: new Date(Math.min(latest, now.getTime())) }))
}

export async function mailReceipt(services: Services, submissionId: string): Promise<void> {
  const { db, config, secrets, mailer } = services
  const submission = await findSubmission(db, { id: submissionId })
  const request = submission && (await findRequest(db, { id: submission.requestId }))
  const supplier = submission && (await findSupplier(db, { id: submission.supplierId }))
  const requester = request && (await requesterOf(services, request))
  if (!submission?.receivedAt || !request || !supplier?.email || !requester) return
  const files = (await sentFiles(db, request.id, supplier.id)).filter((file) => file.submissionId === submissionId)
  if (files.length === 0) return
  const mail = receiptMail({
    language: submission.language,
    productName: config.productName,
    link: requestLink(config, request.slug, supplier.tokenHash ? supplierToken(secrets.link, supplier.id) : undefined),
    requester,
    files,
    receivedAt: submission.receivedAt,
  })
  await mailer.send({
    ...mail,
    messageId: messageIdOf(config, `submission-${submissionId}`),
    to: supplier.email,
    fromName: config.productName,
  })
}

export async function mailWritten(services: Services, commentId: string): Promise<void> {
  const { db, config, mailer } = services
  const comment = await findComment(db, commentId)
  const supplier = comment && (await findSupplier(db, { id: comment.supplierId }))
  const request = supplier && (await findRequest(db, { id: supplier.requestId }))
  const requester = request && (await requesterOf(services, request))
  if (!comment || !supplier || !request || !requester) return
  const mail = writtenMail({
    language: requester.language,
    productName: config.productName,
    link: urlOf(config, dashRequestPath(request.slug)),
    who: supplier.name || supplier.email,
    title: request.title,
    text: comment.text,
  })
  await mailer.send({
    ...mail,
    messageId: messageIdOf(config, `comment-${commentId}`),
    to: requester.to,
    fromName: config.productName,
  })
}
