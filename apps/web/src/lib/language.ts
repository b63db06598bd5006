/** Which language a page speaks: its address if that says so, else what the server wrote into the page. */
import { cookieName, languageCookie } from '@sampan/contract/cookies'
import { languages } from '@sampan/contract/languages'
import { defaultLanguage, homePath, type Language, publicPaths } from '@sampan/contract/paths'
import { about } from '@sampan/texts/registry/about'

export const htmlLanguage = (language: Language): string => about[language].tag

const withoutSlash = (path: string): string => path.replace(/\/+$/, '')
const barePaths = publicPaths.map((pathOf) => withoutSlash(pathOf(defaultLanguage)))
const prefixOf = (language: Language): string => withoutSlash(homePath(language))
/** Whose prefix an address begins with. */
const prefixed = (path: string): Language | undefined =>
  languages.find((language) => language !== defaultLanguage && `${path}/`.startsWith(`${prefixOf(language)}/`))

/** null for pages whose address is the same in every language. */
export function pathLanguage(path: string): Language | null {
  return prefixed(path) ?? (barePaths.includes(withoutSlash(path)) ? defaultLanguage : null)
}

const writtenLanguage = (): Language =>
  languages.find((language) => htmlLanguage(language) === document.documentElement.lang) ?? defaultLanguage

export const pageLanguage = (): Language => pathLanguage(location.pathname) ?? writtenLanguage()

/** Where this page stands in another language. */
export function pathIn(path: string, language: Language): string {
  const now = pathLanguage(path)
  if (!now) return path
  const bare = withoutSlash(path.slice(prefixOf(now).length))
  return bare ? prefixOf(language) + bare : homePath(language)
}

export function rememberLanguage(language: Language) {
  const isHttps = location.protocol === 'https:'
  const { name, maxAgeSeconds } = languageCookie
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http and in Firefox
  document.cookie = `${cookieName(name, isHttps)}=${language}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
