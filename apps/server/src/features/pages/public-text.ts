/** The built public pages as they are now: with the words of the operator's CMS or folder where there are any (W4). */
import { contentName } from '@sampan/contract/page-language'
import type { Language } from '@sampan/contract/paths'
import { betweenMarks } from '@sampan/texts/content/marks'
import { newsHtml } from '@sampan/texts/content/news-html'
import { readSource, type Source } from '@sampan/texts/content/source'
import type { PageContext } from './page-context.ts'
import { namesIn, replacedPage } from './replaced-page.ts'

/** The same text as long as nothing has changed, so that what is made of it may be kept by it. */
export type TextNow = () => Promise<string>

const newsName = 'changelog'

type Words = NonNullable<PageContext['words']>

/** What cannot be read leaves the page as it was built, and is told once. */
function sourceOf(name: string, text: string, { log }: Words): Source | null {
  try {
    return readSource(name, text)
  } catch (error) {
    log.warn({ err: error, name }, 'a page of the operator is not shown')
    return null
  }
}

/** The changelog has no head: it takes the place of our entries, if any entry can be read in it. */
function withNews(page: string, markdown: string | undefined, language: Language): string {
  const html = markdown === undefined ? '' : newsHtml(markdown, language)
  return html ? betweenMarks(page, 'words', html) : page
}

function withWords(built: string, own: string, found: readonly [string, string][], language: Language, words: Words): string {
  const isNews = ([name]: readonly [string, string]) => name === newsName
  const sources = found
    .filter((each) => !isNews(each))
    .flatMap(([name, text]): [string, Source][] => {
      const source = sourceOf(name, text, words)
      return source ? [[name, source]] : []
    })
  try {
    return withNews(replacedPage(built, own, new Map(sources), language), found.find(isNews)?.[1], language)
  } catch (error) {
    words.log.warn({ err: error, name: own }, 'a page of the operator is not shown')
    return built
  }
}

export function textNow(built: string, path: string, language: Language, words: PageContext['words']): TextNow {
  const own = contentName(path)
  const names = [...new Set([...(built.includes('data-page-title') ? [own] : []), ...namesIn(built)])]
  if (!words || names.length === 0) return async () => built
  let last = { of: '', text: built }
  let isAsking: Promise<void> | null = null

  async function ask(words: Words): Promise<void> {
    const texts = await Promise.all(names.map((name) => words.read(name, language)))
    const found = names.flatMap((name, at): [string, string][] => (texts[at] == null ? [] : [[name, texts[at]]]))
    const of = JSON.stringify(found)
    if (of !== last.of) last = { of, text: found.length ? withWords(built, own, found, language, words) : built }
  }

  return async () => {
    isAsking ??= ask(words)
      .catch((error) => words.log.warn({ err: error, name: own }, 'the words of a page could not be read'))
      .finally(() => {
        isAsking = null
      })
    // Nobody waits for a CMS: the next reader has what it says.
    if (!words.isFar) await isAsking
    return last.text
  }
}
