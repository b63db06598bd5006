/** Public pages of an installation that counts visits, or offers a chat, ask first (W5): with what, and in which words, stands in the page. */
import { languages } from '@sampan/contract/languages'
import { type Language, publicPaths } from '@sampan/contract/paths'
import { pageText } from '@sampan/texts/pages'
import type { Tracker } from '../../http/trackers.ts'

const paths = publicPaths.flatMap((pathOf) => languages.map(pathOf))

function wordsIn(language: Language) {
  const text = (key: Parameters<typeof pageText>[1], values = {}) => pageText(language, key, values)
  const names = '{{names}}'
  return {
    title: text('consentTitle'),
    text: text('consentText'),
    statistics: text('consentStatistics', { names }),
    chat: text('consentChat', { names }),
    and: text('consentAnd'),
    allow: text('consentAllow'),
    some: text('consentSome'),
    refuse: text('consentRefuse'),
  }
}

/** As it was built where there is nothing to ask for. */
export function withConsent(page: string, language: Language, trackers: readonly Tracker[]): string {
  if (trackers.length === 0) return page
  // In a script, `<` would end it.
  const asked = JSON.stringify({ trackers, paths, words: wordsIn(language) }).replaceAll('<', '\\u003c')
  const head = `<link rel="stylesheet" href="/consent.css"><script id="consent" type="application/json">${asked}</script><script src="/consent.js" defer></script>`
  return page.replace('</head>', () => `${head}</head>`)
}
