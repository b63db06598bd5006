/** A part of the app that is loaded later: tried again where the line is bad (W6), and loaded once for all. */
export type Chunk<T> = {
  /** null until it is here. */
  peek: () => T | null
  load: () => Promise<T>
}
type Tools = { wait: (ms: number) => Promise<void>; askServer: () => Promise<unknown>; renewStyles: () => Promise<void> }

/** Between five loads. */
export const waitsMs = [300, 600, 1200, 2400]
export const failedWords = `Loading chunk failed after ${waitsMs.length + 1} retries`

function loadSheet(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`No answer for ${href}`))
    }
    document.head.append(link)
  })
}

/** The bundler's loader asks for a style sheet only once: one that did not come is put in anew. */
async function renewStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const here = new Set(links.filter(({ sheet }) => sheet).map(({ href }) => href))
  const lost = new Set(links.map(({ href }) => href).filter((href) => !here.has(href)))
  await Promise.all([...lost].map(loadSheet))
}

/** Browsers keep in mind that a script did not come and never ask for it again: none is asked for while the server does not answer. */
const askServer = () => fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })

const inPage: Tools = {
  askServer,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  renewStyles,
}

async function loadAgain<T>(load: () => Promise<T>, { wait, renewStyles }: Tools): Promise<T> {
  for (const ms of waitsMs) {
    await wait(ms)
    try {
      const loaded = await load()
      await renewStyles()
      return loaded
    } catch {}
  }
  throw new Error(failedWords)
}

export function lateChunk<T>(load: () => Promise<T>, tools = inPage): Chunk<T> {
  let loaded: T | null = null
  let loading: Promise<T> | null = null
  async function once(): Promise<T> {
    await tools.askServer()
    return load()
  }
  async function fetchIt(): Promise<T> {
    try {
      loaded = await once().catch(() => loadAgain(once, tools))
      return loaded
    } finally {
      loading = null
    }
  }
  return {
    peek: () => loaded,
    load: async () => {
      loading ??= loaded ? null : fetchIt()
      return loaded ?? loading!
    },
  }
}
