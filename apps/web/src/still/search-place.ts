/** The search of the support pages: its field is there with the page, what it searches with and through only once somebody goes there. */
import { counted } from './counted.ts'

type Found = { name: string; title: string; description: string }
type Search = (words: string) => Found[]

// A file of its own, which the build writes beside this one.
const program = '/support-search.js'

function entry({ name, title, description }: Found, folder: string): HTMLLIElement {
  const link = Object.assign(document.createElement('a'), { href: `${folder}/${name}`, textContent: title })
  const text = Object.assign(document.createElement('p'), { textContent: description })
  const item = document.createElement('li')
  item.append(link, text)
  return item
}

export function offerSearch(): void {
  const place = document.querySelector<HTMLElement>('[data-search]')
  const input = place?.querySelector('input')
  const status = place?.querySelector<HTMLElement>('[data-search-status]')
  const found = place?.querySelector<HTMLElement>('[data-search-found]')
  const all = document.querySelector<HTMLElement>('[data-search-all]')
  if (!place || !input || !status || !found || !all) return
  let search: Promise<Search> | null = null

  /** What did not come is asked for again with the next letter. */
  const load = () => {
    search ??= import(program)
      .then(({ openSearch }) => openSearch(place.dataset.search, document.documentElement.lang))
      .catch((error) => {
        search = null
        throw error
      })
    return search
  }

  async function look() {
    const words = input!.value.trim()
    try {
      const results = words ? (await load())(words) : []
      // Typed on meanwhile.
      if (words !== input!.value.trim()) return
      found!.replaceChildren(...results.map((each) => entry(each, found!.dataset.searchFound ?? '')))
      all!.hidden = words !== ''
      const said = results.length ? counted(results.length, place!.dataset) : place!.dataset.none
      status!.textContent = words ? (said ?? '') : ''
    } catch {
      all!.hidden = false
      found!.replaceChildren()
      status!.textContent = place!.dataset.failed ?? ''
    }
  }

  place.hidden = false
  input.addEventListener('focus', () => void load().catch(() => {}))
  input.addEventListener('input', () => void look())
  void look()
}
