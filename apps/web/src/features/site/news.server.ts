/** The changelog as it comes with the product, for its public page. */
import type { Language } from '@sampan/contract/paths'
import type { ChangelogEntry } from '@sampan/contract/routes/feedback'
import { readChangelog } from '@sampan/contract/rules/changelog'
import { renderMarkdown } from '@sampan/texts/content/markdown'

const files = import.meta.glob<string>('../../../../../packages/texts/src/languages/*/changelog.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export type News = Omit<ChangelogEntry, 'markdownDetails'> & { html: string }

export function readNews(language: Language): News[] {
  const [, text = ''] = Object.entries(files).find(([path]) => path.endsWith(`/${language}/changelog.md`)) ?? []
  return readChangelog(text).map(({ markdownDetails, ...entry }) => ({
    ...entry,
    html: renderMarkdown(markdownDetails, language),
  }))
}
