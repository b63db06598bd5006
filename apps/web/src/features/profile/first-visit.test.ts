import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstVisit, remindNoMore } from './first-visit.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('A7 the first visit is kept under dnr; odd values and a clock that was ahead begin anew; never is never', () => {
  expect(firstVisit(1000)).toBe(1000)
  expect(firstVisit(5000)).toBe(1000)
  expect([...kept]).toEqual([['dnr', '1000']])
  for (const odd of ['', 'x', '-5', '9999']) {
    kept.set('dnr', odd)
    expect(firstVisit(5000), odd).toBe(5000)
  }
  remindNoMore()
  expect(firstVisit(6000)).toBeNull()
})

test('A7 without a store nobody is reminded', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(firstVisit(1000)).toBeNull()
  expect(remindNoMore).not.toThrow()
})
