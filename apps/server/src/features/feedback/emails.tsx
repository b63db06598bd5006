/** What people said of the service, for whoever runs it; nobody knows their language. */
import { defaultLanguage } from '@sampan/contract/paths'
import { formatDateTime } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { Fragment } from 'react'
import { Facts, Note, Quote } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'
import type { Said } from './queries.ts'

const maxShown = 20

function Words({ message, createdAt, ...who }: Said) {
  const texts = mailTexts(defaultLanguage).feedback
  const fact = (label: string, value: string) => ({ label, value: userText(value) || '—' })
  return (
    <>
      <Quote label={`${texts.said} · ${who.rating}`} text={userText(message)} />
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
  )
}

/** `isOne`: all of it was said by one person, whom an answer reaches. */
export function feedbackMail({ productName, said, isOne }: { productName: string; said: Said[]; isOne: boolean }): RenderedMail {
  const texts = mailTexts(defaultLanguage).feedback
  const shown = said.slice(0, maxShown)
  const { rating } = said[0]!
  const isSingle = said.length === 1
  return renderMail({
    language: defaultLanguage,
    productName,
    subject: isSingle ? texts.subject(rating, productName) : texts.subjectOfMany(said.length, productName),
    preheader: userText(said[0]!.message).slice(0, 120),
    title: isSingle ? texts.title(rating) : texts.titleOfMany(said.length),
    footer: isOne ? texts.reply : texts.replyOfMany,
    children: (
      <>
        {shown.map((each) => (
          <Fragment key={each.id}>
            <Words {...each} />
          </Fragment>
        ))}
        {said.length > shown.length && <Note>{texts.more(said.length - shown.length)}</Note>}
      </>
    ),
  })
}
