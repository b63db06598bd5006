/** The mails to whoever has sent files; in full to an address that is known to be theirs (R2, R41). */
import { LinkButton, Paragraph, Rows, SentWith, WordLink } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'
import {
  type Common,
  contentOf,
  dateOf,
  FileRows,
  moreOf,
  type Named,
  type Requester,
  requesterOf,
  shownRows,
  texts,
} from './emails.tsx'

type Refusable = { refuseLink: string }
type Receipt = Common & Refusable & { requester: Requester }

const Footer = ({ mail }: { mail: Common & Refusable }) => (
  <>
    <WordLink href={mail.refuseLink} label={texts(mail).requests.refuse} />
    <br />
    <SentWith mail={mail} />
  </>
)

/** To whoever has sent files, once all of them are durable. */
export function receiptMail(
  mail: Receipt & { title: string; files: Named[]; receivedAt: Date; stillNeeded: { name: string }[] },
): RenderedMail {
  const { requests, quoted } = texts(mail)
  const words = requests.receipt
  const who = requesterOf(mail, mail.requester)
  const bytes = mail.files.reduce((sum, { size }) => sum + size, 0)
  const intro = words.intro(userText(who), contentOf(mail, mail.files.length, bytes), dateOf(mail, mail.receivedAt))
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    brand: mail.brand,
    subject: words.subject(who, mail.title && quoted(mail.title)),
    preheader: intro,
    title: words.title,
    footer: <Footer mail={mail} />,
    children: (
      <>
        {mail.title && <Paragraph>{userText(mail.title)}</Paragraph>}
        <Paragraph>{intro}</Paragraph>
        <FileRows mail={mail} files={mail.files.slice(0, shownRows)} more={moreOf(mail, mail.files.length - shownRows)} />
        {mail.stillNeeded.length > 0 && (
          <>
            <Paragraph>{requests.stillNeeded}</Paragraph>
            <Rows
              rows={mail.stillNeeded.map(({ name }, at) => ({ key: String(at), left: userText(name), right: '' }))}
              more={null}
            />
          </>
        )}
        <Paragraph>{words.again}</Paragraph>
        <LinkButton href={mail.link} label={words.button} linkLabel={requests.linkLabel} />
      </>
    ),
  })
}

type Received = { receivedAt: Date; fileCount: number; bytes: number }

/** To an address that anybody may have typed: of the words and names of strangers it holds none. */
export function bareReceiptMail(mail: Receipt & { received: Received[] }): RenderedMail {
  const { requests } = texts(mail)
  const words = requests.receipt
  const { email } = mail.requester
  const rest = mail.received.length - shownRows
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.bareSubject(email),
    preheader: words.bareIntro(email),
    title: words.bareTitle,
    footer: <Footer mail={mail} />,
    children: (
      <>
        <Paragraph>{words.bareIntro(email)}</Paragraph>
        <Rows
          rows={mail.received.slice(0, shownRows).map(({ receivedAt, fileCount, bytes }, at) => ({
            key: String(at),
            left: dateOf(mail, receivedAt),
            right: contentOf(mail, fileCount, bytes),
          }))}
          more={rest > 0 ? requests.announce.more(rest, String(rest)) : null}
        />
        <Paragraph>{requests.bareNote}</Paragraph>
        <LinkButton href={mail.link} label={words.button} linkLabel={requests.bareLinkLabel} />
      </>
    ),
  })
}

/** The same of files that were sent back. */
export function bareRejectedMail(mail: Receipt): RenderedMail {
  const { requests } = texts(mail)
  const words = requests.rejected
  const { email } = mail.requester
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.bareSubject(email),
    preheader: words.bareIntro(email),
    title: words.title,
    footer: <Footer mail={mail} />,
    children: (
      <>
        <Paragraph>{words.bareIntro(email)}</Paragraph>
        <Paragraph>{requests.bareNote}</Paragraph>
        <LinkButton href={mail.link} label={requests.receipt.button} linkLabel={requests.bareLinkLabel} />
      </>
    ),
  })
}
