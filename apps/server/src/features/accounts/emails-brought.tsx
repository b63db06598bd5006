/** For whoever had an account in another product and has one here now (O9). */
import { mailTexts } from '@sampan/texts/mails'
import { LinkButton, Paragraph } from '../../mail-layout/pieces.tsx'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import { accountMail, type Common } from './emails.tsx'

/** `link` logs in with the password that they had, or asks for a link to set one. */
export function accountBroughtMail({
  language,
  productName,
  link,
  hasPassword,
}: Common & { hasPassword: boolean }): RenderedMail {
  const { brought: texts } = mailTexts(language).person
  const way = hasPassword ? texts.withPassword : texts.withoutPassword
  return accountMail({ language, productName }, texts, {
    intro: texts.intro(productName),
    footer: texts.why,
    children: (
      <>
        <Paragraph>{way.text}</Paragraph>
        <LinkButton href={link} label={way.button} linkLabel={way.linkLabel} />
      </>
    ),
  })
}
