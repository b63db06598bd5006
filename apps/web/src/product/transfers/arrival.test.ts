// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arrivalOf, forgetArrival, keepArrival } from './arrival.ts'

const none = { referrer: null, endorsely_referral: null }

/** A document of its own that was loaded from an address, by a page. */
function load(path: string, referrer = ''): void {
  const { href, origin } = new URL(path, 'https://sampan.example.com')
  vi.stubGlobal('location', { href, origin })
  vi.stubGlobal('document', { referrer })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: href } as PerformanceEntry])
  keepArrival()
}

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('P7 a referral and the page before outlive a reload and reach another tab', () => {
  load('/pricing?endorsely_referral=r1', 'https://blog.example.com/best')
  expect(arrivalOf()).toEqual({ referrer: 'https://blog.example.com/best', endorsely_referral: 'r1' })
  load('/register', 'https://sampan.example.com/pricing')
  expect(arrivalOf()).toEqual({ referrer: 'https://blog.example.com/best', endorsely_referral: 'r1' })
  load('/?endorsely_referral=r2')
  expect(arrivalOf()).toEqual({ referrer: 'https://blog.example.com/best', endorsely_referral: 'r2' })
})

test('P7 after a day, and where nothing is kept or readable, there is none', () => {
  vi.useFakeTimers({ now: 0 })
  load('/?endorsely_referral=r1')
  load('/')
  expect(arrivalOf().endorsely_referral).toBe('r1')
  vi.setSystemTime(86_400_001)
  expect(arrivalOf()).toEqual(none)
  for (const text of ['', 'x', 'null', '1', '{"referrer":1,"endorsely_referral":"r1"}']) {
    kept.set('sampan.arrival', text)
    expect(arrivalOf(), text).toEqual(none)
  }
})

test('P7 the first page before is kept, without what it was asked, and a later one makes no referral younger', () => {
  vi.useFakeTimers({ now: 0 })
  load('/?endorsely_referral=r1', 'https://blog.example.com/best?q=secret#at')
  vi.setSystemTime(50_000_000)
  load('/', 'https://news.example.net/')
  expect(arrivalOf()).toEqual({ referrer: 'https://blog.example.com/best', endorsely_referral: 'r1' })
  load('/?endorsely_referral=r2')
  vi.setSystemTime(86_400_001)
  load('/', 'https://sampan.example.com/')
  expect(arrivalOf()).toEqual({ referrer: null, endorsely_referral: 'r2' })
  expect([...kept.values()]).toEqual(['{"endorsely_referral":{"value":"r2","at":50000000}}'])
  vi.setSystemTime(50_000_000 + 86_400_001)
  load('/', 'https://sampan.example.com/')
  expect([...kept]).toEqual([])
})

test('P7 what an account was told at its sign-up is kept no longer', () => {
  load('/?endorsely_referral=r1', 'https://blog.example.com/best')
  expect(kept.size).toBe(1)
  forgetArrival()
  expect(kept.size).toBe(0)
})
