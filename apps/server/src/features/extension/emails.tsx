/** The mails about what a link lacks: who asks for more time, more downloads or the password, that there is more time, and that it soon is over. */
import type { Language } from '@sampan/contract/paths'
import type { AskedFor } from '@sampan/contract/states'
import { formatMoment, formatNumber } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import type { MailBrand } from '../../mail-layout/brand.ts'
import { LinkButton, Note, Paragraph, Quote, SentWith, WordLink } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'

type Common = { language: Language; productName: string; link: string; brand?: MailBrand }
type Of = {
  /** Its title, which stands for all of them; or the first file's name, and how many there are. */
  title: string
  fileCount: number | null
}

const texts = ({ language }: Common) => mailTexts(language)
/** A mail knows no reader's time zone, so it says which one it means. */
const dateOf = (mail: Common, at: Date): string => formatMoment(at, mail.language)

/** What a transfer is called; with more than one file, how many come along. */
function nameOf(mail: Common & Of): string {
  const { quoted, extension } = texts(mail)
  const others = (mail.fileCount ?? 1) - 1
  const name = quoted(userText(mail.title))
  return others > 0 ? extension.andMore(name, others, formatNumber(others, mail.language)) : name
}

/** By which the reader of a mail that somebody else causes refuses further ones. */
type Refusable = { refuseLink: string }

const RefuseLine = ({ mail }: { mail: Common & Refusable }) => (
  <>
    <WordLink href={mail.refuseLink} label={texts(mail).recipient.refuse} />
    <br />
  </>
)

type Asked = Common & Of & Refusable & { email: string; note: string }

/** To the sender of an expired transfer (X2). */
export function timeRequestedMail(mail: Asked & { expiredAt: Date; deadAt: Date }): RenderedMail {
  const words = texts(mail).extension.asked
  return mailOfAsked(mail, {
    ...words,
    text: words.expired(dateOf(mail, mail.expiredAt)),
    note: words.once(dateOf(mail, mail.deadAt)),
  })
}

/** To the sender of a link that is used up or locked: its password is in no mail. */
export function askedMail(mail: Asked & { about: Exclude<AskedFor, 'moreTime'> }): RenderedMail {
  const words = texts(mail).extension.wanted
  return mailOfAsked(mail, { ...words, ...words[mail.about], note: words.answer })
}

type AskedWords = {
  subject: (email: string) => string
  intro: (email: string, what: string) => string
  title: string
  text: string
  button: string
  linkLabel: string
  note: string
  ignore: string
}

function mailOfAsked(mail: Asked, words: AskedWords): RenderedMail {
  const { messageLabel, sentWith } = texts(mail)
  // A stranger may have typed it.
  const intro = words.intro(userText(mail.email), nameOf(mail))
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.subject(mail.email),
    preheader: intro,
    title: words.title,
    footer: (
      <>
        {words.ignore}
        <br />
        <RefuseLine mail={mail} />
        {sentWith(mail.productName)}
      </>
    ),
    children: (
      <>
        <Paragraph>{intro}</Paragraph>
        {mail.note && <Quote label={messageLabel} text={userText(mail.note)} />}
        <Paragraph>{words.text}</Paragraph>
        <LinkButton href={mail.link} label={words.button} linkLabel={words.linkLabel} />
        <Note>{words.note}</Note>
      </>
    ),
  })
}

type Given = Refusable & { about: 'moreTime' | 'moreDownloads'; senderEmail: string; expiresAt: Date }

/** To whoever asked, once the sender has given more time or more downloads (X3). */
export function extendedMail(mail: Common & Of & Given): RenderedMail {
  const words = texts(mail).extension.given
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    brand: mail.brand,
    subject: words[mail.about].subject(mail.senderEmail),
    preheader: words.until(dateOf(mail, mail.expiresAt)),
    title: words.title,
    footer: (
      <>
        <RefuseLine mail={mail} />
        <SentWith mail={mail} />
      </>
    ),
    children: (
      <>
        <Paragraph>{words[mail.about].intro(mail.senderEmail, nameOf(mail))}</Paragraph>
        <LinkButton href={mail.link} label={words.button} linkLabel={words.linkLabel} />
        <Note>{words.until(dateOf(mail, mail.expiresAt))}</Note>
      </>
    ),
  })
}

/** To the sender of what nobody has downloaded (X4). */
export function expiringMail(
  mail: Common & Of & { expiresAt: Date; isFromAccount: boolean; remindsRecipients: boolean },
): RenderedMail {
  const { extension, sentWith } = texts(mail)
  const words = extension.expiring
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.subject(mail.fileCount === 1),
    preheader: words.intro(nameOf(mail), dateOf(mail, mail.expiresAt)),
    title: words.title,
    footer: (
      <>
        {mail.isFromAccount && (
          <>
            {words.turnOff}
            <br />
          </>
        )}
        {sentWith(mail.productName)}
      </>
    ),
    children: (
      <>
        <Paragraph>{words.intro(nameOf(mail), dateOf(mail, mail.expiresAt))}</Paragraph>
        {mail.remindsRecipients && <Paragraph>{words.reminds}</Paragraph>}
        <LinkButton href={mail.link} label={words.button} linkLabel={words.linkLabel} />
      </>
    ),
  })
}

/** To a recipient who has not downloaded, a day before it is over. */
export function reminderMail(
  mail: Common & Of & Refusable & { senderEmail: string; expiresAt: Date; hasPassword: boolean },
): RenderedMail {
  const { extension, recipient } = texts(mail)
  const words = extension.reminder
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    brand: mail.brand,
    subject: words.subject(mail.senderEmail),
    preheader: words.until(dateOf(mail, mail.expiresAt)),
    title: words.title,
    footer: (
      <>
        {recipient.unknownSender(mail.senderEmail)}
        <br />
        <RefuseLine mail={mail} />
        <SentWith mail={mail} />
      </>
    ),
    children: (
      <>
        <Paragraph>{words.intro(mail.senderEmail, nameOf(mail))}</Paragraph>
        {mail.hasPassword && <Paragraph>{recipient.needsPassword}</Paragraph>}
        <LinkButton href={mail.link} label={words.button} linkLabel={words.linkLabel} />
        <Note>{words.until(dateOf(mail, mail.expiresAt))}</Note>
      </>
    ),
  })
}
