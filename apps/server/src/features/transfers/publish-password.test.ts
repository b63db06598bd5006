import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sent, uploaded } from '../../../test/support/account-sends.ts'
import { floodPasswords } from '../../../test/support/flood-passwords.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('Q11 R20 a password is worked on only for the caller’s own upload that waits to be sent', async () => {
  const { account, slug } = await sent(server, { password: 'a sampan at dusk' })
  const foreign = await uploaded(await Account.create(server))
  const own = await uploaded(account)
  const publish = (to: string) => account.publish(to, { password: 'a sampan at dawn' })
  // Whatever had to be worked on would be turned away.
  const endFlood = floodPasswords('making')
  try {
    for (const each of [foreign.slug, slug, 'Unknown']) expect((await publish(each)).status).toBe(each === slug ? 200 : 404)
    expect((await publish(own.slug)).status).toBe(503)
  } finally {
    await endFlood()
  }
  expect((await publish(own.slug)).status).toBe(200)
})
