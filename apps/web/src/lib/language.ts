/** Which language a page speaks: its address if that says so, else what the server wrote into the page. */
import { cookieName, languageCookie } from '@sampan/contract/cookies'
import { homePath, type Language } from '@sampan/contract/paths'

export const htmlLanguage = (language: Language): string => (language === 'zh' ? 'zh-CN' : 'en')

/** Both addresses of the home page, with and without the closing slash. */
const homes: Record<string, Language> = { '/': 'en', '/zh': 'zh', '/zh/': 'zh' }

/** null for pages whose address is the same in every language. */
export const pathLanguage = (path: string): Language | null => homes[path] ?? null

export const pageLanguage = (): Language =>
  pathLanguage(location.pathname) ?? (document.documentElement.lang.startsWith('zh') ? 'zh' : 'en')

/** Where this page stands in another language. */
export const pathIn = (path: string, language: Language): string => (pathLanguage(path) ? homePath(language) : path)

export function rememberLanguage(language: Language) {
  const isHttps = location.protocol === 'https:'
  const { name, maxAgeSeconds } = languageCookie
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http and in Firefox
  document.cookie = `${cookieName(name, isHttps)}=${language}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
