import { beforeEach, expect, test, vi } from 'vitest'
import { loadRoute, RouteFailed, takeFullLoad } from './load-route.ts'
import { askBeforeLeaving, silence } from './unsaved.ts'

const url = '/assets/dash-home-1a2b3c4d.js'
/** `answers`: what the server says at each question, 0 where it does not; `comes`: from which load on the script comes. */
function line({ answers, comes }: { answers: number[]; comes: number }) {
  const seen = { loads: 0, waits: [] as number[] }
  const tools = {
    load: async () => {
      seen.loads++
      if (seen.loads < comes) throw new TypeError('Failed to fetch dynamically imported module')
      return 'page'
    },
    ask: async () => {
      const status = answers.shift() ?? 200
      if (status === 0) throw new TypeError('Failed to fetch')
      return status
    },
    wait: async (ms: number) => void seen.waits.push(ms),
  }
  return { seen, tools }
}
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined)
  return () => vi.unstubAllGlobals()
})

test.each([
  ['at once', { answers: [], comes: 1 }, 1],
  ['at the second time', { answers: [200], comes: 2 }, 2],
  ['once the server answers again', { answers: [0, 0, 200], comes: 2 }, 2],
])('W6 the script of a page comes %s', async (_, given, loads) => {
  const { seen, tools } = line(given)
  expect(await loadRoute(url, tools)).toBe('page')
  expect(seen.loads).toBe(loads)
})

test.each([
  ['of an older build is not waited for', { answers: [404], comes: 99 }, 1, 1, true],
  ['that never comes is asked for five times', { answers: [200, 200, 200, 200], comes: 99 }, 5, 4, true],
  ['is not asked for while the server is away', { answers: [0, 0, 0, 0], comes: 99 }, 1, 4, false],
  ['behind a server in trouble is not loaded as a whole', { answers: [503, 503, 503, 503], comes: 99 }, 5, 4, false],
])('W6 the script of a page %s', async (_, given, loads, waits, isServerThere) => {
  const { seen, tools } = line(given)
  const error = await loadRoute(url, tools).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RouteFailed)
  expect(error).toMatchObject({ message: 'Loading chunk failed after 5 retries', isServerThere })
  expect([seen.loads, seen.waits.length]).toEqual([loads, waits])
})

test('W6 an address is loaded as a whole once, not for ever, and never while something would be lost with the page', () => {
  const gone = new RouteFailed(true)
  expect(takeFullLoad(new RouteFailed(false), '/dash', 0)).toBe(false)
  expect(takeFullLoad(new TypeError('x is not a function'), '/dash', 0)).toBe(false)
  const upload = () => undefined
  askBeforeLeaving(upload)
  expect(takeFullLoad(gone, '/dash', 0)).toBe(false)
  silence(upload)
  expect(takeFullLoad(gone, '/dash', 0)).toBe(true)
  expect(takeFullLoad(gone, '/dash', 59_000)).toBe(false)
  expect(takeFullLoad(gone, '/dash/transfers', 59_000)).toBe(true)
  expect(takeFullLoad(gone, '/dash', 200_000)).toBe(true)
})
