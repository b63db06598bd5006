/** Mails to the owner of an account about the account itself. */
import type { Language } from '@sampan/contract/paths'
import { formatMoment } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import type { ReactNode } from 'react'
import { deviceWords } from '../../http/device-words.ts'
import { Facts, LinkButton, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'

/** `link` leads to the log-in page. */
export type Common = { language: Language; productName: string; link: string }

type Frame = { subject: (productName: string) => string; title: string }
type Body = { intro: string; footer: string; children: ReactNode }

/** The frame of all of them: `intro` is also what a list of mails shows. */
export const accountMail = (mail: Pick<Common, 'language' | 'productName'>, texts: Frame, body: Body): RenderedMail =>
  renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: texts.subject(mail.productName),
    preheader: body.intro,
    title: texts.title,
    footer: body.footer,
    children: (
      <>
        <Paragraph>{body.intro}</Paragraph>
        {body.children}
      </>
    ),
  })

/** For whoever signs up with an address that has an account, where the page may not say so (R20). */
export function accountThereMail({ language, productName, link }: Common): RenderedMail {
  const { there, linkLabel } = mailTexts(language).account
  return accountMail({ language, productName }, there, {
    intro: there.intro,
    footer: there.ignore,
    children: <LinkButton href={link} label={there.button} linkLabel={linkLabel} />,
  })
}

export type Visit = { userAgent: string; ip: string; at: Date }

/** As the list of devices calls it; what no browser's name is known of, by what it calls itself. */
function deviceNameOf(userAgent: string): string {
  const { program, system } = deviceWords({ kind: 'browser', userAgent })
  return [program, program && system].filter(Boolean).join(', ') || userAgent
}

/** From where, and when: in the words of `when`. */
export const visitFacts = (language: Language, { userAgent, ip, at }: Visit, when: string) => {
  const { device, address } = mailTexts(language).account
  return [
    { label: device, value: userText(deviceNameOf(userAgent)) || '—' },
    { label: address, value: ip },
    { label: when, value: formatMoment(at, language) },
  ]
}

/** For the owner of a session whose refresh token was used twice (R21). */
export function sessionEndedMail({ language, productName, link, ...visit }: Common & Visit): RenderedMail {
  const { sessionEnded: texts, linkLabel } = mailTexts(language).account
  return accountMail({ language, productName }, texts, {
    intro: texts.intro,
    footer: texts.next,
    children: (
      <>
        <Facts facts={visitFacts(language, visit, texts.when)} />
        <LinkButton href={link} label={texts.button} linkLabel={linkLabel} />
      </>
    ),
  })
}

/** For whoever has logged in where the account was not used before; `link` ends that session (A13). */
export function newDeviceMail({
  language,
  productName,
  link,
  place,
  ...visit
}: Common & Visit & { place: string }): RenderedMail {
  const { newDevice: texts } = mailTexts(language).person
  const facts = visitFacts(language, visit, texts.when)
  return accountMail({ language, productName }, texts, {
    intro: texts.intro,
    footer: texts.yours,
    children: (
      <>
        <Facts facts={place ? [...facts, { label: texts.place, value: place }] : facts} />
        <Paragraph>{texts.notYours}</Paragraph>
        <LinkButton href={link} label={texts.button} linkLabel={texts.linkLabel} />
      </>
    ),
  })
}

/** For the address of an account that was made without a mail before: its browser had verified the address for sending (A1, A7). */
export function accountMadeMail(mail: Common & Visit & { supportEmail: string | null }): RenderedMail {
  const { language, productName, link, supportEmail, ...visit } = mail
  const { made: texts, linkLabel } = mailTexts(language).account
  return accountMail({ language, productName }, texts, {
    intro: texts.intro,
    footer: texts.yours,
    children: (
      <>
        <Facts facts={visitFacts(language, visit, texts.when)} />
        <Paragraph>{texts.notYours(supportEmail)}</Paragraph>
        <LinkButton href={link} label={texts.button} linkLabel={linkLabel} />
      </>
    ),
  })
}
