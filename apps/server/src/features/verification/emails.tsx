import { codeLifeSeconds } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { formatDuration } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { Code, Note, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import type { Purpose } from './queries.ts'

type CodeMail = { code: string; purpose: Purpose; language: Language; productName: string }

/** What does not happen without the code. */
function ignoreText({ purpose, language }: CodeMail): string {
  const { account, code } = mailTexts(language)
  if (purpose === 'joint') return code.joint
  if (purpose === 'signUp') return account.ignoreCode
  return purpose === 'emailChange' ? account.ignoreEmailCode : code.ignore
}

/** The code stands as one unbroken word in subject and text. */
export function codeMail(mail: CodeMail): RenderedMail {
  const { code, language, productName } = mail
  const texts = mailTexts(language)
  const life = formatDuration(codeLifeSeconds, language)
  return renderMail({
    language,
    productName,
    subject: texts.code.subject(code, productName),
    preheader: texts.code.preheader(life),
    title: texts.code.title,
    footer: ignoreText(mail),
    children: (
      <>
        <Paragraph>{texts.code.intro}</Paragraph>
        <Code code={code} />
        <Note>{texts.code.life(life)}</Note>
      </>
    ),
  })
}
