// @vitest-environment node
import { plans } from '@sampan/contract/plans'
import { beforeEach, expect, test, vi } from 'vitest'
import { rememberSent, rememberUsedUp, usedUpAddresses } from './memory.ts'

const [may, lastOfMay, june] = ['2026-05-03T00:00:00Z', '2026-05-31T23:59:59Z', '2026-06-01T00:00:00Z'].map(Date.parse) as [
  number,
  number,
  number,
]
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

test('K2 a month is used up with its last transfer, for that address, until the 1st in UTC', () => {
  const last = plans.anon.transfersPerMonth!
  for (let times = 1; times < last; times++) rememberSent('Anna@b.uk', may)
  expect(usedUpAddresses(may)).toEqual([])
  rememberSent('li@a.cn', lastOfMay)
  rememberSent('anna@b.uk', lastOfMay)
  expect([usedUpAddresses(lastOfMay), usedUpAddresses(june)]).toEqual([['anna@b.uk'], []])
})

test('K2 what the server has said of an address is remembered', () => {
  rememberUsedUp('Anna@b.uk', may)
  expect(usedUpAddresses(lastOfMay)).toEqual(['anna@b.uk'])
})

test('K2 a browser that keeps nothing knows nothing', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberUsedUp('anna@b.uk', may)
  expect(usedUpAddresses(may)).toEqual([])
})
