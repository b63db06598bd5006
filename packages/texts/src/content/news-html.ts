/** The changelog as the HTML of its public page, newest first: our own as it is built, the operator's as it is served. */
import type { Language } from '@sampan/contract/paths'
import { readChangelog } from '@sampan/contract/rules/changelog'
import { formatDate } from '../format.ts'
import { pageText } from '../pages.ts'
import { renderMarkdown } from './markdown.ts'
import { escaped } from './picture-html.ts'

export const newsHtml = (markdown: string, language: Language): string =>
  readChangelog(markdown)
    .map(({ id, types, created, title, markdownDetails }) => {
      const day = new Date(created)
      const kinds = types.map((type) => `<span>${pageText(language, `news_${type}`)}</span> `).join('')
      const date = `<time datetime="${day.toISOString().slice(0, 10)}">${formatDate(day, language, 'UTC')}</time>`
      const head = `<p class="facts">${kinds}${date}</p><h2 id="entry-${id}">${escaped(title)}</h2>`
      return `<article aria-labelledby="entry-${id}">${head}${renderMarkdown(markdownDetails, language)}</article>`
    })
    .join('')
