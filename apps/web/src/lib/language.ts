/** Which language a page speaks: its address if that says so, else what the server wrote into the page. */
import { cookieName, languageCookie } from '@sampan/contract/cookies'
import { languages } from '@sampan/contract/languages'
import { pathLanguage } from '@sampan/contract/page-language'
import { defaultLanguage, type Language } from '@sampan/contract/paths'
import { about } from '@sampan/texts/registry/about'

export { pathIn, pathLanguage } from '@sampan/contract/page-language'

export const htmlLanguage = (language: Language): string => about[language].tag

const writtenLanguage = (): Language =>
  languages.find((language) => htmlLanguage(language) === document.documentElement.lang) ?? defaultLanguage

export const pageLanguage = (): Language => pathLanguage(location.pathname) ?? writtenLanguage()

export function rememberLanguage(language: Language) {
  const isHttps = location.protocol === 'https:'
  const { name, maxAgeSeconds } = languageCookie
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http and in Firefox
  document.cookie = `${cookieName(name, isHttps)}=${language}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
