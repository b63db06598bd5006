/** The changelog as it comes with the product, for its public page. */
import type { Language } from '@sampan/contract/paths'
import { inMarks } from '@sampan/texts/content/marks'
import { newsHtml } from '@sampan/texts/content/news-html'

const files = import.meta.glob<string>('../../../../../packages/texts/src/languages/*/changelog.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export function readNews(language: Language): string {
  const [, text = ''] = Object.entries(files).find(([path]) => path.endsWith(`/${language}/changelog.md`)) ?? []
  return inMarks('words', newsHtml(text, language))
}
