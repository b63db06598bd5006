/** The mails of file requests: to whoever is asked, and to whoever asks (R1 to R3). */

import type { Language } from '@sampan/contract/paths'
import { formatBytes, formatMoment, formatNumber } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { Fragment } from 'react'
import type { MailBrand } from '../../mail-layout/brand.ts'
import { fileIcon, LinkButton, Note, Paragraph, Quote, type Row, Rows, SentWith, WordLink } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'

export const shownRows = 20

export type Common = { language: Language; productName: string; link: string; brand?: MailBrand }
export type Requester = { name: string; company: string; email: string }
export type Named = { path: string; size: number }
type Rejected = Named & { reason: string }

export const texts = ({ language }: Common) => mailTexts(language)
export const dateOf = (mail: Common, at: Date): string => formatMoment(at, mail.language)
const baseName = (path: string): string => path.split('/').at(-1) ?? path

export function requesterOf(mail: Common, { name, company, email }: Requester): string {
  if (!name.trim()) return email
  return company.trim() ? texts(mail).nameOfCompany(name, company) : name
}

export const contentOf = (mail: Common, count: number, bytes: number): string =>
  texts(mail).filesAndSize(texts(mail).fileCount(count, formatNumber(count, mail.language)), formatBytes(bytes, mail.language))

export const moreOf = (mail: Common, rest: number): string | null =>
  rest > 0 ? texts(mail).moreFiles(rest, formatNumber(rest, mail.language)) : null

const MessageQuote = ({ label, text }: { label: string; text: string }) =>
  text.trim() ? <Quote label={label} text={userText(text.trim())} /> : null

export type SupplierMailContent = Common & {
  kind: 'asked' | 'reminder' | 'rejected' | 'commented'
  requester: Requester
  title: string
  /** The request's own, or the comment. */
  message: string
  /** What is asked for and not there. */
  documents: { name: string; isRequired: boolean; isSentBack: boolean }[]
  rejected: Rejected[]
  dueAt: Date | null
  isLate: boolean
  endsAt: Date | null
  hasPassword: boolean
  /** A link that is theirs alone. */
  hasOwnLink: boolean
  /** By which its reader refuses further mail. */
  refuseLink: string
}

function wordsOf(mail: SupplierMailContent): { subject: string; title: string } {
  const { requests, quoted } = texts(mail)
  const who = requesterOf(mail, mail.requester)
  const what = mail.title ? quoted(mail.title) : ''
  const [first] = mail.rejected
  if (mail.kind === 'rejected')
    return {
      subject: requests.rejected.subject(who, quoted(first ? baseName(first.path) : ''), what),
      title: requests.rejected.title,
    }
  if (mail.kind === 'commented')
    return { subject: requests.commented.subject(who), title: requests.commented.title(userText(who)) }
  const { subject, title } = requests[mail.kind]
  return { subject: subject(who, what), title: title(userText(who)) }
}

/** Files that came back for one reason stand together. */
const byReason = (files: readonly Rejected[]): [string, Rejected[]][] =>
  [...new Set(files.map(({ reason }) => reason))].map((reason) => [reason, files.filter((file) => file.reason === reason)])

const fileRow = (mail: Common, { path, size }: Named): Row => ({
  key: path,
  icon: fileIcon(path),
  left: userText(path),
  right: formatBytes(size, mail.language),
})

export const FileRows = ({ mail, files, more }: { mail: Common; files: readonly Named[]; more: string | null }) => (
  <Rows rows={files.map((file) => fileRow(mail, file))} more={more} />
)

const Content = ({ mail }: { mail: SupplierMailContent }) => {
  const { requests, messageLabel, quoted } = texts(mail)
  if (mail.kind === 'rejected')
    return (
      <>
        <Paragraph>
          {requests.rejected.intro(userText(requesterOf(mail, mail.requester)), mail.title && quoted(userText(mail.title)))}
        </Paragraph>
        {byReason(mail.rejected.slice(0, shownRows)).map(([reason, files]) => (
          <Fragment key={reason}>
            <FileRows mail={mail} files={files} more={null} />
            <MessageQuote label={requests.rejected.reason} text={reason} />
          </Fragment>
        ))}
        {mail.rejected.length > shownRows && <Note>{moreOf(mail, mail.rejected.length - shownRows)}</Note>}
      </>
    )
  return (
    <>
      {mail.title && <Paragraph>{userText(mail.title)}</Paragraph>}
      <MessageQuote label={messageLabel} text={mail.message} />
      {mail.kind !== 'commented' && mail.documents.length > 0 && (
        <>
          <Paragraph>{mail.kind === 'reminder' ? requests.stillNeeded : requests.documents}</Paragraph>
          <Rows
            rows={mail.documents.map(({ name, isRequired, isSentBack }, at) => ({
              key: String(at),
              left: userText(name),
              right: isSentBack ? requests.sentBack : isRequired ? '' : requests.optional,
            }))}
            more={null}
          />
        </>
      )}
    </>
  )
}

export function supplierMail(mail: SupplierMailContent): RenderedMail {
  const { requests } = texts(mail)
  const { subject, title } = wordsOf(mail)
  const due = mail.dueAt && (mail.isLate ? requests.late : requests.due)(dateOf(mail, mail.dueAt))
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    brand: mail.brand,
    subject,
    preheader: due ?? title,
    title,
    footer: (
      <>
        {mail.hasOwnLink && (
          <>
            {requests.noAccount}
            <br />
          </>
        )}
        {requests.unknown(mail.requester.email)}
        <br />
        <WordLink href={mail.refuseLink} label={requests.refuse} />
        <br />
        <SentWith mail={mail} />
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

/** `refuseLink`: where it goes to another address than the account's own. */
type Notice = { title: string; refuseLink: string | null }

const NoticeFooter = ({ mail }: { mail: Common & Pick<Notice, 'refuseLink'> }) => (
  <>
    {mail.refuseLink && (
      <>
        <WordLink href={mail.refuseLink} label={texts(mail).requests.refuse} />
        <br />
      </>
    )}
    {texts(mail).sentWith(mail.productName)}
  </>
)

/** `files`: the first few; `message`: what was written beside them. */
export type Announced = { who: string | null; fileCount: number; bytes: number; files: Named[]; message: string }

/** Who has sent how much, and below it what its first files are called. */
const announcedRows = (mail: Common, { who, fileCount, bytes, files }: Announced, at: number): Row[] => [
  {
    key: String(at),
    left: userText(who ?? texts(mail).requests.announce.someone),
    right: contentOf(mail, fileCount, bytes),
  },
  ...files.map(({ path, size }) => ({ ...fileRow(mail, { path: baseName(path), size }), key: `${at} ${path}` })),
]

/** To the requester: everything that came since the last one, in one. */
export function announceMail(mail: Common & Notice & { received: Announced[] }): RenderedMail {
  const { requests, quoted } = texts(mail)
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
    footer: <NoticeFooter mail={mail} />,
    children: (
      <>
        <Paragraph>{words.intro(userText(what))}</Paragraph>
        <LinkButton href={mail.link} label={words.button} linkLabel={words.linkLabel} />
        <Rows
          rows={mail.received.slice(0, shownRows).flatMap((received, at) => announcedRows(mail, received, at))}
          more={rest > 0 ? words.more(rest, formatNumber(rest, mail.language)) : null}
        />
        {mail.received.slice(0, shownRows).map(({ who, message }, at) => (
          <MessageQuote key={String(at)} label={userText(who ?? words.someone)} text={message} />
        ))}
      </>
    ),
  })
}

export type Written = { id: string; who: string | null; text: string }

/** To the requester: what suppliers have written since the last one, oldest first. */
export function writtenMail(mail: Common & Notice & { comments: Written[] }): RenderedMail {
  const { requests, quoted } = texts(mail)
  const { comments } = mail
  const names = new Set(comments.map(({ who }) => who ?? requests.announce.someone))
  const [first = requests.announce.someone] = names
  const count = formatNumber(comments.length, mail.language)
  const title = names.size > 1 ? requests.written.titleMany(count) : requests.written.title(userText(first))
  const what = mail.title ? quoted(mail.title) : requests.untitled
  const rest = comments.length - shownRows
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: names.size > 1 ? requests.written.subjectMany(count, what) : requests.written.subject(first, what),
    preheader: title,
    title,
    footer: <NoticeFooter mail={mail} />,
    children: (
      <>
        {comments.slice(0, shownRows).map(({ id, who, text }) => (
          <MessageQuote key={id} label={userText(who ?? requests.announce.someone)} text={text} />
        ))}
        {rest > 0 && <Note>{requests.written.more(rest, formatNumber(rest, mail.language))}</Note>}
        <LinkButton href={mail.link} label={requests.announce.button} linkLabel={requests.announce.linkLabel} />
      </>
    ),
  })
}

/** To an address that somebody has named for notices of their requests. */
export function proofMail(mail: Common & { by: string; refuseLink: string }): RenderedMail {
  const { requests } = texts(mail)
  const words = requests.proof
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.subject(mail.by),
    preheader: words.intro(mail.by),
    title: words.title,
    footer: (
      <>
        {words.ignore}
        <br />
        <NoticeFooter mail={mail} />
      </>
    ),
    children: (
      <>
        <Paragraph>{words.intro(mail.by)}</Paragraph>
        <LinkButton href={mail.link} label={words.button} linkLabel={words.linkLabel} />
      </>
    ),
  })
}
