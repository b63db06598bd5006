/** The files of an open transfer, each with its link, and boxes to choose some of them. */
import { type PublicFile, selectFiles } from '@sampan/contract/routes/downloads'
import { formatBytes } from '@sampan/texts/format'
import { pageText } from '@sampan/texts/pages/index'
import { type Html, html } from './html.ts'
import { filePathOf, type LinkVisit, linkQuery } from './transfer-summary.ts'

const mostListed = 1000

// Names in any script keep to their own line of writing: <bdi> stops a right-to-left name from turning its size around.
const row = (visit: LinkVisit, file: PublicFile, hasBoxes: boolean): Html => {
  const { language } = visit
  const box = html`<input type="checkbox" name="fileIds" value="${file.fileId}" aria-label="${pageText(language, 'choose', { name: file.path })}"> `
  return html`<li>${hasBoxes && box}<a href="${filePathOf(visit, file.fileId)}"><bdi>${file.path}</bdi></a> · ${formatBytes(file.size, language)}</li>
`
}

export function fileList(visit: LinkVisit): Html {
  const { view, user, language } = visit
  // Empty folders come along in the zip; there is nothing of them to get by itself.
  const files = view.files.filter(({ path }) => !path.endsWith('/'))
  const hasBoxes = files.length > 1
  const shown = files.slice(0, mostListed)
  const rest = view.fileCount > shown.length && { count: view.fileCount, shown: shown.length }
  const list = html`<ul aria-label="${pageText(language, 'files')}">
${shown.map((file) => row(visit, file, hasBoxes))}</ul>${rest && html`<p>${pageText(language, 'more', rest)}</p>`}`
  if (!hasBoxes) return list
  const action = linkQuery(selectFiles.path.replace(':slug', view.slug), { user, dl: view.dl ?? undefined })
  return html`<form method="post" action="${action}">${list}<button>${pageText(language, 'downloadChosen')}</button></form>`
}
