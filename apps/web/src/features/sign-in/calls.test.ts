// @vitest-environment node
import { Problem } from '@sampan/contract/errors'
import { codeLifeSeconds, codeMaxTries } from '@sampan/contract/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../product/session/api.ts', () => ({ api: { call } }))

const anna = 'anna@b.uk'
/** As a page that has just come. */
const load = async () => {
  vi.resetModules()
  return (await import('./calls.ts')).signUpCalls('en', { plan: null, save: null })
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  call.mockReset().mockResolvedValue({ verified: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('A1 a code that waits in the mailbox is asked for once, after a reload too, until its time is over', async () => {
  await (await load()).ask(anna, 'correct horse')
  expect(await (await load()).ask(anna, 'correct horse')).toBe(false)
  expect(call).toHaveBeenCalledTimes(1)
  vi.setSystemTime(codeLifeSeconds * 1000)
  await (await load()).ask(anna, 'correct horse')
  expect(call).toHaveBeenCalledTimes(2)
})

test('A1 after as many wrong tries as a code has, another one is asked for', async () => {
  const { ask, verify } = await load()
  await ask(anna, 'correct horse')
  call.mockRejectedValue(new Problem('codeWrong'))
  for (let tries = 1; tries <= codeMaxTries; tries++) await expect(verify(anna, '22222')).rejects.toThrow()
  call.mockReset().mockResolvedValue({ verified: false })
  await ask(anna, 'correct horse')
  expect(call).toHaveBeenCalledTimes(1)
})
