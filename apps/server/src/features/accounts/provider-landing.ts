/** Where a browser goes on to from a provider (A11): a page of ours, with what it is to say in its address. */

export const withQuery = (path: string, query: Record<string, string>): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`

/** For the page that one comes to: what was wrong, and with which provider. */
export const refusedLanding = (path: string, code: string, provider: string, more: Record<string, string> = {}): string =>
  withQuery(path, { refused: code, provider, ...more })
