/** What search engines read of the home page; the server makes the addresses absolute. */
import { homePath, languages } from '@sampan/contract/paths'
import { home as en } from '@sampan/texts/app/en/home'
import { home as zh } from '@sampan/texts/app/zh/home'
import type { MetaFunction } from 'react-router'
import { htmlLanguage, pathLanguage } from '../lib/language.ts'

export const homeMeta: MetaFunction = ({ location }) => {
  const language = pathLanguage(location.pathname) ?? 'en'
  const { title, description } = { en, zh }[language]
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { tagName: 'link', rel: 'canonical', href: homePath(language) },
    ...languages.map((other) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: htmlLanguage(other),
      href: homePath(other),
    })),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: homePath('en') },
  ]
}
