/** What waited for one mailbox, in one mail (R41). */
import { formatNumber } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { BareLink, Note, Paragraph, SentWith, WordLink } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'
import { contentOf, dateOf, type MailedTransfer, type RecipientMail, senderOf } from './emails.tsx'

type Common = Pick<RecipientMail, 'language' | 'productName' | 'brand'>
export type JoinedItem = MailedTransfer & { key: string; fileName: string }
export type JoinedMail = Common & { items: JoinedItem[]; refuseLink: string }

const Item = ({ mail, item }: { mail: Common; item: JoinedItem }) => {
  const { recipient: words, joined, quoted, nameAndAddress } = mailTexts(mail.language)
  const [sender, common] = [senderOf({ ...mail, ...item }), { ...mail }]
  const content = contentOf(common, item)
  const named = item.title || (item.fileCount === 1 ? item.fileName : '')
  const until = item.neverExpires ? words.forever : words.until(dateOf(common, item.expiresAt))
  return (
    <>
      <Paragraph>
        {joined.from(userText(sender === item.senderEmail ? sender : nameAndAddress(sender, item.senderEmail)))}
        <br />
        {[named && quoted(userText(named)), content].filter(Boolean).join(' · ')}
      </Paragraph>
      <Note>{until}</Note>
      {item.hasPassword && <Note>{words.needsPassword}</Note>}
      <BareLink href={item.link} label={joined.linkLabel} />
    </>
  )
}

export function joinedMail(mail: JoinedMail): RenderedMail {
  const { joined: words } = mailTexts(mail.language)
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    brand: mail.brand,
    subject: words.subject(formatNumber(mail.items.length, mail.language)),
    preheader: words.intro,
    title: words.title,
    footer: (
      <>
        {words.personal}
        <br />
        {words.unknownSender}
        <br />
        <WordLink href={mail.refuseLink} label={words.refuse} />
        <br />
        <SentWith mail={mail} />
      </>
    ),
    children: (
      <>
        <Paragraph>{words.intro}</Paragraph>
        {mail.items.map((item) => (
          <Item key={item.key} mail={mail} item={item} />
        ))}
      </>
    ),
  })
}
