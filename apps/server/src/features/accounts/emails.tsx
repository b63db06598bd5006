/** Mails to the owner of an account about the account itself. */
import type { Language } from '@sampan/contract/paths'
import { formatDateTime } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails/index'
import { Facts, LinkButton, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'

/** `link` leads to the log-in page. */
type Common = { language: Language; productName: string; link: string }

/** For whoever signs up with an address that has an account, where the page may not say so (R20). */
export function accountThereMail({ language, productName, link }: Common): Promise<RenderedMail> {
  const { there, linkLabel } = mailTexts(language).account
  return renderMail({
    language,
    productName,
    subject: there.subject(productName),
    preheader: there.intro,
    title: there.title,
    footer: there.ignore,
    children: (
      <>
        <Paragraph>{there.intro}</Paragraph>
        <LinkButton href={link} label={there.button} linkLabel={linkLabel} />
      </>
    ),
  })
}

/** For the owner of a session whose refresh token was used twice (R21). */
export function sessionEndedMail(mail: Common & { userAgent: string; ip: string; signedInAt: Date }): Promise<RenderedMail> {
  const { language, productName, link, userAgent, ip, signedInAt } = mail
  const { sessionEnded: texts, linkLabel } = mailTexts(language).account
  const facts = [
    { label: texts.device, value: userText(userAgent) || '—' },
    { label: texts.address, value: ip },
    { label: texts.when, value: `${formatDateTime(signedInAt, language, 'UTC')} UTC` },
  ]
  return renderMail({
    language,
    productName,
    subject: texts.subject(productName),
    preheader: texts.intro,
    title: texts.title,
    footer: texts.next,
    children: (
      <>
        <Paragraph>{texts.intro}</Paragraph>
        <Facts facts={facts} />
        <LinkButton href={link} label={texts.button} linkLabel={linkLabel} />
      </>
    ),
  })
}
