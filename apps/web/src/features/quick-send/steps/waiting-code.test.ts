// @vitest-environment node
import { Problem } from '@sampan/contract/errors'
import { codeLifeSeconds, codeMaxTries } from '@sampan/contract/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../../product/session/api.ts', () => ({ api: { call } }))

const [anna, bo] = ['anna@b.uk', 'bo@b.uk']
const lifeMs = codeLifeSeconds * 1000
const wrong = new Problem('codeWrong')
const code = { untilMs: 1000, wrongTries: 0 }
const stored = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
/** As a page that has just come, or another tab. */
const load = async () => {
  vi.resetModules()
  return { ...(await import('../form/waiting-code.ts')), ...(await import('./verification.ts')) }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', stored())
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  call.mockReset().mockResolvedValue({ verified: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('Q12 Q20 a code that waits in the mailbox is known after a reload, for its address and as long as it lives', async () => {
  ;(await load()).keepWaitingCode(anna, code, 0)
  const { isCodeAlive, keepWaitingCode } = await load()
  expect(isCodeAlive(' Anna@B.uk', 999), 'as it may be typed').toBe(true)
  expect([isCodeAlive(anna, 999), isCodeAlive(anna, 1000), isCodeAlive(bo, 999)]).toEqual([true, false, false])
  keepWaitingCode(anna, null, 0)
  expect((await load()).isCodeAlive(anna, 999)).toBe(false)
  expect(localStorage.getItem('sampan.code')).toBeNull()
})

test('Q12 after as many wrong tries as it has, or when its time is over, it is asked for anew, after a reload too', async () => {
  ;(await load()).keepWaitingCode(anna, { ...code, wrongTries: codeMaxTries }, 0)
  const { isCodeAlive, isRefusedAsSpent, keepWaitingCode } = await load()
  expect([isCodeAlive(anna, 0), isRefusedAsSpent(wrong, anna, 0)]).toEqual([false, true])
  keepWaitingCode(anna, code, 0)
  expect([999, 1000].map((nowMs) => isRefusedAsSpent(wrong, anna, nowMs))).toEqual([false, true])
})

test.each([
  ['a wrong code', wrong, true],
  ['a limit, whose wait is shown', new Problem('rateLimited', {}, { retryAfterSeconds: 60 }), false],
  ['no answer', new TypeError('Failed to fetch'), false],
])('Q12 of a spent code only the refusal of a code says that it works no more: %s', async (_, problem, says) => {
  const { isRefusedAsSpent, keepWaitingCode } = await load()
  for (const spent of [
    { ...code, untilMs: 0 },
    { ...code, wrongTries: codeMaxTries },
  ]) {
    keepWaitingCode(anna, spent, 0)
    expect(isRefusedAsSpent(problem, anna, 0)).toBe(says)
  }
})

test('Q12 Q20 two tabs with two addresses: wrong codes, a right one and another question of one leave the code of the other', async () => {
  const one = await load()
  await one.askForCode(anna, 'en')
  const other = await load()
  await other.askForCode(bo, 'en')
  expect([one.isCodeAlive(anna, 0), other.isCodeAlive(bo, 0)]).toEqual([true, true])
  call.mockRejectedValue(wrong)
  for (let tries = 1; tries <= codeMaxTries; tries++) await one.checkCode(anna, '22222').catch(() => {})
  expect([one, other].map(({ isCodeAlive }) => [isCodeAlive(anna, 0), isCodeAlive(bo, 0)])).toEqual(Array(2).fill([false, true]))
  call.mockResolvedValue({ verified: false })
  await one.askForCode(anna, 'en')
  await one.checkCode(anna, '33333')
  expect([one.isCodeAlive(anna, 0), other.isCodeAlive(bo, 0)]).toEqual([false, true])
  call.mockClear()
  expect(await other.askUnlessWaiting(bo, 'en')).toEqual({ verified: false })
  expect(call).not.toHaveBeenCalled()
})

test('Q12 Q20 whoever goes on after the code is over has a new one mailed, before that none', async () => {
  const { askForCode, askUnlessWaiting } = await load()
  await askForCode(anna, 'en')
  vi.setSystemTime(lifeMs - 1)
  await askUnlessWaiting(anna, 'en')
  expect(call).toHaveBeenCalledTimes(1)
  vi.setSystemTime(lifeMs)
  await askUnlessWaiting(anna, 'en')
  expect(call).toHaveBeenCalledTimes(2)
})

test('Q12 addresses whose codes are over for long do not pile up in the browser', async () => {
  const { isRefusedAsSpent, keepWaitingCode } = await load()
  keepWaitingCode(anna, code, 0)
  keepWaitingCode(bo, code, 999 + lifeMs)
  expect(isRefusedAsSpent(wrong, anna, 999 + lifeMs)).toBe(true)
  keepWaitingCode(bo, code, 1000 + lifeMs)
  expect(localStorage.getItem('sampan.code')).toBe(JSON.stringify({ [bo]: code }))
})

test('Q12 a browser that keeps nothing knows it until the page goes; what is no code is none', async () => {
  for (const text of ['{"email":', 'null', JSON.stringify({ email: anna, ...code })]) {
    localStorage.setItem('sampan.code', text)
    expect((await load()).isCodeAlive(anna, 0)).toBe(false)
  }
  vi.stubGlobal('localStorage', undefined)
  const page = await load()
  page.keepWaitingCode(anna, code, 0)
  expect(page.isCodeAlive(anna, 0)).toBe(true)
})
