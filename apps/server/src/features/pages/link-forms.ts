/** The forms of a link's page that work without scripts: more time for what has expired, more downloads, the password (X2), and a report of what should not be there (D7). */
import { messageMaxChars, reportTextMaxChars } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { reportTransfer, requestTime } from '@sampan/contract/routes/extension'
import { reportReasons } from '@sampan/contract/states'
import { type PageTextKey, pageText } from '@sampan/texts/pages'
import type { FormOutcome } from '../../http/link-form.ts'
import { type Html, html } from './html.ts'
import { type LinkVisit, linkQuery } from './transfer-summary.ts'

const outcomes: readonly FormOutcome[] = ['asked', 'askedWrong', 'reported', 'reportedWrong']
export const formOutcome = (word: unknown): FormOutcome | null => outcomes.find((each) => each === word) ?? null

const actionOf = ({ view, user }: LinkVisit, path: string): string => linkQuery(path.replace(':slug', view.slug), { user })

const done = (text: string): Html => html`<p role="status">${text}</p>`
const wrong = (text: string): Html => html`<p role="alert">${text}</p>`

export function timeForm(visit: LinkVisit): Html {
  const { view, language } = visit
  if (visit.outcome === 'asked') return done(pageText(language, 'requestSent'))
  if (!view.mayAsk) return html`<p>${pageText(language, 'expiredForGood')}</p>`
  return html`<h2>${pageText(language, 'requestSend')}</h2><p>${pageText(language, 'requestText')}</p>
${fieldsToAsk(visit, 'requestSend')}`
}

/** What only the sender can give for a link that is used up or locked. */
export function askForm(visit: LinkVisit, button: 'limitReachedAsk' | 'passwordAsk'): Html {
  const { language, outcome } = visit
  if (outcome === 'asked') return done(pageText(language, 'asked'))
  return html`<details${outcome === 'askedWrong' && html` open`}><summary>${pageText(language, 'askSender')}</summary><p>${pageText(language, 'askText')}</p>
${fieldsToAsk(visit, button)}</details>`
}

function fieldsToAsk(visit: LinkVisit, button: 'requestSend' | 'limitReachedAsk' | 'passwordAsk'): Html {
  const { view, language } = visit
  const own = view.recipient !== null && html` value="${view.recipient}" readonly`
  return html`${visit.outcome === 'askedWrong' && wrong(pageText(language, 'requestWrong'))}
<form method="post" action="${actionOf(visit, requestTime.path)}"><label for="request-email">${pageText(language, 'requestEmail')}</label><input id="request-email" name="email" type="email" autocomplete="email" maxlength="320" required${own}>
<label for="request-note">${pageText(language, 'requestNote')}</label><textarea id="request-note" name="note" rows="3" maxlength="${messageMaxChars}"></textarea>
<button>${pageText(language, button)}</button></form>`
}

export const transferReportForm = (visit: LinkVisit): Html =>
  reportForm(visit, { title: 'reportTitle', text: 'reportText', action: actionOf(visit, reportTransfer.path) })

type Reportable = { language: Language; outcome?: FormOutcome | null }
type ReportWords = { title: PageTextKey; text: PageTextKey; action: string }

export function reportForm(visit: Reportable, { title, text, action }: ReportWords): Html {
  const { language } = visit
  if (visit.outcome === 'reported') return done(pageText(language, 'reportSent'))
  const isWrong = visit.outcome === 'reportedWrong'
  return html`<details${isWrong && html` open`}><summary>${pageText(language, title)}</summary><p>${pageText(language, text)}</p>
${isWrong && wrong(pageText(language, 'reportWrong'))}
<form method="post" action="${action}"><label for="report-reason">${pageText(language, 'reportReason')}</label><select id="report-reason" name="reason" required><option value=""></option>${reportReasons.map((reason) => html`<option value="${reason}">${pageText(language, `${reason}Reason`)}</option>`)}</select>
<label for="report-text">${pageText(language, 'reportWords')}</label><textarea id="report-text" name="text" rows="3" maxlength="${reportTextMaxChars}"></textarea>
<label for="report-email">${pageText(language, 'reportEmail')}</label><input id="report-email" name="email" type="email" autocomplete="email" maxlength="320">
<button>${pageText(language, 'reportSend')}</button></form></details>`
}
