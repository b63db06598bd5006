import { plans } from '@sampan/contract/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PLAN_LIMITS: 'anon.files=4000,anon.uploadBytes=1000000' })
})
afterAll(() => server.close())

const files = (count: number, size: number): TestFile[] =>
  Array.from({ length: count }, (_, i) => ({ path: `folder/${i}`, bytes: Buffer.alloc(size) }))

test('K1 O2 an upload is judged by the limits of this installation, above and below those sold', async () => {
  const browser = new Browser(server)
  await browser.takeTicket()
  expect((await browser.create(files(4000, 200))).status).toBe(201)
  const many = await browser.create(files(4001, 1))
  expect(many.json.error).toMatchObject({ code: 'tooManyFiles', details: { limit: 4000, over: 1 } })
  const large = await browser.create(files(2, 500_001))
  expect(large.json.error).toMatchObject({ code: 'overTransferLimit', details: { limitBytes: 1_000_000, overBytes: 2 } })
  expect(plans.free.files).toBe(50)
})
