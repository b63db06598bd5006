/** Which language an address of a public page is of, and where the page stands in another. */
import { languages } from './languages.ts'
import { defaultLanguage, homePath, type Language, publicPaths } from './paths.ts'

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

/** Where this page stands in another language. */
export function pathIn(path: string, language: Language): string {
  const now = pathLanguage(path)
  if (!now) return path
  const bare = withoutSlash(path.slice(prefixOf(now).length))
  return bare ? prefixOf(language) + bare : homePath(language)
}

/** What the Markdown of a page is called: its address without a language. */
export const contentName = (path: string): string => pathIn(path, defaultLanguage).slice(1)

/** What other sites show beside a link to a public page, drawn by the server as it is first asked for. */
export const pagePicturePath = (path: string): string => `/open-graph${path.replace(/\/$/, '/index')}.png`
export const pagePictureSize = { width: 1200, height: 630 } as const
