/** Mails to the owner of an account about its API tokens. */
import { formatDate, formatList, formatMoment } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { scopeNames } from '@sampan/texts/registry/scope-names'
import { Facts, LinkButton, Note, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'
import { accountMail, endOf, type MailCommon, type MailVisit, visitFacts } from '../accounts/index.ts'
import type { TokenRow } from './queries-tokens.ts'

/** `link` leads to the list of tokens. */
type Told = MailCommon & { token: TokenRow }

function tokenFacts({ language, token }: Told) {
  const { tokens: texts } = mailTexts(language)
  const end = endOf(token.expiresAt)
  return [
    { label: texts.name, value: userText(token.name) },
    {
      label: texts.may,
      value: formatList(
        token.scopes.map((scope) => scopeNames[language][scope]),
        language,
      ),
    },
    { label: texts.until, value: end ? formatMoment(end, language) : texts.never },
  ]
}

/** Its maker is told where it was made, as with everything that opens an account. */
export function tokenMadeMail({ visit, ...told }: Told & { visit: MailVisit }): RenderedMail {
  const { language, link } = told
  const { tokens: texts } = mailTexts(language)
  return accountMail(told, texts.made, {
    intro: texts.made.intro,
    footer: texts.made.yours,
    children: (
      <>
        <Facts facts={[...tokenFacts(told), ...visitFacts(language, visit, texts.made.when)]} />
        <Paragraph>{texts.made.notYours}</Paragraph>
        <LinkButton href={link} label={texts.button} linkLabel={texts.linkLabel} />
      </>
    ),
  })
}

/** A week before a token runs out. */
export function tokenEndingMail(told: Told): RenderedMail {
  const { language, productName, link, token } = told
  const { tokens: texts } = mailTexts(language)
  const date = formatDate(token.expiresAt, language)
  const lastUsed = token.lastUsedAt ? formatMoment(token.lastUsedAt, language) : texts.unused
  return renderMail({
    language,
    productName,
    subject: texts.ending.subject(userText(token.name), date),
    preheader: texts.ending.intro(date),
    title: texts.ending.title,
    footer: texts.ending.why,
    children: (
      <>
        <Paragraph>{texts.ending.intro(date)}</Paragraph>
        <Facts facts={[...tokenFacts(told), { label: texts.lastUsed, value: lastUsed }]} />
        <LinkButton href={link} label={texts.button} linkLabel={texts.linkLabel} />
        <Note>{texts.ending.next}</Note>
      </>
    ),
  })
}
