import { codeLifeSeconds } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { formatDuration } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails/index'
import { Code, Note, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'

type CodeMail = { code: string; isForSignUp: boolean; language: Language; productName: string }

/** The code stands as one unbroken word in subject and text. */
export async function codeMail({ code, isForSignUp, language, productName }: CodeMail): Promise<RenderedMail> {
  const texts = mailTexts(language)
  const life = formatDuration(codeLifeSeconds, language)
  return renderMail({
    language,
    productName,
    subject: texts.code.subject(code, productName),
    preheader: texts.code.preheader(life),
    title: texts.code.title,
    footer: isForSignUp ? texts.account.ignoreCode : texts.code.ignore,
    children: (
      <>
        <Paragraph>{texts.code.intro}</Paragraph>
        <Code code={code} />
        <Note>{texts.code.life(life)}</Note>
      </>
    ),
  })
}
