import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { restoreSeconds } from '@sampan/contract/limits'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { hardDeleteLeftOvers } from './hard-delete-transfers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

const files = [{ path: 'a.bin', bytes: randomBytes(2000) }]

async function sentEarly(more: Record<string, unknown> = {}) {
  const account = await Account.create(server)
  const { json: plan } = await account.browser.create(files)
  const sent = await account.publish(plan.slug, more)
  expect(sent.json.state).toBe('uploading')
  const cancelSending = () => account.call('POST', '/quicksend2/takeBack', { slug: plan.slug })
  const remove = () => account.call('POST', '/deleteTransfer', { slug: plan.slug, userid: account.userId })
  return { account, plan, cancelSending, remove }
}

/** Whatever is to be flushed waits, until it is let go. */
function holdFlushes() {
  const { storage } = server.services
  const flush = storage.flush.bind(storage)
  const held = new EventEmitter()
  const isLetGo = once(held, 'letGo')
  const spy = vi.spyOn(storage, 'flush').mockImplementation(async (...asked) => {
    await isLetGo
    return flush(...asked)
  })
  return { begun: () => waitFor(async () => spy.mock.calls.length > 0), letGo: () => held.emit('letGo') }
}

test('Q13 Q21 what is taken back before its last byte was never sent: link and month are free, the upload goes on and is sent to others', async () => {
  const { account, plan, cancelSending } = await sentEarly({ emailTo: [{ email: 'wrong@example.com' }] })
  expect(await account.countedTransfers()).toBe(1)
  for (const reply of await Promise.all([cancelSending(), cancelSending()])) expect(reply.status).toBe(204)
  expect(await account.countedTransfers()).toBe(0)
  const view = await new Browser(server).call('GET', `/api/transfers/${plan.slug}`)
  expect([view.status, view.json.state]).toEqual([404, 'unknown'])
  await account.browser.putAll(plan, files)
  const sent = await account.publish(plan.slug, { emailTo: [{ email: 'right@example.com' }] })
  expect(sent.json).toMatchObject({ state: 'active', slug: plan.slug, emailTo: [{ email: 'right@example.com' }] })
  await server.mailTo('right@example.com')
  expect(await server.mailsTo('wrong@example.com')).toEqual([])
  expect(await account.countedTransfers()).toBe(1)
})

test('Q13 R05 taking back and the last part at once: either the mails go or nothing was sent', async () => {
  const { account, plan, cancelSending } = await sentEarly({ emailTo: [{ email: 'raced@example.com' }] })
  const [taken] = await Promise.all([cancelSending(), account.browser.putAll(plan, files)])
  const { json } = await account.browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)
  if (taken.status === 204) expect(json.state).toBe('open')
  else {
    expect(taken.json.error.code).toBe('uploadClosed')
    await server.mailTo('raced@example.com')
  }
})

test('H4 nobody else takes a transfer back, and nobody one that is complete', async () => {
  const { account, plan, cancelSending } = await sentEarly()
  const stranger = await Account.create(server)
  const foreign = await stranger.call('POST', '/quicksend2/takeBack', { slug: plan.slug })
  expect([foreign.status, foreign.json.error.code]).toEqual([404, 'uploadNotFound'])
  await account.browser.putAll(plan, files)
  await account.publish(plan.slug)
  expect((await cancelSending()).json.error.code).toBe('uploadClosed')
})

test('Q13 INV2 INV3 what was taken back, grown and sent again while its bytes were flushed is not whole by what was there before', async () => {
  const account = await Account.create(server)
  const { json: plan } = await account.browser.create(files)
  await account.browser.putAll(plan, files)
  const flushes = holdFlushes()
  const first = account.publish(plan.slug)
  await flushes.begun()
  expect((await account.call('POST', '/quicksend2/takeBack', { slug: plan.slug })).status).toBe(204)
  const late = { path: 'late.bin', bytes: randomBytes(500) }
  const adding = { files: [{ path: late.path, size: late.bytes.length }] }
  const { json: grown } = await account.browser.withTicket('POST', `/api/uploads/${plan.uploadId}/files`, adding)
  const again = await account.publish(plan.slug)
  expect(again.json.state).toBe('uploading')
  flushes.letGo()
  const reported = (await first).json.error
  expect(reported.code).toBe('uploadNotFound')
  const stateOf = async () => (await account.publish(plan.slug)).json.state
  expect(await stateOf()).toBe('uploading')
  const { blobId, offset } = grown.files.find(({ path }: { path: string }) => path === late.path)
  expect((await account.browser.putPart(plan.uploadId, blobId, offset, late.bytes)).status).toBe(204)
  await waitFor(async () => (await stateOf()) === 'active')
})

test('Q13 X1 taken back after it was deleted: it is sent again, and nothing erases its upload later', async () => {
  const { account, plan, cancelSending, remove } = await sentEarly()
  expect((await remove()).status).toBe(200)
  expect((await cancelSending()).status).toBe(204)
  expect(await account.countedTransfers()).toBe(0)
  const again = await account.publish(plan.slug)
  expect([again.status, again.json.state]).toEqual([200, 'uploading'])
  server.moveClock(restoreSeconds + 60)
  await hardDeleteLeftOvers(server.services)
  await account.browser.putAll(plan, files)
  expect((await account.publish(plan.slug)).json.state).toBe('active')
})

test('Q13 X1 what was taken back is no transfer that could be deleted, and both at once leave an upload to send', async () => {
  const { account, plan, cancelSending, remove } = await sentEarly()
  expect((await cancelSending()).status).toBe(204)
  expect((await remove()).json.error.code).toBe('notYours')
  for (let round = 0; round < 5; round++) {
    expect((await account.publish(plan.slug)).json.state).toBe('uploading')
    const [taken] = await Promise.all([cancelSending(), remove()])
    expect(taken.status).toBe(204)
  }
  await account.browser.putAll(plan, files)
  expect((await account.publish(plan.slug)).json.state).toBe('active')
  expect(await account.countedTransfers()).toBe(1)
})

test('Q13 Q16 what somebody downloaded from before it was taken back stays counted in its month', async () => {
  const account = await Account.create(server)
  const pair = [...files, { path: 'never.bin', bytes: randomBytes(9_000_000) }]
  const { json: plan } = await account.browser.create(pair)
  const small = plan.blobs.find(({ size }: { size: number }) => size === 2000)
  expect((await account.browser.putPart(plan.uploadId, small.blobId, 0, files[0]!.bytes)).status).toBe(204)
  const { fileId } = plan.files.find(({ path }: { path: string }) => path === 'a.bin')
  for (const counted of [1, 2]) {
    expect((await account.publish(plan.slug, { sendAs: 'link', emailTo: [] })).json.state).toBe('uploading')
    expect((await get(`${server.url}/api/transfers/${plan.slug}/files/${fileId}`)).status).toBe(200)
    expect((await account.call('POST', '/quicksend2/takeBack', { slug: plan.slug })).status).toBe(204)
    expect(await account.countedTransfers()).toBe(counted)
  }
})
