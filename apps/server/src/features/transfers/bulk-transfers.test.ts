import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { recordOf, send } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: randomBytes(100) }]
const bulk = (account: Account, slugs: unknown, act: string) => account.call('POST', '/api/transfers/bulk', { slugs, act })

test('T2 H4 many are closed, opened, deleted and brought back at once; what is foreign or unknown is named and keeps no other', async () => {
  const [account, other] = [await Account.create(server), await Account.create(server)]
  const slugs = [await send(account, files), await send(account, files), await send(account, files)]
  const foreign = await send(other, files)
  const asked = [slugs[0], foreign, 'Unknown', ...slugs]
  const failed = [foreign, 'Unknown'].map((slug) => ({ slug, code: 'notYours' }))
  const statuses = async () => {
    const { allDocs } = (await account.call('GET', '/getQs?sort=oldest')).json
    return allDocs.map(({ status }: { status: string }) => status)
  }
  for (const [act, status] of [
    ['disable', 'disabled'],
    ['enable', 'active'],
    ['delete', null],
    ['restore', 'active'],
  ] as const) {
    expect((await bulk(account, asked, act)).json).toEqual({ done: slugs, failed })
    expect(await statuses()).toEqual(status ? [status, status, status] : [])
  }
  expect((await recordOf(other, foreign)).status).toBe('active')
})

test('T2 R27 a suspended sender deletes many, but opens none; bad calls are refused whole', async () => {
  const account = await Account.create(server)
  const slug = await send(account, files)
  await account.setOwner({ status: 'revoke' })
  for (const act of ['disable', 'enable']) expect((await bulk(account, [slug], act)).json.error.code).toBe('accountSuspended')
  expect((await bulk(account, [slug], 'delete')).json).toEqual({ done: [slug], failed: [] })
  for (const slugs of [[], ['!'], Array.from({ length: 501 }, () => slug), 'all'])
    expect((await bulk(account, slugs, 'delete')).json.error.code).toBe('invalidInput')
  expect((await bulk(account, [slug], 'burn')).json.error.code).toBe('invalidInput')
})
