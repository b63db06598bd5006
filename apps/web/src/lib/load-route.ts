/**
 * The script of a page (W6): asked for again where the line is bad. After an upgrade an open tab asks for what the server no longer
 * has, or a browser keeps in mind that it did not come: then the address is loaded anew, as a whole.
 */
import { failedWords, waitsMs } from './load-chunk.ts'
import { hasWarnings } from './unsaved.ts'

type Tools = {
  load: (url: string) => Promise<unknown>
  /** The status with which the server answers for it; rejects where it does not. */
  ask: (url: string) => Promise<number>
  wait: (ms: number) => Promise<void>
}

const inPage: Tools = {
  load: (url) => import(/* @vite-ignore */ url),
  ask: async (url) => (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

export class RouteFailed extends Error {
  /** The server answers: a whole load of the address may bring it. */
  readonly isServerThere: boolean
  constructor(isServerThere: boolean) {
    super(failedWords)
    this.isServerThere = isServerThere
  }
}

let lastFailed: RouteFailed | null = null

/** The router words it in its own way where the part of a page that asks the server is what did not come. */
export const routeFailure = (error: unknown): RouteFailed | null =>
  error instanceof RouteFailed
    ? error
    : error instanceof Error && error.message.startsWith('No result returned from dataStrategy')
      ? lastFailed
      : null

async function loadAgain(url: string, { load, ask, wait }: Tools): Promise<unknown> {
  let status = 0
  for (const ms of waitsMs) {
    await wait(ms)
    status = await ask(url).catch(() => 0)
    if (status === 404) break
    const loaded = status > 0 && (await load(url).catch(() => null))
    if (loaded) return loaded
  }
  lastFailed = new RouteFailed(status > 0 && status < 500)
  throw lastFailed
}

export const loadRoute = (url: string, tools = inPage): Promise<unknown> => tools.load(url).catch(() => loadAgain(url, tools))

const markName = 'sampan-full-load'
/** A page whose whole load brought nothing better is not loaded for ever. */
const againMs = 60_000

/** Whether the address is to be loaded as a whole, now that its script has not come; answers yes once a minute for an address. */
export function takeFullLoad(error: unknown, href: string, now = Date.now()): boolean {
  if (!routeFailure(error)?.isServerThere || hasWarnings()) return false
  try {
    const [last, at] = (sessionStorage.getItem(markName) ?? '').split(' ')
    if (last === href && now - Number(at) < againMs) return false
    sessionStorage.setItem(markName, `${href} ${now}`)
    return true
  } catch {
    // Without its storage nothing tells whether it was loaded a moment ago.
    return false
  }
}

/** Where the router finds it: vite.config.ts puts the call in. */
export const provideLoadRoute = (): void => void Object.assign(globalThis, { sampanLoadRoute: loadRoute })
