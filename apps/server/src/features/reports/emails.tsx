/** The mails about what was reported, a transfer or a request: to the operator, and to whose it is once the operator has decided. */
import type { Language } from '@sampan/contract/paths'
import type { ReportReason } from '@sampan/contract/states'
import { formatMoment } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { Facts, LinkButton, Note, Paragraph, Quote, Rows } from '../../mail-layout/pieces.tsx'
import { type RenderedMail, renderMail } from '../../mail-layout/render-mail.tsx'
import { userText } from '../../mail-layout/user-text.ts'

type Common = { language: Language; productName: string }
type Kind = { kind: 'transfer' | 'request' }
type Report = { reason: ReportReason; text: string; email: string | null; reportedAt: Date }

type Copy = { slug: string; state: string; senderEmail: string }

const shownReports = 10
const shownCopies = 10
const dateOf = (mail: Common, at: Date): string => formatMoment(at, mail.language)

const ReportBlock = ({ mail, report }: { mail: Common; report: Report }) => {
  const { moderation } = mailTexts(mail.language)
  const label = [moderation.reasons[report.reason], report.email, dateOf(mail, report.reportedAt)].filter(Boolean).join(' · ')
  return <Quote label={userText(label)} text={report.text ? userText(report.text) : moderation.reported.noText} />
}

function CopyRows({ mail }: { mail: Common & { copies: Copy[] } }) {
  const words = mailTexts(mail.language).moderation.reported
  const rest = mail.copies.length - shownCopies
  const rows = mail.copies
    .slice(0, shownCopies)
    .map(({ slug, state, senderEmail }) => ({ key: slug, left: slug, right: userText(`${senderEmail} \u00b7 ${state}`) }))
  return (
    <>
      <Paragraph>{words.copies}</Paragraph>
      <Rows rows={rows} more={rest > 0 ? words.more(rest) : null} />
    </>
  )
}

/** What waits for a decision, and the words that decide. */
export function reportedMail(
  mail: Common & Kind & { slug: string; senderEmail: string; what: string; reports: Report[]; copies: Copy[] },
): RenderedMail {
  const { moderation, sentWith } = mailTexts(mail.language)
  const words = { ...moderation.reported, ...(mail.kind === 'request' && moderation.reportedRequest) }
  const rest = mail.reports.length - shownReports
  const acts = ['show', 'take-down', 'dismiss'].map((act) => `${act} ${mail.slug}`)
  if (mail.kind === 'request') acts.splice(2, 0, `take-down ${mail.slug} --with-files`)
  if (mail.copies.length > 0) acts.splice(2, 0, `take-down ${mail.slug} --with-copies`)
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.subject(mail.slug, mail.reports.length),
    preheader: moderation.reasons[mail.reports[0]?.reason ?? 'other'],
    title: words.title,
    footer: sentWith(mail.productName),
    children: (
      <>
        <Facts
          facts={[
            { label: words.slug, value: mail.slug },
            { label: words.sender, value: userText(mail.senderEmail) },
            { label: words.files, value: userText(mail.what) },
          ]}
        />
        {mail.reports.slice(0, shownReports).map((report) => (
          <ReportBlock key={`${report.reportedAt.getTime()}${report.text}`} mail={mail} report={report} />
        ))}
        {rest > 0 && <Note>{words.more(rest)}</Note>}
        {mail.copies.length > 0 && <CopyRows mail={mail} />}
        <Paragraph>{words.act}</Paragraph>
        {acts.map((act) => (
          <Note key={act}>{`sampan reports ${act}`}</Note>
        ))}
      </>
    ),
  })
}

/** To whose it is: taken down, or back. */
export function decidedMail(
  mail: Common & Kind & { isBack: boolean; title: string; support: string | null; link: string },
): RenderedMail {
  const { moderation, sentWith, quoted } = mailTexts(mail.language)
  const of = mail.kind === 'request' ? moderation.ofRequest : moderation
  const words = mail.isBack ? of.back : of.takenDown
  const what = quoted(userText(mail.title))
  return renderMail({
    language: mail.language,
    productName: mail.productName,
    subject: words.subject,
    preheader: words.intro(what),
    title: words.title,
    footer: sentWith(mail.productName),
    children: (
      <>
        <Paragraph>{words.intro(what)}</Paragraph>
        {!mail.isBack && <Paragraph>{moderation.takenDown.next(mail.support)}</Paragraph>}
        <LinkButton href={mail.link} label={of.button} linkLabel={of.linkLabel} />
      </>
    ),
  })
}
