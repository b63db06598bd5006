/** Mails about a plan: to whoever pays for it. */
import type { Language } from '@sampan/contract/paths'
import { planRole, refundDays } from '@sampan/contract/plans'
import { formatDate, formatPrice } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { roleNames } from '@sampan/texts/registry/role-names'
import { LinkButton, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import type { MailAbout } from './job-names.ts'

/** `left`: the role that the account has, or will have, without its plan. */
type Mail = MailAbout & { left: string; language: Language; productName: string; link: string }

/** What the kind of mail has to say. */
function wordsOf(mail: Mail): { subject: string; title: string; paragraphs: string[]; button: string } {
  const { language, productName } = mail
  const texts = mailTexts(language).billing
  const [role, left] = [mail.role, mail.left].map((word) => roleNames[language][planRole(word)]) as [string, string]
  const price = 'cents' in mail ? formatPrice(mail.cents, language) : ''
  const date = 'at' in mail ? formatDate(new Date(mail.at), language, 'UTC') : ''
  switch (mail.kind) {
    case 'reminder':
      return texts.reminder(role, date, productName)
    case 'begun':
      return texts.begun(role, date, price)
    case 'willCharge':
      return texts.willCharge(role, date, price, productName)
    case 'trialEnded':
      return texts.trialEnded(role, left)
    case 'paymentFailed':
      return texts.paymentFailed(role)
    case 'unpaid':
      return texts.unpaid(role, left)
    case 'cancelled':
      return texts.cancelled(role, date, left)
    case 'ended':
      return texts.ended(role, productName, left)
    case 'refundedTwice':
      return texts.refundedTwice(role, price)
    case 'refunded':
      return texts.refunded(price, refundDays, left)
  }
}

export function billingMail(mail: Mail): RenderedMail {
  const { language, productName, link } = mail
  const { subject, title, paragraphs, button } = wordsOf(mail)
  const { linkLabel, footer } = mailTexts(language).billing
  return renderMail({
    language,
    productName,
    subject,
    preheader: paragraphs[0]!,
    title,
    footer,
    children: (
      <>
        {paragraphs.map((text) => (
          <Paragraph key={text}>{text}</Paragraph>
        ))}
        <LinkButton href={link} label={button} linkLabel={linkLabel} />
      </>
    ),
  })
}
