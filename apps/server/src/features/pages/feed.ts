/** The articles of the blog as a feed (RSS 2.0), of what their built pages say of themselves to machines. */
import { articlePath, blogPath, type Language } from '@sampan/contract/paths'
import { articles } from '@sampan/contract/site'
import { pageText } from '@sampan/texts/pages'
import { about } from '@sampan/texts/registry/about'
import { html } from './html.ts'

type Site = { origin: string; productName: string }
type Told = { headline: string; description: string; datePublished: string }

export const feedPath = (language: Language): string => `${blogPath(language)}/rss.xml`

function toldBy(page: string | undefined): Told | null {
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page ?? '') ?? []
  return data ? JSON.parse(data) : null
}

/** Newest first. `pages`: those of the articles, in their order. */
export function feed(pages: readonly (string | undefined)[], language: Language, { origin, productName }: Site): string {
  const items = articles
    .flatMap((article, at) => {
      const path = articlePath(article)(language)
      const told = toldBy(pages[at])
      return told ? [{ ...told, link: origin + path }] : []
    })
    .sort((one, other) => other.datePublished.localeCompare(one.datePublished))
  const blog = `${origin}${blogPath(language)}`
  const rows = items.map(
    ({ headline, description, datePublished, link }) =>
      html`<item><title>${headline}</title><link>${link}</link><guid>${link}</guid><description>${description}</description><pubDate>${new Date(datePublished).toUTCString()}</pubDate></item>`
        .text,
  )
  const head = html`<title>${pageText(language, 'feedTitle', { product: productName })}</title><link>${blog}</link><description>${pageText(language, 'feedText')}</description><language>${about[language].tag}</language><atom:link href="${origin}${feedPath(language)}" rel="self" type="application/rss+xml"/>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${head.text}${rows.join('')}</channel></rss>\n`.replaceAll(
    '%PRODUCT_NAME%',
    () => html`${productName}`.text,
  )
}

/** Pages of the blog name it in their heads. */
export function withFeed(page: string, path: string, language: Language): string {
  if (!path.startsWith(blogPath(language))) return page
  const link = html`<link rel="alternate" type="application/rss+xml" href="${feedPath(language)}">`
  return page.replace('</head>', () => `${link.text}</head>`)
}
