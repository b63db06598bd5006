/** A link as people copy it -> the server and the names in it. */
import { languages } from '@sampan/contract/languages'
import { Stop } from '../failure.ts'
import { serverOrigin } from '../places.ts'

export type LinkAddress = { server: string; slug: string; user: string | null }

const slugPattern = /^[0-9A-Za-z]{7,32}$/
// With the language before it, as copied from a page; with /zip behind it, as a mail's button has it.
const pathPattern = new RegExp(
  `^/(?:(?:${languages.join('|')})/)?(?:w|d|downloads)/([0-9A-Za-z]{7,32})(?:/([0-9A-Za-z]{1,64}))?(?:/zip)?/?$`,
)

/** A bare slug needs a server. Throws a Stop of usage. */
export function readLink(text: string, server: string | null): LinkAddress {
  const words = text.trim()
  if (slugPattern.test(words) && server) return { server: serverOrigin(server), slug: words, user: null }
  const address = /^https?:\/\//i.test(words) ? words : `https://${words}`
  if (URL.canParse(address)) {
    const { pathname, searchParams } = new URL(address)
    const [, slug, user] = pathPattern.exec(pathname) ?? []
    if (slug)
      return { server: serverOrigin(/^https?:/i.test(words) ? address : words), slug, user: user ?? searchParams.get('user') }
  }
  throw new Stop('usage', 'linkInvalid', { link: text })
}
