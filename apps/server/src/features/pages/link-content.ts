/** What a link's page says without any script (D6, D10): the open transfer as a list, every other state as a notice. */
import type { Language } from '@sampan/contract/paths'
import { type TransferView, unlockTransfer } from '@sampan/contract/routes/downloads'
import { mailAddress } from '@sampan/contract/rules/mail-address'
import { isReportable } from '@sampan/contract/states'
import { errorText } from '@sampan/texts/errors'
import { pageText } from '@sampan/texts/pages'
import { brandLogo, poweredByLine } from './brand-parts.ts'
import { fileList } from './file-list.ts'
import { type Html, html, jsonInScript } from './html.ts'
import { askForm, timeForm, transferReportForm } from './link-forms.ts'
import {
  arrivalNote,
  downloadAction,
  downloadNotes,
  expiredSummary,
  type LinkVisit,
  linkQuery,
  senderName,
  transferSummary,
} from './transfer-summary.ts'

const form = (visit: LinkVisit): Html => {
  const { view, user, language, isWrong } = visit
  const action = linkQuery(unlockTransfer.path.replace(':slug', view.slug), { user, start: visit.startsZip ? 'zip' : undefined })
  const wrong = isWrong && html`<p id="wrong" role="alert">${errorText('passwordWrong', {}, language)}</p>`
  const marks = isWrong && html` aria-invalid="true" aria-describedby="wrong" autofocus`
  return html`<form method="post" action="${action}"><label for="password">${pageText(language, 'password')}</label><input id="password" name="password" type="password" autocomplete="off" required${marks}>${wrong}<button>${pageText(language, 'open')}</button></form>`
}

const notice = (language: Language, state: Exclude<TransferView['state'], 'open' | 'uploading'>): Html =>
  html`<h1>${pageText(language, `${state}Title`)}</h1><p>${pageText(language, `${state}Text`)}</p>`

/** Where only the sender can help; of a link that is none nobody is known, so that it is the visitor's own mail, begun with what is wrong. */
function askSender(visit: LinkVisit): Html | false {
  const { address, language } = visit
  const { state } = visit.view
  if (state === 'limitReached' || state === 'password') return askForm(visit, `${state}Ask`)
  if (state !== 'unknown') return false
  const body = pageText(language, 'unknownAskBody', { link: address })
  const href = mailAddress('', { subject: pageText(language, 'unknownAskSubject'), body })
  return html`<p><a href="${href}" style="display: inline-block; padding: 10px 0">${pageText(language, 'askSender')}</a></p>`
}

/** Held ones beside infected ones are the better news: something will be here to download. */
function blockedText({ files }: TransferView): 'heldText' | 'infectedText' | 'infectedAllText' {
  const infected = files.filter(({ scan }) => scan === 'infected').length
  if (infected === files.length) return 'infectedAllText'
  return infected > 0 && files.some(({ isBlocked }) => !isBlocked) ? 'infectedText' : 'heldText'
}

/** Who sent what, whether or not all of it is here. */
const head = (visit: LinkVisit): Html =>
  html`<h1>${linkHeading(visit)}</h1>
${visit.view.title !== undefined && html`<p><b>${visit.view.title}</b></p>`}<p>${transferSummary(visit)}</p>
${visit.view.message !== '' && html`<p style="white-space: pre-line">${visit.view.message}</p>`}`

function openTransfer(visit: LinkVisit): Html {
  const { view, language } = visit
  const [only] = view.files
  const isOne = only !== undefined && view.files.length === 1
  const hasBlocked = view.files.some(({ isBlocked }) => isBlocked)
  return html`${head(visit)}
${hasBlocked ? html`<p role="alert">${pageText(language, blockedText(view))}</p>` : html`<form method="post" action="${downloadAction(visit)}">${isOne && html`<input type="hidden" name="fileId" value="${only.fileId}">`}<button>${pageText(language, isOne ? 'downloadFile' : 'downloadAll')}</button></form>`}
<p>${downloadNotes(visit)}</p>
${fileList(visit)}`
}

/** What is here already, and what it looks like for the rest. */
function arrivingTransfer(visit: LinkVisit): Html {
  const { language } = visit
  return html`${head(visit)}
<p>${arrivalNote(visit)}</p>
<p>${pageText(language, 'uploadingText')}</p>
<a class="button" href="">${pageText(language, 'loadAgain')}</a>
<p>${downloadNotes(visit)}</p>
${fileList(visit)}`
}

const titles = { open: 'sentTitle', uploading: 'sendingTitle' } as const

export const linkHeading = ({ view, language }: LinkVisit): string =>
  view.state === 'open' || view.state === 'uploading'
    ? pageText(language, titles[view.state], { sender: senderName(view), count: view.fileCount })
    : pageText(language, `${view.state}Title`)

/** The view goes along, so that the app has to ask for nothing. */
export function linkContent(visit: LinkVisit): Html {
  const { view, language } = visit
  const body =
    view.state === 'open'
      ? openTransfer(visit)
      : view.state === 'uploading'
        ? arrivingTransfer(visit)
        : html`${notice(language, view.state)}${view.state === 'expired' && view.fileCount > 0 && html`<p>${expiredSummary(visit)}</p>`}`
  return html`<main class="plain">${brandLogo(view.brand)}${body}${view.state === 'password' && form(visit)}${askSender(visit)}${view.state === 'expired' && timeForm(visit)}${isReportable(view.state) && transferReportForm(visit)}${poweredByLine(view.brand, language, visit.product)}</main><script type="application/json" id="server-data">${jsonInScript({ view })}</script>`
}
