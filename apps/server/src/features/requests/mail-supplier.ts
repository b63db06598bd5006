/**
 * Mails to whoever is asked. It may run twice: state and Message-ID make the second harmless. What the mail server said of the first one
 * is told with the supplier.
 */
import { MailRefused } from '../../adapters/mail/mail.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob, type JobTry } from '../../jobs/queue.ts'
import { messageIdOf, requestLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../accounts/index.ts'
import { isSuspended, ownerStatusOf, whileSuspendedSeconds } from '../owners/index.ts'
import { refusalLink, refusesMail } from '../refusals/index.ts'
import { bounceAddressOf, takeTurn } from '../transfers/index.ts'
import { supplierMail } from './emails.tsx'
import { mailSupplierJob, type SupplierMail, supplierMailKey } from './job-names.ts'
import { documentsOf, findRequest, type RequestRow } from './queries.ts'
import { sentFiles } from './queries-submissions.ts'
import { commentsOf, findSupplier, moveMail, type SupplierRow, updateSupplier } from './queries-suppliers.ts'
import { endOf, statusOf } from './request-status.ts'
import { isComplete } from './slots.ts'
import { supplierToken } from './supplier-token.ts'

/** A mailbox that got many mails of late gets this one later. */
const laterSeconds = 3600

type Due = { supplier: SupplierRow & { email: string }; request: RequestRow; requester: Requester }
type Requester = { name: string; company: string; email: string; userId: string }

/** Who is mailed and of what, where that is still to be said; else it is over, or comes later. */
async function dueMail(services: Services, mail: SupplierMail, tried: JobTry): Promise<Due | null> {
  const { db, clock } = services
  return inTransaction(db, async (tx) => {
    const supplier = await findSupplier(tx, { id: mail.supplierId })
    const request = supplier && (await findRequest(tx, { id: supplier.requestId }))
    const account = request?.authorId ? await findAccount(tx, { id: request.authorId }) : undefined
    if (!supplier?.email || !request || !account || statusOf(request, clock()) === 'closed') return null
    const later = (afterSeconds: number) => addJob(tx, mailSupplierJob, mail, { key: supplierMailKey(mail), afterSeconds })
    if (isSuspended((await ownerStatusOf(tx, request.ownerId))!)) {
      if (statusOf(request, clock()) === 'open') await later(whileSuspendedSeconds)
      return null
    }
    if (mail.kind === 'asked' && supplier.mailState === 'sent') return null
    // Sent meanwhile: a reminder of what is there helps nobody.
    const isOver =
      mail.kind === 'reminder' && isComplete(await documentsOf(tx, request.id), await sentFiles(tx, request.id, supplier.id))
    if (isOver) return null
    const { id: userId, email, fullName: name, company } = account.user
    if (await refusesMail(tx, supplier.email, { email, authorId: userId })) {
      if (mail.kind === 'asked') await updateSupplier(tx, supplier.id, { mailState: 'refused', mailReason: null })
      return null
    }
    if (tried.attempt === 1 && !(await takeTurn(tx, services, supplier.email))) {
      if (mail.kind === 'asked') await updateSupplier(tx, supplier.id, { mailState: 'waiting' })
      await later(laterSeconds)
      return null
    }
    return { supplier: { ...supplier, email: supplier.email }, request, requester: { userId, email, name, company } }
  })
}

/** What a mail of each kind quotes. */
async function quoted({ db }: Services, { kind, again, fileIds = [] }: SupplierMail, { supplier, request }: Due) {
  if (kind === 'commented') {
    const comment = (await commentsOf(db, [supplier.id])).find(({ id }) => id === again)
    return { message: comment?.text ?? '', rejected: [] }
  }
  if (kind !== 'rejected') return { message: request.message, rejected: [] }
  const rejected = (await sentFiles(db, request.id, supplier.id)).filter(
    ({ fileId, decision }) => fileIds.includes(fileId) && decision === 'rejected',
  )
  return { message: rejected[0]?.reason ?? '', rejected }
}

export async function mailSupplier(services: Services, mail: SupplierMail, tried: JobTry): Promise<void> {
  const due = await dueMail(services, mail, tried)
  if (!due) return
  const { config, secrets, clock, db } = services
  const { supplier, request, requester } = due
  const { message, rejected } = await quoted(services, mail, due)
  // Decided otherwise meanwhile.
  if (mail.kind === 'rejected' && rejected.length === 0) return
  const refuseLink = refusalLink(config, secrets.refusal, supplier.email, { email: requester.email, authorId: requester.userId })
  const rendered = supplierMail({
    language: request.language,
    productName: config.productName,
    link: requestLink(config, request.slug, supplierToken(secrets.link, supplier.id)),
    kind: mail.kind,
    requester,
    title: request.title,
    message,
    documents: await documentsOf(db, request.id),
    rejected,
    dueAt: request.dueAt,
    isLate: request.dueAt !== null && request.dueAt <= clock(),
    endsAt: endOf(request),
    hasPassword: request.passwordHash !== null,
    refuseLink,
  })
  try {
    await services.mailer.send({
      ...rendered,
      messageId: messageIdOf(config, supplierMailKey(mail).replace(/[^\w-]+/g, '.')),
      to: supplier.email,
      fromName: requester.name || requester.email,
      replyTo: requester.email,
      returnTo: bounceAddressOf(services, { id: supplier.id, email: supplier.email }),
      unsubscribe: refuseLink,
    })
  } catch (error) {
    const isOver = error instanceof MailRefused || tried.attempt >= tried.maxAttempts
    const mailReason = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    if (mail.kind === 'asked') await updateSupplier(db, supplier.id, { mailState: isOver ? 'bounced' : 'deferred', mailReason })
    if (!isOver) throw error
    return
  }
  await moveMail(db, supplier.id, ['queued', 'waiting', 'deferred'], { mailState: 'sent', mailReason: null, mailedAt: clock() })
}
