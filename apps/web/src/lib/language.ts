/** Which language a page speaks: its address if that says so, else what the server wrote into the page. */
import { cookieName, languageCookie } from '@sampan/contract/cookies'
import { homePath, type Language, publicPaths } from '@sampan/contract/paths'

export const htmlLanguage = (language: Language): string => (language === 'zh' ? 'zh-CN' : 'en')

const withoutSlash = (path: string): string => path.replace(/\/+$/, '')
const englishPaths = publicPaths.map((pathOf) => withoutSlash(pathOf('en')))

/** null for pages whose address is the same in every language. */
export function pathLanguage(path: string): Language | null {
  if (/^\/zh(?:\/|$)/.test(path)) return 'zh'
  return englishPaths.includes(withoutSlash(path)) ? 'en' : null
}

export const pageLanguage = (): Language =>
  pathLanguage(location.pathname) ?? (document.documentElement.lang.startsWith('zh') ? 'zh' : 'en')

/** Where this page stands in another language. */
export function pathIn(path: string, language: Language): string {
  if (!pathLanguage(path)) return path
  const bare = withoutSlash(path.replace(/^\/zh(?=\/|$)/, ''))
  return bare ? (language === 'zh' ? `/zh${bare}` : bare) : homePath(language)
}

export function rememberLanguage(language: Language) {
  const isHttps = location.protocol === 'https:'
  const { name, maxAgeSeconds } = languageCookie
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http and in Firefox
  document.cookie = `${cookieName(name, isHttps)}=${language}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
