/** What a link's page says without any script (D6, D10): the open transfer as a list, every other state as a notice. */
import { type Language, zipPath } from '@sampan/contract/paths'
import { type TransferView, unlockTransfer } from '@sampan/contract/routes/downloads'
import { errorText } from '@sampan/texts/errors'
import { pageText } from '@sampan/texts/pages/index'
import { fileList } from './file-list.ts'
import { type Html, html, jsonInScript } from './html.ts'
import { downloadNotes, filePathOf, type LinkVisit, linkQuery, senderName, transferSummary } from './transfer-summary.ts'

const form = (visit: LinkVisit): Html => {
  const { view, user, language, isWrong } = visit
  const action = linkQuery(unlockTransfer.path.replace(':slug', view.slug), { user })
  const wrong = isWrong && html`<p id="wrong" role="alert">${errorText('passwordWrong', {}, language)}</p>`
  const marks = isWrong && html` aria-invalid="true" aria-describedby="wrong" autofocus`
  return html`<form method="post" action="${action}"><label for="password">${pageText(language, 'password')}</label><input id="password" name="password" type="password" autocomplete="off" required${marks}>${wrong}<button>${pageText(language, 'unlock')}</button></form>`
}

const notice = (language: Language, state: Exclude<TransferView['state'], 'open'>): Html =>
  html`<h1>${pageText(language, `${state}Title`)}</h1><p>${pageText(language, `${state}Text`)}</p>`

function openTransfer(visit: LinkVisit): Html {
  const { view, user, language } = visit
  const [only] = view.files
  const query = { ...(user && { user }), ...(view.dl && { dl: view.dl }) }
  const everything = only && view.files.length === 1 ? filePathOf(visit, only.fileId) : zipPath(view.slug, query)
  return html`<h1>${linkHeading(visit)}</h1>
<p>${transferSummary(visit)}</p>
${view.message !== '' && html`<p style="white-space: pre-line">${view.message}</p>`}
<a class="button" href="${everything}">${pageText(language, view.files.length === 1 ? 'downloadFile' : 'downloadAll')}</a>
<p>${downloadNotes(visit)}</p>
${fileList(visit)}`
}

export const linkHeading = ({ view, language }: LinkVisit): string =>
  view.state === 'open'
    ? pageText(language, 'sentTitle', { sender: senderName(view), count: view.fileCount })
    : pageText(language, `${view.state}Title`)

/** The view goes along, so that the app has to ask for nothing. */
export function linkContent(visit: LinkVisit): Html {
  const { view, language } = visit
  const body = view.state === 'open' ? openTransfer(visit) : notice(language, view.state)
  return html`<main class="plain">${body}${view.state === 'password' && form(visit)}</main><script type="application/json" id="server-data">${jsonInScript({ view })}</script>`
}
