/** What search engines read of a public page. The build knows no origin: the server makes the addresses of its pages whole. */
import { languages } from '@sampan/contract/languages'
import { pagePicturePath, pagePictureSize } from '@sampan/contract/page-language'
import { builtOrigin, builtProductName, defaultLanguage, type Language } from '@sampan/contract/paths'
import type { MetaDescriptor, MetaFunction } from 'react-router'
import { pageTexts } from '../lib/i18n.ts'
import { htmlLanguage, pathIn, pathLanguage } from '../lib/language.ts'

type Words = { title: string; description: string }
type WordsOf = (t: ReturnType<typeof pageTexts>) => Words

const whole = (path: string): string => (typeof document === 'undefined' ? path : new URL(path, document.baseURI).href)
const alternate = (hrefLang: string, href: string) => ({ tagName: 'link', rel: 'alternate', hrefLang, href: whole(href) })

const metaOf = (pathOf: (language: Language) => string, now: Language, { title, description }: Words): MetaDescriptor[] => [
  { title },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
  { property: 'og:type', content: 'website' },
  { property: 'og:url', content: whole(pathOf(now)) },
  { property: 'og:locale', content: htmlLanguage(now).replace('-', '_') },
  { property: 'og:site_name', content: builtProductName },
  { property: 'og:image', content: whole(pagePicturePath(pathOf(now))) },
  { property: 'og:image:width', content: String(pagePictureSize.width) },
  { property: 'og:image:height', content: String(pagePictureSize.height) },
  { property: 'og:image:alt', content: title },
  { name: 'twitter:card', content: 'summary_large_image' },
  { tagName: 'link', rel: 'canonical', href: whole(pathOf(now)) },
  ...languages.map((language) => alternate(htmlLanguage(language), pathOf(language))),
  alternate('x-default', pathOf(defaultLanguage)),
]

export const pageMeta =
  (pathOf: (language: Language) => string, wordsOf: WordsOf): MetaFunction =>
  ({ location }) =>
    metaOf(pathOf, pathLanguage(location.pathname) ?? defaultLanguage, wordsOf(pageTexts()))

type Described = Words & { date?: string | undefined; image?: string | undefined }

/** What machines read of a page of words: an article says when it was written, every other page what it is. */
function linkedData(path: string, language: Language, { title, description, date, image }: Described) {
  const publisher = { '@type': 'Organization', name: builtProductName, url: builtOrigin }
  const page = {
    '@context': 'https://schema.org',
    '@type': date ? 'BlogPosting' : 'WebPage',
    ...(date ? { headline: title, datePublished: date, author: publisher } : { name: title }),
    description,
    url: builtOrigin + path,
    inLanguage: htmlLanguage(language),
    ...(image && { image: builtOrigin + image }),
    publisher,
  }
  return { 'script:ld+json': page }
}

/** Of a page that is built from content and wakes no app: its title names the product as others do. */
export function contentMeta(pathname: string, words: Described): MetaDescriptor[] {
  const now = pathLanguage(pathname) ?? defaultLanguage
  const title = `${words.title} · ${builtProductName}`
  return [
    ...metaOf((language) => pathIn(pathname, language), now, { ...words, title }),
    linkedData(pathIn(pathname, now), now, words),
  ]
}
