import type { Language } from '@sampan/contract/paths'
import { mailTexts } from '@sampan/texts/mails'
import { LinkButton, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'

type Broken = { language: Language; productName: string; link: string; host: string }

const brokenMail = (
  { language, productName, link, host }: Broken,
  texts: ReturnType<typeof mailTexts>['domains']['broken'],
): RenderedMail =>
  renderMail({
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

/** What was right in DNS no longer is: links stand at the installation's own address until it is again. */
export const domainBrokenMail = (about: Broken): RenderedMail => brokenMail(about, mailTexts(about.language).domains.broken)

/** The same of mails, which come from the usual address meanwhile. */
export const senderBrokenMail = (about: Broken): RenderedMail => brokenMail(about, mailTexts(about.language).domains.senderBroken)
