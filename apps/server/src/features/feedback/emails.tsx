/** What somebody said of the service, for whoever runs it; nobody knows their language. */
import { defaultLanguage } from '@sampan/contract/paths'
import type { FeedbackRating } from '@sampan/contract/states'
import { formatDateTime } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { Facts, Quote } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'

type Said = {
  productName: string
  rating: FeedbackRating
  message: string
  route: string
  role: string
  email: string
  fullName: string
  company: string
  createdAt: Date
}

export function feedbackMail({ productName, rating, message, createdAt, ...who }: Said): RenderedMail {
  const texts = mailTexts(defaultLanguage).feedback
  const fact = (label: string, value: string) => ({ label, value: userText(value) || '—' })
  return renderMail({
    language: defaultLanguage,
    productName,
    subject: texts.subject(rating, productName),
    preheader: userText(message).slice(0, 120),
    title: texts.title(rating),
    footer: texts.reply,
    children: (
      <>
        <Quote label={texts.said} text={userText(message)} />
        <Facts
          facts={[
            fact(texts.name, who.fullName),
            fact(texts.address, who.email),
            fact(texts.company, who.company),
            fact(texts.plan, who.role),
            fact(texts.page, who.route),
            fact(texts.when, `${formatDateTime(createdAt, defaultLanguage, 'UTC')} UTC`),
          ]}
        />
      </>
    ),
  })
}
