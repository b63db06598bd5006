/** What search engines read of a public page. The build knows no origin: the server makes the addresses of its pages whole. */
import { languages } from '@sampan/contract/languages'
import { defaultLanguage, type Language } from '@sampan/contract/paths'
import type { MetaFunction } from 'react-router'
import { pageTexts } from '../lib/i18n.ts'
import { htmlLanguage, pathLanguage } from '../lib/language.ts'

type Words = { title: string; description: string }
type WordsOf = (t: ReturnType<typeof pageTexts>) => Words

const whole = (path: string): string => (typeof document === 'undefined' ? path : new URL(path, document.baseURI).href)
const alternate = (hrefLang: string, href: string) => ({ tagName: 'link', rel: 'alternate', hrefLang, href: whole(href) })

export const pageMeta =
  (pathOf: (language: Language) => string, wordsOf: WordsOf): MetaFunction =>
  ({ location }) => {
    const { title, description } = wordsOf(pageTexts())
    return [
      { title },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'website' },
      { tagName: 'link', rel: 'canonical', href: whole(pathOf(pathLanguage(location.pathname) ?? defaultLanguage)) },
      ...languages.map((language) => alternate(htmlLanguage(language), pathOf(language))),
      alternate('x-default', pathOf(defaultLanguage)),
    ]
  }
