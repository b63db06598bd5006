import type { LiveEvent } from '@sampan/contract/routes/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usageKey } from '../session/usage-key.ts'
import type { Hearing } from './live-stream.ts'

const page = vi.hoisted(() => ({
  asked: [] as (readonly string[])[],
  hearing: null as Hearing | null,
  isStopped: false,
  leave: () => {},
}))
// A page that shows it once, without a browser around it.
vi.mock('react', () => ({
  useEffect: (begin: () => () => void) => {
    page.leave = begin()
  },
}))
vi.mock('@tanstack/react-query', () => ({
  useQueryClient: () => ({
    isMutating: () => 0,
    invalidateQueries: async ({ queryKey }: { queryKey: readonly string[] }) => void page.asked.push(queryKey),
  }),
}))
vi.mock('./live.ts', () => ({
  listenLive: (_: string, hearing: Hearing) => {
    page.hearing = hearing
    return () => {
      page.isStopped = true
    }
  },
}))
const account = vi.hoisted(() => ({ user: { team: { role: 'member' } }, shown: null as unknown }))
vi.mock('../session/api.ts', () => ({ api: { call: async () => ({ user: account.user }) } }))
vi.mock('../session/session.ts', () => ({
  changeUser: (user: unknown) => {
    account.shown = user
  },
}))
const { useLive } = await import('./use-live.ts')

const document = { hidden: false, addEventListener: () => {}, removeEventListener: () => {} }
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(document, { hidden: false }))
  useLive('mei')
})
afterEach(() => {
  page.leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
/** What is asked anew in so many seconds. */
async function askedWithin(seconds: number): Promise<string[]> {
  page.asked.length = 0
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return [...new Set(page.asked.map(([first = '']) => first))]
}

test('T5 without a stream everything is asked anew each half minute, with one nothing but what is told', async () => {
  expect(await askedWithin(25)).toEqual([])
  expect(await askedWithin(10)).toEqual(expect.arrayContaining(['transfers', 'transfer', 'notifications']))
  page.hearing!.become(true)
  expect(await askedWithin(120)).toEqual([])
  page.hearing!.hear({ what: 'notifications' } satisfies LiveEvent)
  expect(await askedWithin(5)).toEqual(['notifications'])
  page.hearing!.hear({ what: 'request', slug: 'abcdefg' } satisfies LiveEvent)
  expect(await askedWithin(5)).toEqual(['requests', 'request', usageKey[0]])
  // A role that changed decides what is seen, and is part of the session.
  page.hearing!.hear({ what: 'team' } satisfies LiveEvent)
  expect(await askedWithin(5)).toEqual(expect.arrayContaining(['team', 'transfers', 'transfer', 'requests']))
  expect(account.shown).toBe(account.user)
  // Broken off: by asking, from then on.
  page.hearing!.become(false)
  expect(await askedWithin(60)).toContain('transfers')
})

test('T5 a page that nobody looks at does not ask, and one that was left neither asks nor listens', async () => {
  document.hidden = true
  expect(await askedWithin(120)).toEqual([])
  document.hidden = false
  page.leave()
  expect(await askedWithin(120)).toEqual([])
  expect(page.isStopped).toBe(true)
})
