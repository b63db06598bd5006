/** The mails about a virus: to the sender, and to whoever has it already. */
import type { Language } from '@sampan/contract/paths'
import { mailTexts } from '@sampan/texts/mails'
import { LinkButton, Paragraph, Rows, WordLink } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'

type Common = { language: Language; productName: string; files: { path: string; finding?: string | null }[] }
const shownFiles = 10

function FileRows({ mail }: { mail: Common }) {
  const rest = mail.files.length - shownFiles
  const rows = mail.files
    .slice(0, shownFiles)
    .map(({ path, finding }) => ({ key: path, left: userText(path), right: userText(finding ?? '') }))
  return <Rows rows={rows} more={rest > 0 ? mailTexts(mail.language).moreFiles(rest, String(rest)) : null} />
}

export function infectedMail(mail: Common & { title: string; hasOthers: boolean; link: string }): RenderedMail {
  const { moderation, quoted, sentWith } = mailTexts(mail.language)
  const words = moderation.infected
  const intro = words.intro(quoted(userText(mail.title)))
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.subject(mail.files.length),
    preheader: intro,
    title: words.title,
    footer: sentWith(mail.productName),
    children: (
      <>
        <Paragraph>{intro}</Paragraph>
        <FileRows mail={mail} />
        <Paragraph>{words.next}</Paragraph>
        {mail.hasOthers && <Paragraph>{words.others}</Paragraph>}
        <LinkButton href={mail.link} label={moderation.button} linkLabel={moderation.linkLabel} />
      </>
    ),
  })
}

export function warningMail(mail: Common & { senderEmail: string; refuseLink: string }): RenderedMail {
  const { moderation, recipient, sentWith } = mailTexts(mail.language)
  const words = moderation.infected
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.warnSubject,
    preheader: words.warnNext,
    title: words.title,
    footer: (
      <>
        <WordLink href={mail.refuseLink} label={recipient.refuse} />
        <br />
        {sentWith(mail.productName)}
      </>
    ),
    children: (
      <>
        <Paragraph>{words.warnIntro(mail.senderEmail)}</Paragraph>
        <FileRows mail={mail} />
        <Paragraph>{words.warnNext}</Paragraph>
      </>
    ),
  })
}
