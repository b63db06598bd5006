/** Looks through the support pages, in the reader's browser. Words are what Intl.Segmenter takes for such: Chinese has no spaces between them. */
import MiniSearch from 'minisearch'

export type Entry = { name: string; title: string; description: string; text: string }

export function makeSearch(entries: readonly Entry[], language: string) {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const tokenize = (text: string) =>
    [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
  const search = new MiniSearch<Entry>({
    idField: 'name',
    fields: ['title', 'description', 'text'],
    storeFields: ['name', 'title', 'description'],
    tokenize,
    searchOptions: {
      boost: { title: 4, description: 2 },
      // The last word may not be whole yet; a slip of a letter still finds where words are long.
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  search.addAll(entries)
  return (words: string): Omit<Entry, 'text'>[] =>
    search.search(words).map(({ name, title, description }) => ({ name, title, description }))
}

export async function openSearch(path: string, language: string) {
  const reply = await fetch(path)
  if (!reply.ok) throw new Error(`The articles could not be had: ${reply.status}`)
  return makeSearch(await reply.json(), language)
}
