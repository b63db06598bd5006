import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sent, uploaded } from '../../../test/support/account-sends.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import * as passwords from '../../adapters/passwords/passwords.ts'

vi.mock('../../adapters/passwords/passwords.ts', async (original) => {
  const real = await original<typeof passwords>()
  return { ...real, hashPassword: vi.fn(real.hashPassword) }
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('Q11 R20 a password is worked on only for the caller’s own upload that waits to be sent', async () => {
  const { account, slug } = await sent(server, { password: 'a sampan at dusk' })
  const foreign = await uploaded(await Account.create(server))
  vi.mocked(passwords.hashPassword).mockClear()
  for (const each of [foreign.slug, slug, 'Unknown']) {
    const { status } = await account.publish(each, { password: 'a sampan at dawn' })
    expect(status).toBe(each === slug ? 200 : 404)
  }
  expect(passwords.hashPassword).not.toHaveBeenCalled()
  const own = await uploaded(account)
  expect((await account.publish(own.slug, { password: 'a sampan at dawn' })).status).toBe(200)
  expect(passwords.hashPassword).toHaveBeenCalledTimes(1)
})
