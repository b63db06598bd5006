/** A plan that changes in the middle of an upload: what runs may finish, what comes next is judged by the plan of now (R17). */
import { randomBytes } from 'node:crypto'
import { expirySeconds } from '@sampan/contract/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sendingState, sentBytes, sentFiles, uploaded, viewOf } from '../../../test/support/account-sends.ts'
import { begin } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { makeLicenceCodes, revokeLicenceCodes } from '../licences/index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PLAN_LIMITS: 'free.uploadBytes=2500,free.files=2,free.storageBytes=4000' })
})
afterAll(() => server?.close())

const files = ['a', 'b', 'c'].map((path) => ({ path, bytes: randomBytes(1000) }))
const people = (count: number) => Array.from({ length: count }, (_, at) => ({ email: `p${at}@example.com` }))

async function downloads(slug: string): Promise<boolean> {
  const { json } = await viewOf(server, slug)
  const { bytes } = await get(`${server.url}/api/transfers/${slug}/files/${json.files[0].fileId}?dl=${json.dl}`)
  return bytes.equals(sentBytes)
}

let batches = 0
/** An account whose role two codes give, and what takes it back. */
async function withCodes(): Promise<{ account: Account; fall: () => Promise<unknown> }> {
  const account = await Account.create(server)
  const batch = `falling-${++batches}`
  let codes: string[] = []
  await makeLicenceCodes(server.services, { batch, count: 2 }, (made) => {
    codes = made
  })
  await account.call('POST', '/api/appSumo/upgradeAppSumo', { codes })
  expect(await account.owner()).toMatchObject({ role: 'pro' })
  return { account, fall: () => revokeLicenceCodes(server.services, { batch }) }
}

test('R17 P6 U8 codes revoked in mid-upload: it finishes under the role it began with, more is judged as free, old links live on', async () => {
  const { account, fall } = await withCodes()
  const old = await uploaded(account)
  const month = { sendAs: 'link', expirySeconds: expirySeconds.month }
  expect((await account.publish(old.slug, month)).status).toBe(200)
  const plan = await begin(account, files)
  const whole = Buffer.concat(files.map(({ bytes }) => bytes))
  const put = (from: number, end: number) =>
    account.browser.putPart(plan.uploadId, plan.blobs[0]!.blobId, from, whole.subarray(from, end))
  expect((await put(0, 1500)).status).toBe(204)
  await fall()
  expect(await account.owner()).toMatchObject({ role: 'free', status: 'active' })
  expect((await put(1500, 3000)).status).toBe(204)
  const before = await sendingState(server)
  const more = await account.browser.withTicket('POST', `/api/uploads/${plan.uploadId}/files`, {
    files: [{ path: 'd', size: 1 }],
  })
  expect(more.json.error.code).toBe('tooManyFiles')
  expect((await account.declare([{ path: 'x', size: 2501 }])).json.error.code).toBe('overTransferLimit')
  expect((await account.declare([{ path: 'x', size: 10 }])).json.error.code).toBe('storageFull')
  // Who gets it and for how long is chosen when it is sent.
  expect((await account.publish(plan.slug, month)).json.error.code).toBe('expiryNotAllowed')
  expect((await account.publish(plan.slug, { emailTo: people(7) })).json.error.code).toBe('tooManyRecipients')
  expect(await sendingState(server)).toEqual(before)
  expect((await account.publish(plan.slug)).status).toBe(200)
  expect(await downloads(old.slug)).toBe(true)
  expect(await account.owner()).toMatchObject({ usedBytes: 5000, reservedBytes: 0 })
})

test.each(['past_due', 'unpaid'] as const)(
  'R17 Q16 P5 %s in mid-upload: its parts arrive, sending waits for the payment, old links live on',
  async (status) => {
    const account = await Account.create(server, { role: 'pro' })
    const old = await uploaded(account)
    await account.publish(old.slug, { sendAs: 'link' })
    const plan = await begin(account, sentFiles)
    const put = (from: number, end: number) =>
      account.browser.putPart(plan.uploadId, plan.blobs[0]!.blobId, from, sentBytes.subarray(from, end))
    expect((await put(0, 1000)).status).toBe(204)
    await account.setOwner({ status })
    expect((await put(1000, 2000)).status).toBe(204)
    const before = await sendingState(server)
    const forward = { fileIds: [old.files[0]!.fileId], sendAs: 'link', requestKey: status }
    for (const refused of [
      await account.publish(plan.slug),
      await account.declare([{ path: 'x', size: 1 }]),
      await account.call('POST', `/api/transfers/${old.slug}/forward`, forward),
    ])
      expect([refused.status, refused.json.error.code]).toEqual([403, 'planUnpaid'])
    expect(await sendingState(server)).toEqual(before)
    expect(await downloads(old.slug)).toBe(true)
    await account.setOwner({ status: 'active' })
    expect((await account.publish(plan.slug)).status).toBe(200)
  },
)
