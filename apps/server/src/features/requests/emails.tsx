/** The mails of file requests: to whoever is asked, and to whoever asks (R1 to R3). */
import type { Language } from '@sampan/contract/paths'
import { formatBytes, formatDateTime, formatNumber } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { LinkButton, Note, Paragraph, Quote, Rows, WordLink } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'

const shownRows = 20

type Common = { language: Language; productName: string; link: string }
type Requester = { name: string; company: string; email: string }
type Named = { path: string; size: number }

const texts = ({ language }: Common) => mailTexts(language)
/** A mail knows no reader's time zone, so it says which one it means. */
const dateOf = (mail: Common, at: Date): string => `${formatDateTime(at, mail.language, 'UTC')} UTC`
const baseName = (path: string): string => path.split('/').at(-1) ?? path

function requesterOf(mail: Common, { name, company, email }: Requester): string {
  if (!name.trim()) return email
  return company.trim() ? texts(mail).nameOfCompany(name, company) : name
}

const contentOf = (mail: Common, count: number, bytes: number): string =>
  texts(mail).filesAndSize(texts(mail).fileCount(count, formatNumber(count, mail.language)), formatBytes(bytes, mail.language))

const moreOf = (mail: Common, rest: number): string | null =>
  rest > 0 ? texts(mail).moreFiles(rest, formatNumber(rest, mail.language)) : null

const MessageQuote = ({ label, text }: { label: string; text: string }) =>
  text.trim() ? <Quote label={label} text={userText(text.trim())} /> : null

export type SupplierMailContent = Common & {
  kind: 'asked' | 'reminder' | 'rejected' | 'commented'
  requester: Requester
  title: string
  /** The request's own, or the reason of a rejection, or the comment. */
  message: string
  documents: { name: string; isRequired: boolean }[]
  rejected: Named[]
  dueAt: Date | null
  isLate: boolean
  endsAt: Date | null
  hasPassword: boolean
  /** By which its reader refuses further mail. */
  refuseLink: string
}

function wordsOf(mail: SupplierMailContent): { subject: string; title: string } {
  const { requests, quoted } = texts(mail)
  const who = requesterOf(mail, mail.requester)
  const what = mail.title ? quoted(mail.title) : ''
  const [first] = mail.rejected
  if (mail.kind === 'rejected')
    return { subject: requests.rejected.subject(who, quoted(first ? baseName(first.path) : '')), title: requests.rejected.title }
  if (mail.kind === 'commented')
    return { subject: requests.commented.subject(who), title: requests.commented.title(userText(who)) }
  const { subject, title } = requests[mail.kind]
  return { subject: subject(who, what), title: title(userText(who)) }
}

const Content = ({ mail }: { mail: SupplierMailContent }) => {
  const { requests, messageLabel } = texts(mail)
  if (mail.kind === 'rejected')
    return (
      <>
        <Paragraph>{requests.rejected.intro(userText(requesterOf(mail, mail.requester)))}</Paragraph>
        <Rows
          rows={mail.rejected.slice(0, shownRows).map(({ path, size }) => ({
            key: path,
            left: userText(path),
            right: formatBytes(size, mail.language),
          }))}
          more={moreOf(mail, mail.rejected.length - shownRows)}
        />
        <MessageQuote label={requests.rejected.reason} text={mail.message} />
      </>
    )
  return (
    <>
      {mail.title && <Paragraph>{userText(mail.title)}</Paragraph>}
      <MessageQuote label={messageLabel} text={mail.message} />
      {mail.kind !== 'commented' && mail.documents.length > 0 && (
        <>
          <Paragraph>{requests.documents}</Paragraph>
          <Rows
            rows={mail.documents.map(({ name, isRequired }, at) => ({
              key: String(at),
              left: userText(name),
              right: isRequired ? '' : requests.optional,
            }))}
            more={null}
          />
        </>
      )}
    </>
  )
}

export function supplierMail(mail: SupplierMailContent): RenderedMail {
  const { requests, sentWith } = texts(mail)
  const { subject, title } = wordsOf(mail)
  const due = mail.dueAt && (mail.isLate ? requests.late : requests.due)(dateOf(mail, mail.dueAt))
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject,
    preheader: due ?? title,
    title,
    footer: (
      <>
        {requests.noAccount}
        <br />
        {requests.unknown(mail.requester.email)}
        <br />
        <WordLink href={mail.refuseLink} label={requests.refuse} />
        <br />
        {sentWith(mail.productName)}
      </>
    ),
    children: (
      <>
        {requesterOf(mail, mail.requester) !== mail.requester.email && <Note>{mail.requester.email}</Note>}
        <Content mail={mail} />
        {due && <Paragraph>{due}</Paragraph>}
        {mail.hasPassword && <Paragraph>{requests.needsPassword}</Paragraph>}
        <LinkButton href={mail.link} label={requests.button} linkLabel={requests.linkLabel} />
        {mail.endsAt && <Note>{requests.ends(dateOf(mail, mail.endsAt))}</Note>}
      </>
    ),
  })
}

/** To whoever has sent files, once all of them are durable. */
export function receiptMail(mail: Common & { requester: Requester; files: Named[]; receivedAt: Date }): RenderedMail {
  const { requests, sentWith } = texts(mail)
  const words = requests.receipt
  const who = requesterOf(mail, mail.requester)
  const bytes = mail.files.reduce((sum, { size }) => sum + size, 0)
  const intro = words.intro(userText(who), contentOf(mail, mail.files.length, bytes), dateOf(mail, mail.receivedAt))
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.subject(who),
    preheader: intro,
    title: words.title,
    footer: sentWith(mail.productName),
    children: (
      <>
        <Paragraph>{intro}</Paragraph>
        <Rows
          rows={mail.files.slice(0, shownRows).map(({ path, size }) => ({
            key: path,
            left: userText(path),
            right: formatBytes(size, mail.language),
          }))}
          more={moreOf(mail, mail.files.length - shownRows)}
        />
        <Paragraph>{words.again}</Paragraph>
        <LinkButton href={mail.link} label={words.button} linkLabel={requests.linkLabel} />
      </>
    ),
  })
}

export type Announced = { who: string | null; fileCount: number; bytes: number }

/** To the requester: everything that came since the last one, in one. */
export function announceMail(mail: Common & { title: string; received: Announced[] }): RenderedMail {
  const { requests, quoted, sentWith } = texts(mail)
  const words = requests.announce
  const what = mail.title ? quoted(mail.title) : requests.untitled
  const count = mail.received.reduce((sum, { fileCount }) => sum + fileCount, 0)
  const bytes = mail.received.reduce((sum, each) => sum + each.bytes, 0)
  const rest = mail.received.length - shownRows
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.subject(what, contentOf(mail, count, bytes)),
    preheader: contentOf(mail, count, bytes),
    title: words.title,
    footer: sentWith(mail.productName),
    children: (
      <>
        <Paragraph>{words.intro(userText(what))}</Paragraph>
        <Rows
          rows={mail.received.slice(0, shownRows).map(({ who, fileCount, bytes: size }, at) => ({
            key: String(at),
            left: userText(who ?? words.someone),
            right: contentOf(mail, fileCount, size),
          }))}
          more={rest > 0 ? words.more(rest, formatNumber(rest, mail.language)) : null}
        />
        <LinkButton href={mail.link} label={words.button} linkLabel={words.linkLabel} />
      </>
    ),
  })
}

/** To the requester: a supplier has written. */
export function writtenMail(mail: Common & { who: string | null; title: string; text: string }): RenderedMail {
  const { requests, messageLabel, quoted, sentWith } = texts(mail)
  const who = mail.who ?? requests.announce.someone
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: requests.written.subject(who, mail.title ? quoted(mail.title) : requests.untitled),
    preheader: requests.written.title(userText(who)),
    title: requests.written.title(userText(who)),
    footer: sentWith(mail.productName),
    children: (
      <>
        <MessageQuote label={messageLabel} text={mail.text} />
        <LinkButton href={mail.link} label={requests.announce.button} linkLabel={requests.announce.linkLabel} />
      </>
    ),
  })
}
