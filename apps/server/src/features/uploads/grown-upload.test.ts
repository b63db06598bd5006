import { maxRemovedFiles, openBytesPerBrowser, openBytesPerNetwork, uploadKeptSeconds } from '@sampan/contract/limits'
import { plans } from '@sampan/contract/plans'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { mib, openUpload, small, withTicket } from '../../../test/support/open-upload.ts'
import { Browser, blobsOf } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { owners, uploads } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const one = (path: string, size: number) => [{ path, size }]
const rowOf = async (uploadId: string) => {
  const [row] = await server.services.db
    .select()
    .from(uploads)
    .innerJoin(owners, eq(uploads.ownerId, owners.id))
    .where(eq(uploads.id, uploadId))
  return { upload: row!.uploads, owner: row!.owners }
}
const adding =
  (browser: Browser, uploadId: string) =>
  (files: object[], more: object = {}) =>
    browser.withTicket('POST', `/api/uploads/${uploadId}/files`, { files, ...more })

test('Q21 R15 of 50 files added at once with room for ten, ten are taken, and no byte more is reserved', async () => {
  const browser = await withTicket(server)
  const { json: plan } = await browser.create([small('first', 1000)])
  const size = Math.floor((plans.anon.uploadBytes - 1000) / 10)
  const add = adding(browser, plan.uploadId)
  const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => add(one(`${index}`, size))))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(replies.filter(({ json }) => json.error?.code === 'overTransferLimit')).toHaveLength(40)
  expect((await rowOf(plan.uploadId)).owner.reservedBytes).toBe(1000 + 10 * size)
})

test('Q21 U8 what is added counts for the cap of the browser and of its network address', async () => {
  const browser = await withTicket(server)
  await browser.withTicket('POST', '/api/uploads', { files: one('x', plans.anon.uploadBytes) })
  const { json: plan } = await browser.create([small('a', 1000)])
  const add = adding(browser, plan.uploadId)
  const left = openBytesPerBrowser - plans.anon.uploadBytes - 1000
  expect((await add(one('b', left + 1))).json.error.code).toBe('tooMuchUnverified')
  expect((await add(one('b', left))).status).toBe(201)
  const other = await withTicket(server)
  const { json: more } = await other.create([small('a', 1000)])
  const { rows } = await server.services.db.execute(
    sql`select sum(declared_bytes) as bytes from uploads where state = 'open' and not is_verified`,
  )
  const declaredBytes = openBytesPerNetwork - Number(rows[0]!.bytes) - 100
  const { upload } = await rowOf(more.uploadId)
  await server.services.db.insert(uploads).values({ ...upload, id: undefined, slug: 'filler1', declaredBytes })
  const addMore = adding(other, more.uploadId)
  expect((await addMore(one('c', 101))).json.error.code).toBe('tooMuchUnverified')
  expect((await addMore(one('c', 100))).status).toBe(201)
  await server.services.db.delete(uploads).where(eq(uploads.slug, 'filler1'))
})

test('Q21 U8 once the address is proved, adding moves the upload to it, past the cap of the browser', async () => {
  const email = 'mover@example.com'
  const browser = await withTicket(server)
  await browser.withTicket('POST', '/api/uploads', { files: one('x', plans.anon.uploadBytes) })
  const { json: plan } = await browser.create([small('a', 1000)])
  const add = adding(browser, plan.uploadId)
  const size = openBytesPerBrowser - plans.anon.uploadBytes
  expect((await add(one('b', size), { sender: email })).json.error.code).toBe('tooMuchUnverified')
  await browser.verify(email)
  const added = await add(one('b', size), { sender: email })
  expect(added.status).toBe(201)
  const { upload, owner } = await rowOf(plan.uploadId)
  expect(owner).toMatchObject({ kind: 'address', key: email, reservedBytes: 1000 + size })
  expect(upload.isVerified).toBe(true)
  const keptSeconds = (new Date(added.json.expiresAt).getTime() - server.services.clock().getTime()) / 1000
  expect(keptSeconds).toBeGreaterThan(uploadKeptSeconds - 60)
})

test('Q21 who signs in meanwhile goes on in the same upload, with the room and the limits of the account', async () => {
  const browser = new Browser(server)
  await browser.takeTicket()
  const { json: plan } = await browser.create([small('a', 1000)])
  expect((await adding(browser, plan.uploadId)(one('page.html', 10))).json.error.code).toBe('insecureFileType')
  const account = await Account.create(server, { role: 'pro' }, browser)
  const reply = await adding(browser, plan.uploadId)(one('page.html', plans.anon.uploadBytes))
  expect(reply.status).toBe(201)
  expect((await account.owner()).reservedBytes).toBe(1000 + plans.anon.uploadBytes)
  // A part that left with the guest's ticket still counts.
  await browser.takeTicket()
  expect((await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).status).toBe(200)
})

test('Q21 thousands of files go in one call: whole blobs with their bytes, room at once, repeated without harm', async () => {
  const account = await Account.create(server, { role: 'teamelite' })
  const { browser } = account
  const files = [small('keep', 100), small('big.bin', 9 * mib)]
  const { json: plan } = await browser.create(files)
  const folder = Array.from({ length: 250 }, (_, index) => ({ path: `folder/${index}`, size: 10 }))
  const { json: grown } = await adding(browser, plan.uploadId)(folder)
  const shared = grown.files.find(({ path }: { path: string }) => path === 'folder/0').blobId
  await browser.putPart(plan.uploadId, shared, 0, Buffer.alloc(2500))
  const big = blobsOf(plan, files).find(({ bytes }) => bytes.length > mib)!
  await browser.putPart(plan.uploadId, big.blobId, 0, big.bytes.subarray(0, mib))
  const fileIds = grown.files
    .filter(({ path }: { path: string }) => path !== 'keep')
    .map(({ fileId }: { fileId: string }) => fileId)
  const remove = () => browser.withTicket('POST', `/api/uploads/${plan.uploadId}/removals`, { fileIds })
  for (const reply of await Promise.all([remove(), remove()])) expect(reply.status).toBe(204)
  expect((await account.owner()).reservedBytes).toBe(100)
  expect((await rowOf(plan.uploadId)).upload).toMatchObject({ declaredBytes: 100, writtenBytes: 0, receivedBytes: 0 })
  const stored = async () => {
    const found: string[] = []
    for await (const { blobId } of server.services.storage.inventory.list()) found.push(blobId)
    return found.filter((id) => id === shared || id === big.blobId)
  }
  await waitFor(async () => (await stored()).length === 0)
})

test('Q21 R48 files that are added and taken out again and again are bounded: each leaves a row', async () => {
  const browser = await withTicket(server)
  const { json: plan } = await browser.create([small('first', 1000)])
  const add = adding(browser, plan.uploadId)
  await server.services.db.execute(sql`
    insert into files (upload_id, position, path, size, is_removed)
    select ${plan.uploadId}, n, 'empty ' || n, 0, true from generate_series(1, ${maxRemovedFiles}) n`)
  expect((await add(one('second', 0))).status).toBe(201)
  await server.services.db.execute(sql`
    insert into files (upload_id, position, path, size, is_removed) values (${plan.uploadId}, -1, 'one more', 0, true)`)
  const reply = await add(one('third', 0))
  expect([reply.status, reply.json.error.code]).toEqual([413, 'tooMuchWritten'])
})

test('Q21 R17 once it is sent nothing can be added or taken, also when both race', async () => {
  const email = 'racer@example.com'
  const { browser, plan, put } = await openUpload(server, [small('a.bin', 1000)])
  await browser.verify(email)
  const add = adding(browser, plan.uploadId)
  const adds = Array.from({ length: 10 }, (_, index) => add(one(`more/${index}`, 5)))
  const [published, ...added] = await Promise.all([browser.publish(plan.slug, { senderEmail: email }), ...adds])
  expect(published.json.state).toBe('uploading')
  const taken = added.filter(({ status }) => status === 201).length
  expect(added.filter(({ json }) => json.error?.code === 'uploadClosed')).toHaveLength(10 - taken)
  const later = await browser.publish(plan.slug, { senderEmail: email })
  const { json } = await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)
  expect(json.files).toHaveLength(1 + taken)
  expect(later.json.totalBytes).toBe(1000 + 5 * taken)
  expect((await add(one('late', 5))).json.error.code).toBe('uploadClosed')
  const late = await browser.withTicket('POST', `/api/uploads/${plan.uploadId}/removals`, { fileIds: [plan.files[0]!.fileId] })
  expect(late.json.error.code).toBe('uploadClosed')
  await put(0, 1000)
})
