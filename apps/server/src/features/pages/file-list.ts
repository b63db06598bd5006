/** The files of a transfer, each with its button once it is whole, and boxes to choose some of them. */
import { type PublicFile, selectFiles } from '@sampan/contract/routes/downloads'
import { formatBytes } from '@sampan/texts/format'
import { pageText } from '@sampan/texts/pages'
import { type Html, html } from './html.ts'
import { downloadAction, type LinkVisit, linkQuery } from './transfer-summary.ts'

const maxListed = 1000
/** Of the buttons that ask for one file each: beside that of the boxes, whose own button Enter presses. */
const oneForm = 'one-file'

/** `received` is null where everything is here. */
type Listed = PublicFile & { received: number | null }

const isReady = ({ received, size, isBlocked }: Listed): boolean => !isBlocked && (received === null || received >= size)

function stateOf({ language }: LinkVisit, file: Listed): string {
  if (file.scan === 'infected') return ` · ${pageText(language, 'scan_infected')}`
  if (file.received === null) return file.scan ? ` · ${pageText(language, `scan_${file.scan}`)}` : ''
  if (isReady(file)) return ` · ${pageText(language, 'ready')}`
  if (file.received === 0) return ` · ${pageText(language, 'waiting')}`
  return ` · ${pageText(language, 'arriving', { percent: Math.floor((file.received / file.size) * 100) })}`
}

// Names in any script keep to their own line of writing: <bdi> stops a right-to-left name from turning its size around.
const row = (visit: LinkVisit, file: Listed, hasBoxes: boolean): Html => {
  const { language } = visit
  const rest = ` · ${formatBytes(file.size, language)}${stateOf(visit, file)}`
  if (!isReady(file))
    return html`<li><bdi>${file.path}</bdi>${rest}</li>
`
  const box = html`<input type="checkbox" name="fileIds" value="${file.fileId}" aria-label="${pageText(language, 'choose', { name: file.path })}"> `
  return html`<li>${hasBoxes && box}<button class="link" form="${oneForm}" name="fileId" value="${file.fileId}"><bdi>${file.path}</bdi></button>${rest}</li>
`
}

export function fileList(visit: LinkVisit): Html {
  const { view, user, language } = visit
  // Empty folders come along in the zip; there is nothing of them to get by itself.
  const files = view.files
    .map((file, index): Listed => ({ ...file, received: view.arrival?.received[index] ?? null }))
    .filter(({ path }) => !path.endsWith('/'))
  const hasBoxes = files.filter(isReady).length > 1
  const shown = files.slice(0, maxListed)
  const rest = view.fileCount > shown.length && { count: view.fileCount, shown: shown.length }
  const list = html`<ul aria-label="${pageText(language, 'files')}">
${shown.map((file) => row(visit, file, hasBoxes))}</ul>${rest && html`<p>${pageText(language, view.arrival ? 'moreArriving' : 'more', rest)}</p>`}`
  const one = html`<form id="${oneForm}" method="post" action="${downloadAction(visit)}"></form>`
  if (!hasBoxes) return html`${one}${list}`
  const action = linkQuery(selectFiles.path.replace(':slug', view.slug), { user, dl: view.dl ?? undefined })
  return html`${one}<form method="post" action="${action}">${list}<button class="quiet">${pageText(language, 'downloadChosen')}</button></form>`
}
