/** Guessing codes is slow, for an account and for a network address, whatever a header says (R19). */
import { rateLimits } from '@sampan/contract/rate-limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { makeLicenceCodes } from './index.ts'

let server: TestServer
beforeAll(async () => {
  // An access token lives shorter than the hour.
  server = await startTestServer({ RATE_LIMITS: 'licenceCodes=20/600' })
})
afterAll(() => server?.close())

const guess = (account: Account, codes: string[], from = '203.0.113.1') =>
  account.call('POST', '/api/appSumo/upgradeAppSumo', { codes }, { 'x-forwarded-for': from })

test('R19 P6 20 guesses an hour by account and network, 50 at once too; a right code counts none and works after the wait', async () => {
  expect(rateLimits.licenceCodes).toEqual({ max: 20, windowSeconds: 3600 })
  let made: string[] = []
  await makeLicenceCodes(server.services, { batch: 'right', count: 3 }, (codes) => {
    made = codes
  })
  const [first, second, third] = made as [string, string, string]
  const [account, other] = [await Account.create(server), await Account.create(server)]
  expect((await guess(account, [first])).status).toBe(200)
  const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(account, ['0'.repeat(20)], `203.0.113.${i}`)))
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(20)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(30)
  const blocked = await guess(account, [second])
  expect(blocked).toMatchObject({ status: 429, json: { error: { code: 'rateLimited' } } })
  const { retryAfterSeconds } = blocked.json.error
  expect(retryAfterSeconds).toBeGreaterThan(500)
  // The network address is everybody's here.
  expect((await guess(other, [second])).status).toBe(429)
  server.moveClock(retryAfterSeconds + 1)
  expect((await guess(account, [second])).status).toBe(200)
  expect((await guess(other, [third])).status).toBe(200)
})
