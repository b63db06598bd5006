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

type Visit = { userAgent: string; ip: string; at: Date }

/** From where, and when: in the words of `when`. */
const visitFacts = (language: Language, { userAgent, ip, at }: Visit, when: string) => {
  const { device, address } = mailTexts(language).account
  return [
    { label: device, value: userText(userAgent) || '—' },
    { label: address, value: ip },
    { label: when, value: `${formatDateTime(at, language, 'UTC')} UTC` },
  ]
}

/** For the owner of a session whose refresh token was used twice (R21). */
export function sessionEndedMail({ language, productName, link, ...visit }: Common & Visit): Promise<RenderedMail> {
  const { sessionEnded: texts, linkLabel } = mailTexts(language).account
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
        <Facts facts={visitFacts(language, visit, texts.when)} />
        <LinkButton href={link} label={texts.button} linkLabel={linkLabel} />
      </>
    ),
  })
}

/** For the address of an account that was made without a mail before: its browser had proved the address for sending (A1, A7). */
export function accountMadeMail(mail: Common & Visit & { supportEmail: string | null }): Promise<RenderedMail> {
  const { language, productName, link, supportEmail, ...visit } = mail
  const { made: texts, linkLabel } = mailTexts(language).account
  return renderMail({
    language,
    productName,
    subject: texts.subject(productName),
    preheader: texts.intro,
    title: texts.title,
    footer: texts.yours,
    children: (
      <>
        <Paragraph>{texts.intro}</Paragraph>
        <Facts facts={visitFacts(language, visit, texts.when)} />
        <Paragraph>{texts.notYours(supportEmail)}</Paragraph>
        <LinkButton href={link} label={texts.button} linkLabel={linkLabel} />
      </>
    ),
  })
}
