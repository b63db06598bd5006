/** What a word of the command line means on the server: a link, an id, or the beginning of a name that no other has. */
import { Problem } from '@sampan/contract/errors'
import { languages } from '@sampan/contract/languages'
import { pageRows } from '@sampan/contract/limits'
import { getQs } from '@sampan/contract/routes/dashboard'
import { listRequests } from '@sampan/contract/routes/requests'
import { type Account, once } from './account/sign-in.ts'
import type { Context } from './context.ts'
import { Stop } from './failure.ts'
import { harmless } from './show/text-width.ts'
import { withRetries } from './with-retries.ts'

type Named = { slug: string; name: string }
type Page = { rows: Named[]; matchCount: number }
/** Where names of one kind are looked up, page by page. */
type Look = (search: string, skip: number) => Promise<Page>

const idPattern = /^[0-9A-Za-z]{7,32}$/
// Links of recipients, of anybody, of requests, and the pages of the dashboard.
const pathPattern = new RegExp(
  `^/(?:(?:${languages.join('|')})/)?(?:w|d|downloads|r|dash/transfers|dash/requests)/([0-9A-Za-z]{7,32})(?:/[^/]*)?/?$`,
)

/** The id in a link; null where the word is none. */
function idInLink(word: string): string | null {
  const address = /^https?:\/\//i.test(word) ? word : `https://${word}`
  if (!word.includes('/') || !URL.canParse(address)) return null
  return pathPattern.exec(new URL(address).pathname)?.[1] ?? null
}

/** More than these nobody reads: the name has to be longer then. */
const shownNames = 10

function chosen(found: readonly Named[], word: string): string {
  const [only, second] = found
  if (!only) throw new Stop('failed', 'nameUnknown', { word })
  if (!second) return only.slug
  const names = found.slice(0, shownNames).map(({ slug, name }) => `\n  ${slug}  ${harmless(name)}`)
  throw new Stop('usage', 'nameAmbiguous', { word, names: names.join('') })
}

async function byName(look: Look, word: string): Promise<string> {
  const start = word.toLowerCase()
  const found: Named[] = []
  for (let skip = 0; ; skip += pageRows.max) {
    const { rows, matchCount } = await look(word, skip)
    found.push(...rows.filter(({ name }) => name.toLowerCase().startsWith(start)))
    if (rows.length === 0 || skip + rows.length >= matchCount || found.length > shownNames) break
  }
  const exact = found.filter(({ name }) => name.toLowerCase() === start)
  return chosen(exact.length > 0 ? exact : found, word)
}

/** An id is tried before any list is asked for: whoever names it needs no scope to read lists. */
async function on<T>(word: string, act: (slug: string) => Promise<T>, look: Look): Promise<T> {
  const inLink = idInLink(word)
  if (inLink) return act(inLink)
  if (idPattern.test(word)) {
    try {
      return await act(word)
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'notYours')) throw error
    }
  }
  return act(await byName(look, word))
}

/** Does it with the transfer that is meant. */
export const onTransfer = <T>(context: Context, { api }: Account, word: string, act: (slug: string) => Promise<T>): Promise<T> =>
  on(word, act, async (search, skip) => {
    const query = { search, skip, limit: pageRows.max }
    const { allDocs, matchCount } = await withRetries(context, () => api.call(getQs, { query, ...once(context) }))
    return { rows: allDocs.map(({ slug, title, fileName }) => ({ slug, name: title || fileName })), matchCount }
  })

export const onRequest = <T>(context: Context, { api }: Account, word: string, act: (slug: string) => Promise<T>): Promise<T> =>
  on(word, act, async (search, skip) => {
    const query = { search, skip, limit: pageRows.max }
    const { requests, matchCount } = await withRetries(context, () => api.call(listRequests, { query, ...once(context) }))
    return { rows: requests.map(({ slug, title }) => ({ slug, name: title })), matchCount }
  })
