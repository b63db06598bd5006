/** A built page with the operator's words in the place of ours: the same page, head and foot. */
import { builtProductName, type Language } from '@sampan/contract/paths'
import type { FrontMatter } from '@sampan/texts/content/front-matter'
import { renderMarkdown } from '@sampan/texts/content/markdown'
import { betweenMarks } from '@sampan/texts/content/marks'
import { pictureHtml } from '@sampan/texts/content/picture-html'
import type { Source } from '@sampan/texts/content/source'
import { formatDate } from '@sampan/texts/format'
import { html, jsonInScript } from './html.ts'

const text = (words: string): string => html`${words}`.text

const withMeta = (page: string, name: string, content: string): string =>
  page.replace(new RegExp(`(<meta (?:name|property)="${name}" content=")[^"]*`), (_, head: string) => head + text(content))

/** What an element with this attribute says. */
const withText = (page: string, attribute: string, words: string): string =>
  page.replaceAll(
    new RegExp(`(<(\\w+)\\b[^>]* ${attribute}[^>]*>)[^<]*(</\\2>)`, 'g'),
    (_, open: string, __, close: string) => open + text(words) + close,
  )

/** What machines read: where it was the page's own it is so again. */
const withData = (page: string, { title, description, date }: FrontMatter): string =>
  page.replace(/(<script type="application\/ld\+json">)(.*?)(<\/script>)/s, (_, open: string, data: string, close: string) => {
    const told = JSON.parse(data)
    const named = 'headline' in told ? { headline: title, ...(date && { datePublished: date }) } : { name: title }
    return open + jsonInScript({ ...told, ...named, description }).text + close
  })

/** A date that the operator does not give is not ours to tell. */
function withDate(page: string, name: string, date: string | undefined, language: Language): string {
  const mark = `data-date-of="${name}"`
  if (!date) return page.replaceAll(mark, `${mark} hidden=""`)
  const day = html`<time datetime="${date}">${formatDate(new Date(date), language, 'UTC')}</time>`.text
  return page.replaceAll(
    new RegExp(`(${mark}[^>]*>[^<]*(?:<!-- -->)?[^<]*)<time[^>]*>[^<]*</time>`, 'g'),
    (_, before: string) => before + day,
  )
}

/** How other pages name it, and so does itself. */
const named = (page: string, name: string, { title, description, date }: FrontMatter, language: Language): string =>
  withDate(
    withText(withText(page, `data-title-of="${name}"`, title), `data-description-of="${name}"`, description),
    name,
    date,
    language,
  )

function itself(page: string, source: Source, language: Language): string {
  const { title, description, subtitle, picture, alt = '', markdown } = source
  const ownTitle = `${title} · ${builtProductName}`
  const head = ['og:title', 'og:image:alt'].reduce((all, name) => withMeta(all, name, ownTitle), page)
  const told = ['description', 'og:description'].reduce((all, name) => withMeta(all, name, description), head)
  const said = withText(
    told.replace(/<title>[^<]*/, () => `<title>${text(ownTitle)}`),
    'data-page-title=""',
    title,
  )
  const lead = withText(said, 'data-page-lead=""', subtitle ?? '').replace(
    /(data-page-lead="")(?: hidden="")?/,
    (_, mark: string) => (subtitle ? mark : `${mark} hidden=""`),
  )
  const pictured = betweenMarks(lead, 'picture', picture ? pictureHtml(picture, alt, language, true) : '')
  return withData(betweenMarks(pictured, 'words', renderMarkdown(markdown, language)), source)
}

/** Names of pages of which this one says something. */
export const namesIn = (page: string): string[] => [
  ...new Set([...page.matchAll(/data-title-of="([^"]+)"/g)].map(([, name = '']) => name)),
]

/** `sources`: those that there are, of the page itself (`own`) and of those that it names. */
export function replacedPage(page: string, own: string, sources: ReadonlyMap<string, Source>, language: Language): string {
  const all = [...sources].reduce((text, [name, source]) => named(text, name, source, language), page)
  const source = sources.get(own)
  return source ? itself(all, source, language) : all
}
