/** Follows every link of the public site once, without a browser: pages, pictures, scripts and what machines read. */
/** What pages name of their own server: addresses to go to, and what they are drawn with. */
const named = /\s(?:href|src|srcset|content(?=="https?:))="([^"]*)"/g

function addressesIn(page: string, at: URL): URL[] {
  const texts = [...page.replace(/<script type="application\/ld\+json">.*?<\/script>/gs, '').matchAll(named)].flatMap(
    ([whole, value = '']) =>
      whole.startsWith(' srcset')
        ? value.split(',').map((each) => each.trim().split(' ')[0]!)
        : [value.replaceAll('&amp;', '&').replace(/#$/, '')],
  )
  return texts.filter((text) => /^(?:\/|https?:|#[a-z])/.test(text)).map((text) => new URL(text, at))
}

type Seen = { status: number; body: string; from: string }

/** Everything that can be reached from `roots`, by its address without a hash. Only pages of `isSite` are read for further links. */
export async function crawl(roots: readonly string[], origin: string, isSite: (path: string) => boolean) {
  const seen = new Map<string, Seen>()
  const hashes = new Map<string, string>()
  const waiting = roots.map((path) => ({ url: new URL(path, origin), from: 'the sitemap' }))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { url, from } = next
    if (url.origin !== origin) {
      seen.set(url.href, { status: 0, body: '', from })
      continue
    }
    if (url.hash) hashes.set(url.href, from)
    url.hash = ''
    if (seen.has(url.href)) continue
    const reply = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'en' } })
    const isPage = /text\/html/.test(reply.headers.get('content-type') ?? '')
    const body = isPage ? await reply.text() : String((await reply.arrayBuffer()).byteLength)
    seen.set(url.href, { status: reply.status, body, from })
    if (isPage && isSite(url.pathname)) waiting.push(...addressesIn(body, url).map((to) => ({ url: to, from: url.pathname })))
  }
  return { seen, hashes }
}

/** What is wrong with it: an answer that is none, or leads elsewhere; a place of a page that is not there. */
export function faultsOf({ seen, hashes }: Awaited<ReturnType<typeof crawl>>, origin: string): string[] {
  const wrong = [...seen].filter(([href, { status, body }]) => href.startsWith(`${origin}/`) && (status !== 200 || body === '0'))
  const lost = [...hashes].filter(([href]) => {
    const [address = '', id = ''] = href.split('#')
    return id !== '' && !seen.get(address)?.body.includes(` id="${decodeURIComponent(id)}"`)
  })
  return [
    ...wrong.map(([href, { status, from }]) => `${href}, named by ${from}, answers ${status}`),
    ...lost.map(([href, from]) => `${href}, named by ${from}, is no place`),
  ]
}
