/** Mails about an account's data and its end. */
import type { Language } from '@sampan/contract/paths'
import { refundDays } from '@sampan/contract/plans'
import { formatBytes, formatDate, formatMoment } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { LinkButton, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'

type Common = { language: Language; productName: string; link: string }
type Words = Common & { subject: string; title: string; paragraphs: string[]; footer: string; button?: string }

const personMail = ({ language, productName, link, subject, title, paragraphs, footer, button }: Words): RenderedMail =>
  renderMail({
    language,
    productName,
    subject,
    preheader: paragraphs[0] ?? '',
    title,
    footer,
    children: (
      <>
        {paragraphs.map((text) => (
          <Paragraph key={text}>{text}</Paragraph>
        ))}
        {button && <LinkButton href={link} label={button} linkLabel={mailTexts(language).account.linkLabel} />}
      </>
    ),
  })

export function exportReadyMail({
  expiresAt,
  sizeBytes,
  ...mail
}: Common & { expiresAt: Date; sizeBytes: number }): RenderedMail {
  const texts = mailTexts(mail.language).person.exported
  const until = formatDate(expiresAt, mail.language, 'UTC')
  return personMail({
    ...mail,
    subject: texts.subject(mail.productName),
    title: texts.title,
    paragraphs: [texts.intro(formatBytes(sizeBytes, mail.language)), texts.until(until)],
    button: texts.button,
    footer: texts.ignore,
  })
}

type Leaving = Common & { deleteAt: Date; plan: 'paid' | 'trial' | null; supportEmail: string | null }

export function deletionAskedMail({ deleteAt, plan, supportEmail, ...mail }: Leaving): RenderedMail {
  const texts = mailTexts(mail.language).person.leaving
  const ofPlan = [...(plan ? [texts.plan] : []), ...(plan === 'paid' ? [texts.refund(refundDays, supportEmail)] : [])]
  return personMail({
    ...mail,
    subject: texts.subject(mail.productName),
    title: texts.title,
    paragraphs: [texts.intro(formatMoment(deleteAt, mail.language)), texts.keep, ...ofPlan],
    button: texts.button,
    footer: texts.notYou,
  })
}

export function accountKeptMail({ isSuspended, ...mail }: Common & { isSuspended: boolean }): RenderedMail {
  const texts = mailTexts(mail.language).person.kept
  return personMail({
    ...mail,
    subject: texts.subject(mail.productName),
    title: texts.title,
    paragraphs: [isSuspended ? texts.stillSuspended : texts.intro],
    button: texts.button,
    footer: texts.notYou,
  })
}

export function accountGoneMail(mail: Common): RenderedMail {
  const texts = mailTexts(mail.language).person.gone
  return personMail({
    ...mail,
    subject: texts.subject(mail.productName),
    title: texts.title,
    paragraphs: [texts.intro],
    footer: texts.last,
  })
}
