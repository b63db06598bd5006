/** One mail with a day's downloads, for whoever wants no more than that (D5). */
import type { Language } from '@sampan/contract/paths'
import { formatMoment, formatNumber } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { LinkButton, Note, Paragraph, Rows } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'
import type { DigestLine } from './queries-digest.ts'

const shownLines = 50

export type DigestMail = { lines: DigestLine[]; link: string; language: Language; productName: string }

function rowOf({ id, who, what, fileCount, at }: DigestLine, language: Language) {
  const { digest: words, fileCount: filesOf } = mailTexts(language)
  const date = formatMoment(at, language)
  return {
    key: id,
    left: words.line(who ?? words.someone, userText(what)),
    right: words.fact(filesOf(fileCount, formatNumber(fileCount, language)), date),
  }
}

export function digestMail({ lines, link, language, productName }: DigestMail): RenderedMail {
  const { digest: words, sentWith } = mailTexts(language)
  const rest = lines.length - shownLines
  return renderMail({
    language,
    productName,
    subject: words.subject(lines.length, formatNumber(lines.length, language)),
    preheader: words.intro,
    title: words.title,
    footer: sentWith(productName),
    children: (
      <>
        <Paragraph>{words.intro}</Paragraph>
        <Rows
          rows={lines.slice(0, shownLines).map((line) => rowOf(line, language))}
          more={rest > 0 ? words.more(rest, formatNumber(rest, language)) : null}
        />
        <LinkButton href={link} label={words.button} linkLabel={words.linkLabel} />
        <Note>{words.turnOff}</Note>
      </>
    ),
  })
}
