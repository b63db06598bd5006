/** Paths of pages that mails, server and web must agree on. */
export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

export const homePath = (language: Language): string => (language === 'zh' ? '/zh/' : '/')
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
