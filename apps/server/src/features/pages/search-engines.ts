/** What search engines are told: where not to look, and every public page in each of its languages (W1). */

import { languages } from '@sampan/contract/languages'
import { lifetimePath, pricingPath, publicPaths } from '@sampan/contract/paths'
import { about } from '@sampan/texts/registry/about'

const closed = ['/admin', '/api/', '/d/', '/dash', '/downloads/', '/manage/', '/r/', '/w/', '/outbox']

export const robots = (origin: string): string =>
  ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')

/** Without plans and codes where nothing is for sale. */
export function sitemap(origin: string, isSelling: boolean): string {
  const shown = publicPaths.filter((pathOf) => isSelling || (pathOf !== pricingPath && pathOf !== lifetimePath))
  const entries = shown.flatMap((pathOf) => {
    const alternates = languages.map(
      (language) => `<xhtml:link rel="alternate" hreflang="${about[language].tag}" href="${origin}${pathOf(language)}"/>`,
    )
    return languages.map((language) => `<url><loc>${origin}${pathOf(language)}</loc>${alternates.join('')}</url>`)
  })
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${entries.join('\n')}\n</urlset>\n`
}
