/**
 * Mails to whoever is asked. It may run twice: state and Message-ID make the second harmless. What the mail server said of the first one
 * is told with the supplier.
 */
import type { Language } from '@sampan/contract/paths'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob, type JobTry } from '../../jobs/queue.ts'
import { requestLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findAccount, languageOfAccount } from '../accounts/index.ts'
import { brandOfMail } from '../branding/index.ts'
import { originOfOwner, senderOfOwner } from '../domains/index.ts'
import { askToMail, laterSeconds, type MailPass, sendMail } from '../mails/index.ts'
import { isSuspended, ownerStatusOf, whileSuspendedSeconds } from '../owners/index.ts'
import { bounceAddressOf } from '../transfers/index.ts'
import { supplierMail } from './emails.tsx'
import { bareRejectedMail } from './emails-receipt.tsx'
import { mailSupplierJob, type SupplierMail, supplierMailId, supplierMailKey } from './job-names.ts'
import { documentsOf, findRequest, type RequestRow } from './queries.ts'
import { languageOfLast, sentFiles } from './queries-submissions.ts'
import { commentsOf, findSupplier, moveMail, type SupplierRow, updateSupplier } from './queries-suppliers.ts'
import { endOf, statusOf } from './request-status.ts'
import { filesSentBack, isComplete, stillAsked } from './slots.ts'
import { supplierToken } from './supplier-token.ts'

const kinds = {
  asked: 'requestAsked',
  reminder: 'requestReminder',
  rejected: 'requestRejected',
  commented: 'requestCommented',
} as const

type Due = { supplier: SupplierRow; request: RequestRow; requester: Requester; pass: MailPass; isProven: boolean }
type Requester = { name: string; company: string; email: string }

/**
 * Where a supplier reads mail: who was asked by name at that address; a stranger at the one that came with the files that are spoken of.
 * Who was removed has neither a link nor a browser, and gets none.
 */
async function readerOf(tx: Transaction, supplier: SupplierRow, { kind }: SupplierMail) {
  const { tokenHash, browserHash, email, requestId, id } = supplier
  if (tokenHash) return { email, isProven: true }
  if (!browserHash || kind !== 'rejected') return null
  const [file] = filesSentBack(await sentFiles(tx, requestId, id))
  return file && { email: file.email, isProven: file.isEmailProven }
}

/** Who is mailed and of what, where that is still to be said; else it is over, or comes later. */
async function dueMail(services: Services, mail: SupplierMail, tried: JobTry): Promise<Due | null> {
  const { db, clock } = services
  return inTransaction(db, async (tx) => {
    const supplier = await findSupplier(tx, { id: mail.supplierId })
    const request = supplier && (await findRequest(tx, { id: supplier.requestId }))
    const account = request?.authorId ? await findAccount(tx, { id: request.authorId }) : undefined
    const reader = supplier && (await readerOf(tx, supplier, mail))
    if (!supplier || !reader?.email || !request || !account || request.takenDown) return null
    // What is sent back is asked for again, whatever else the request takes no longer.
    if (statusOf(request, clock()) === 'closed' && mail.kind !== 'rejected') return null
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
    const sender = { email, authorId: userId }
    const hasTurn = tried.attempt > 1
    const pass = await askToMail(tx, services, { kind: kinds[mail.kind], to: reader.email, sender, hasTurn })
    if (typeof pass !== 'string')
      return { supplier, request, requester: { email, name, company }, pass, isProven: reader.isProven }
    if (mail.kind === 'asked')
      await updateSupplier(
        tx,
        supplier.id,
        pass === 'full' ? { mailState: 'waiting' } : { mailState: 'refused', mailReason: null },
      )
    if (pass === 'full') await later(laterSeconds)
    return null
  })
}

/** What a mail of each kind quotes. */
async function quoted({ db }: Services, { kind, again }: SupplierMail, { supplier, request, pass }: Due) {
  if (kind === 'commented') {
    const comment = (await commentsOf(db, [supplier.id])).find(({ id }) => id === again)
    return { message: comment?.text ?? '', rejected: [] }
  }
  if (kind !== 'rejected') return { message: request.message, rejected: [] }
  const rejected = filesSentBack(await sentFiles(db, request.id, supplier.id))
  return { message: '', rejected: rejected.filter(({ email }) => supplier.tokenHash !== null || email === pass.to) }
}

/** The page and the receipt have spoken it with them, or their own account does. */
async function languageOf(db: Services['db'], { id, email }: SupplierRow, request: RequestRow): Promise<Language> {
  return (await languageOfLast(db, id)) ?? (email ? await languageOfAccount(db, email) : null) ?? request.language
}

export async function mailSupplier(services: Services, mail: SupplierMail, tried: JobTry): Promise<void> {
  const due = await dueMail(services, mail, tried)
  if (!due) return
  const { config, secrets, clock, db } = services
  const { supplier, request, requester, pass, isProven } = due
  const { message, rejected } = await quoted(services, mail, due)
  // Decided otherwise meanwhile.
  if (mail.kind === 'rejected' && rejected.length === 0) return
  const common = {
    language: await languageOf(db, supplier, request),
    productName: config.productName,
    // Only who was asked by name has a token that is kept.
    link: requestLink(
      await originOfOwner({ db, config }, request.ownerId),
      request.slug,
      supplier.tokenHash ? supplierToken(secrets.link, supplier.id) : undefined,
    ),
    refuseLink: pass.refuseLink,
  }
  const content = {
    ...common,
    kind: mail.kind,
    hasOwnLink: supplier.tokenHash !== null,
    requester,
    title: request.title,
    message,
    documents: stillAsked(await documentsOf(db, request.id), await sentFiles(db, request.id, supplier.id)),
    rejected,
    dueAt: request.dueAt,
    isLate: request.dueAt !== null && request.dueAt <= clock(),
    endsAt: endOf(request),
    hasPassword: request.passwordHash !== null,
  }
  // To an address that nobody has proven nothing goes that somebody else has chosen, no picture either.
  const rendered = isProven
    ? supplierMail({ ...content, brand: await brandOfMail(services, request.ownerId, common.language) })
    : bareRejectedMail({ ...common, requester })
  try {
    await sendMail(services, pass, {
      ...rendered,
      ...(await senderOfOwner(services, request.ownerId)),
      id: supplierMailId(mail).replace(/[^\w-]+/g, '.'),
      fromName: (isProven && requester.name) || requester.email,
      replyTo: requester.email,
      returnTo: bounceAddressOf(services, { id: supplier.id, email: pass.to }),
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
