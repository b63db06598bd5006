import type { Language } from '@sampan/contract/paths'
import { mailTexts } from '@sampan/texts/mails'
import { LinkButton, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'

type Broken = { language: Language; productName: string; link: string; host: string }

/** What was right in DNS no longer is: links stand at the installation's own address until it is again. */
export function domainBrokenMail({ language, productName, link, host }: Broken): RenderedMail {
  const texts = mailTexts(language).domains.broken
  return renderMail({
    language,
    productName,
    subject: texts.subject(host),
    preheader: texts.intro(host),
    title: texts.title,
    footer: texts.footer,
    children: (
      <>
        <Paragraph>{texts.intro(host)}</Paragraph>
        <Paragraph>{texts.meanwhile}</Paragraph>
        <LinkButton href={link} label={texts.button} linkLabel={texts.linkLabel} />
      </>
    ),
  })
}
