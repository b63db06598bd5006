/** What a webhook may lead to (O9), as far as its text says; where its name leads is looked at with each call. */

/** Null where it is none. A name and a password in it would stand in logs. */
export function webhookAddress(text: string): URL | null {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return url.username || url.password || url.hash ? null : url
}
