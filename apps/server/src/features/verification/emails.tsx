import { codeLifeSeconds } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { formatDuration } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails/index'
import { Code, Note, Paragraph } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'

/** The code stands as one unbroken word in subject and text. */
export async function codeMail(mail: { code: string; language: Language; productName: string }): Promise<RenderedMail> {
  const { code, language, productName } = mail
  const texts = mailTexts(language)
  const life = formatDuration(codeLifeSeconds, language)
  return renderMail({
    language,
    productName,
    subject: texts.code.subject(code, productName),
    preheader: texts.code.preheader(life),
    title: texts.code.title,
    footer: texts.code.ignore,
    children: (
      <>
        <Paragraph>{texts.code.intro}</Paragraph>
        <Code code={code} />
        <Note>{texts.code.life(life)}</Note>
      </>
    ),
  })
}
