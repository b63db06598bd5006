/** Paths of pages that mails, server and web must agree on. */
export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

export const homePath = (language: Language): string => (language === 'zh' ? '/zh/' : '/')
export const registerPath = (language: Language): string => (language === 'zh' ? '/zh/register' : '/register')
export const loginPath = (language: Language): string => (language === 'zh' ? '/zh/login' : '/login')
/** Pages for search engines: each has an address in every language (W1). */
export const publicPaths = [homePath, registerPath, loginPath] as const
/** The logged-in area and everything below it; it follows the reader's language. */
export const dashPath = '/dash'
export const isDashPath = (path: string): boolean => path === dashPath || path.startsWith(`${dashPath}/`)
export const dashSendPath = '/dash/send'
export const linkPath = (slug: string): string => `/w/${slug}`
export const downloadPath = (slug: string, user?: string): string => (user ? `/d/${slug}/${user}` : `/d/${slug}`)
export const outboxPath = '/outbox'

type BytesQuery = { user?: string; dl?: string; selection?: string }
const withQuery = (path: string, query: BytesQuery): string => {
  const text = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])).toString()
  return text ? `${path}?${text}` : path
}
export const filePath = (slug: string, fileId: string, query: BytesQuery = {}): string =>
  withQuery(`/api/transfers/${slug}/files/${fileId}`, query)
export const zipPath = (slug: string, query: BytesQuery = {}): string => withQuery(`/api/transfers/${slug}/zip`, query)
