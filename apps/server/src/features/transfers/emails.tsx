/** The mails of a transfer: to each recipient, to the sender, and when somebody downloads. */
import type { Language } from '@sampan/contract/paths'
import type { SenderValues } from '@sampan/contract/rules/sender-values'
import { formatBytes, formatCountry, formatMoment, formatNumber, formatPlace } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import type { MailBrand } from '../../mail-layout/brand.ts'
import { colors } from '../../mail-layout/colors.ts'
import {
  Facts,
  fileIcon,
  LinkButton,
  Note,
  Paragraph,
  Quote,
  type Row,
  Rows,
  SentWith,
  WordLink,
} from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'
import type { MailAbout } from './job-names.ts'
import type { TransferRow } from './queries.ts'

const shownFiles = 5
const shownPeople = 10

type Common = { language: Language; productName: string; brand?: MailBrand }
type Content = { fileCount: number; totalBytes: number }
type MailedFile = { path: string; size: number; media?: 'voice' | 'video' | null }

const texts = ({ language }: Common) => mailTexts(language)
const countOf = (mail: Common, count: number): string => texts(mail).fileCount(count, formatNumber(count, mail.language))
export const contentOf = (mail: Common, { fileCount, totalBytes }: Content): string =>
  texts(mail).filesAndSize(countOf(mail, fileCount), formatBytes(totalBytes, mail.language))
export const dateOf = (mail: Common, at: Date): string => formatMoment(at, mail.language)
const baseName = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? path

const MessageQuote = ({ label, message }: { label: string; message: string }) =>
  message.trim() ? <Quote label={label} text={userText(message.trim())} /> : null

/** What every mail to a recipient says of a transfer: what its sender has set of it, and what it is. */
export type MailedTransfer = SenderValues &
  Pick<TransferRow, 'senderEmail' | 'senderName' | 'company' | 'fileCount' | 'totalBytes' | 'expiresAt'> & {
    neverExpires: boolean
    /** The recipient's personal link. */
    link: string
    hasPassword: boolean
  }

export type RecipientMail = Common &
  MailedTransfer & {
    /** The first few are enough; fileCount tells of the others. */
    files: MailedFile[]
    /** By which its reader refuses further mail. */
    refuseLink: string
    /** Its reader has had one before, and has not downloaded yet, or has what was there before. */
    about?: MailAbout | null
  }

export function senderOf(mail: Common & Pick<RecipientMail, 'senderEmail' | 'senderName' | 'company'>): string {
  if (!mail.senderName?.trim()) return mail.senderEmail
  return mail.company?.trim() ? texts(mail).nameOfCompany(mail.senderName, mail.company) : mail.senderName
}

/** What was recorded has a name of no use to people. */
const nameOf = (mail: Common, { path, media }: MailedFile): string => (media ? texts(mail).recorded[media] : userText(path))

const FileRows = ({ mail }: { mail: Common & { files: MailedFile[]; fileCount: number } }) => {
  const shown = mail.files.slice(0, shownFiles)
  const rest = mail.fileCount - shown.length
  const rows: Row[] = shown.map((file) => ({
    key: file.path,
    icon: file.media === 'voice' ? '🎤' : fileIcon(file.path),
    left: nameOf(mail, file),
    right: file.path.endsWith('/') ? '' : formatBytes(file.size, mail.language),
  }))
  return <Rows rows={rows} more={rest > 0 ? texts(mail).moreFiles(rest, formatNumber(rest, mail.language)) : null} />
}

const recipientFooter = (mail: RecipientMail) => (
  <>
    {texts(mail).recipient.personal(mail.notifyOnDownload)}
    <br />
    {texts(mail).recipient.unknownSender(mail.senderEmail)}
    <br />
    <WordLink href={mail.refuseLink} label={texts(mail).recipient.refuse} />
    <br />
    <SentWith mail={mail} />
  </>
)

export function recipientMail(mail: RecipientMail): RenderedMail {
  const { recipient: words, quoted, messageLabel } = texts(mail)
  const sender = senderOf(mail)
  const isOne = mail.fileCount === 1
  const named = mail.title || (isOne && mail.files[0] && baseName(mail.files[0].path))
  const what = named ? quoted(named) : countOf(mail, mail.fileCount)
  const until = mail.neverExpires ? words.forever : words.until(dateOf(mail, mail.expiresAt))
  const content = contentOf(mail, mail)
  const again = mail.about ? words[mail.about] : null
  const { subject, title, titleOne } = again ?? words
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    brand: mail.brand,
    subject: subject(sender, what),
    preheader: words.preheader(content, until),
    title: userText((isOne ? titleOne : title)(sender)),
    footer: recipientFooter(mail),
    children: (
      <>
        {sender !== mail.senderEmail && <Note>{mail.senderEmail}</Note>}
        {again && <Paragraph>{isOne ? again.introOne : again.intro}</Paragraph>}
        <MessageQuote label={messageLabel} message={mail.message} />
        {mail.title && <Paragraph>{userText(mail.title)}</Paragraph>}
        {mail.hasPassword && <Paragraph>{words.needsPassword}</Paragraph>}
        <LinkButton href={mail.link} label={isOne ? words.buttonOne : words.button} linkLabel={words.linkLabel} />
        <Note>{until}</Note>
        {mail.downloadLimit && <Note>{words.limited(mail.downloadLimit, formatNumber(mail.downloadLimit, mail.language))}</Note>}
        <Paragraph>{content}</Paragraph>
        <FileRows mail={mail} />
      </>
    ),
  })
}

export type ConfirmationMail = Common &
  Content & {
    recipients: string[]
    /** Where the sender asked for one, instead of mails to recipients. */
    link: string | null
    expiresAt: Date
    neverExpires: boolean
    fileName: string
    /** What its sender calls it. */
    title: string
    /** The first few are enough. */
    files: MailedFile[]
    message: string
    /** A mail follows when somebody downloads. */
    isNotified: boolean
    isFromAccount: boolean
    /** Where its sender looks after it: in the dashboard, or by a link of its own (Q22). */
    senderLink: string
  }

const PeopleRows = ({ mail }: { mail: ConfirmationMail }) => {
  const shown = mail.recipients.slice(0, shownPeople)
  const rest = mail.recipients.length - shown.length
  const rows = shown.map((email) => ({ key: email, left: email, right: '' }))
  return <Rows rows={rows} more={rest > 0 ? texts(mail).morePeople(rest, formatNumber(rest, mail.language)) : null} />
}

function untilOf(mail: ConfirmationMail): string {
  const words = texts(mail).confirmation
  if (mail.neverExpires) return words.forever
  return (mail.link ? words.linkUntil : words.until)(dateOf(mail, mail.expiresAt))
}

const WhereTo = ({ mail }: { mail: ConfirmationMail }) => {
  const words = texts(mail).confirmation
  if (mail.link) return <LinkButton href={mail.link} label={words.linkButton} linkLabel={words.linkLabel} />
  return (
    <>
      <Paragraph>{mail.recipients.length > 1 ? words.intro : words.introOne}</Paragraph>
      <PeopleRows mail={mail} />
    </>
  )
}

/** What the transfer is called in this mail: its one file by name. */
const namedContentOf = (mail: ConfirmationMail): string => {
  const { quoted, filesAndSize } = texts(mail)
  return mail.fileCount === 1
    ? filesAndSize(quoted(userText(mail.fileName)), formatBytes(mail.totalBytes, mail.language))
    : contentOf(mail, mail)
}

/** To the sender, once the transfer is complete. Its link, if it asked for one; those in mails belong to the recipients. */
export function confirmationMail(mail: ConfirmationMail): RenderedMail {
  const { confirmation: words, sentWith } = texts(mail)
  const others = mail.recipients.length - 1
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: mail.link
      ? words.linkSubject(countOf(mail, mail.fileCount))
      : words.subject(mail.recipients[0] ?? '', others, formatNumber(others, mail.language)),
    preheader: contentOf(mail, mail),
    title: mail.link ? words.linkTitle : words.title,
    footer: (
      <>
        {mail.isFromAccount ? words.notYourAccount : words.notYou}
        <br />
        {sentWith(mail.productName)}
      </>
    ),
    children: (
      <>
        <WhereTo mail={mail} />
        <Note>{untilOf(mail)}</Note>
        {mail.title && <Paragraph>{userText(mail.title)}</Paragraph>}
        <Paragraph>{namedContentOf(mail)}</Paragraph>
        {mail.fileCount > 1 && <FileRows mail={mail} />}
        <MessageQuote label={words.yourMessage} message={mail.message} />
        {mail.isNotified && <Note>{words.notice}</Note>}
        <LinkButton href={mail.senderLink} label={words.manageButton} linkLabel={words.manageLabel} />
        <Note>{mail.isFromAccount ? words.manageOwn : words.manage}</Note>
      </>
    ),
  })
}

type GeoCredit = { before: string; address: string; after: string }

export type DownloadMail = Common & {
  /** The recipient's address, or null where only the link is known. */
  who: string | null
  at: Date
  /** As far as it is known. */
  where: { countryCode: string | null; city: string }
  /** Goes with a place whose data ask for it. */
  geoCredit: GeoCredit | null
  what: Content & { fileName: string; isEverything: boolean }
  /** So that the sender knows which. */
  transferName: string
  /** Where its sender sees the others. */
  senderLink: string
}

function whatOf(mail: DownloadMail): string {
  const { fileCount, fileName, isEverything } = mail.what
  if (fileCount === 1) return texts(mail).quoted(fileName)
  return isEverything ? texts(mail).download.all(fileCount, formatNumber(fileCount, mail.language)) : countOf(mail, fileCount)
}

function whereOf({ where: { countryCode, city }, ...mail }: DownloadMail): string {
  return formatCountry(countryCode, mail.language) && userText(formatPlace(city, countryCode, mail.language))
}

const Credit = ({ before, address, after }: GeoCredit) => (
  <>
    {before}
    {address && (
      <a className="m-link" href={address} target="_blank" rel="noreferrer" style={{ color: colors.jade[0] }}>
        {address}
      </a>
    )}
    {after}
  </>
)

/** D5: when, where and by whom. */
export function downloadMail(mail: DownloadMail): RenderedMail {
  const { download: words, filesAndSize, sentWith } = texts(mail)
  const who = mail.who ?? words.someone
  const what = whatOf(mail)
  const where = whereOf(mail)
  const facts = [
    { label: words.who, value: mail.who ?? words.someoneWithin },
    { label: words.what, value: filesAndSize(userText(what), formatBytes(mail.what.totalBytes, mail.language)) },
    { label: words.when, value: dateOf(mail, mail.at) },
    ...(where ? [{ label: words.where, value: where }] : []),
    { label: words.transfer, value: userText(mail.transferName) },
  ]
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.subject(who, what),
    preheader: dateOf(mail, mail.at),
    title: mail.what.fileCount === 1 ? words.titleOne : words.title,
    footer: (
      <>
        {sentWith(mail.productName)}
        {where && mail.geoCredit && (
          <>
            <br />
            <Credit {...mail.geoCredit} />
          </>
        )}
      </>
    ),
    children: (
      <>
        <Facts facts={facts} />
        <LinkButton href={mail.senderLink} label={words.button} linkLabel={words.linkLabel} />
      </>
    ),
  })
}
