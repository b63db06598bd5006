import { randomUUID } from 'node:crypto'
import { maxVersions } from '@sampan/contract/limits'
import { rolePlan } from '@sampan/contract/plans'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import {
  beginFor,
  bringFor,
  changeFiles,
  codeOf,
  free,
  historyOf,
  idOf,
  randomFile,
  restore,
  sendLink,
} from '../../../test/support/grown.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { transfers } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())

test('T9 R04 an upload that is not whole makes no version, and goes on', async () => {
  const account = await Account.create(server)
  const [a, b] = [randomFile('a.bin'), randomFile('b.bin')]
  const slug = await sendLink(account, [a])
  const { json: plan } = await beginFor(account, slug, [b])
  expect(codeOf(await changeFiles(account, slug, { uploadId: plan.uploadId }))).toBe('transferUploading')
  // Files may change until the end: what was taken out is not asked for.
  await account.browser.putAll(plan, [b])
  expect((await changeFiles(account, slug, { uploadId: plan.uploadId })).status).toBe(200)
  // It is no transfer of its own.
  const other = await beginFor(account, slug, [randomFile('c.bin')])
  expect(codeOf(await account.publish(other.json.slug))).toBe('uploadNotFound')
})

test('T9 R17 R28 Q4 limits hold for the set as it will be: at the limit, and one more', async () => {
  const account = await Account.create(server, { role: 'personal' })
  const { files: max, uploadBytes, storageBytes } = rolePlan('personal')
  const slug = await sendLink(account, [randomFile('a.bin', 10), randomFile('b.bin', 10)])
  const begin = (files: { path: string; size: number }[], without?: string[]) =>
    account.browser.withTicket('POST', '/api/uploads', { files, forTransfer: { slug, without } })
  const accepted = async (reply: Awaited<ReturnType<typeof begin>>) => {
    expect(reply.status).toBe(201)
    await account.browser.withTicket('DELETE', `/api/uploads/${reply.json.uploadId}`)
  }
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ path: `n${n}`, size: 0 }))
  await accepted(await begin(many(max - 2)))
  expect(codeOf(await begin(many(max - 1)))).toBe('tooManyFiles')
  await accepted(await begin(many(max - 1), [await idOf(account, slug, 'a.bin')]))
  await accepted(await begin([{ path: 'large', size: uploadBytes - 20 }]))
  expect(codeOf(await begin([{ path: 'large', size: uploadBytes - 19 }]))).toBe('overTransferLimit')
  await accepted(await begin([{ path: 'A.bin', size: uploadBytes - 10 }]))
  await account.setOwner({ usedBytes: storageBytes - 5 })
  expect(codeOf(await begin([{ path: 'c', size: 6 }]))).toBe('storageFull')
  await accepted(await begin([{ path: 'c', size: 5 }]))
  await account.setOwner({ usedBytes: 20 })
  // Two that fit each alone: the second is refused when it is to count, and stays an upload.
  const [one, two] = [many(max - 2), many(max - 2).map(({ path }) => ({ path: `other-${path}`, size: 0 }))]
  const ids = [(await begin(one)).json.uploadId, (await begin(two)).json.uploadId]
  const replies = await Promise.all(ids.map((uploadId) => changeFiles(account, slug, { uploadId })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  // What has begun under a plan may end under it.
  const small = randomFile('b.bin', 5)
  const before = await beginFor(account, slug, [small])
  await account.browser.putAll(before.json, [small])
  await account.setOwner({ role: 'anon' })
  expect((await changeFiles(account, slug, { uploadId: before.json.uploadId })).status).toBe(200)
  expect(codeOf(await begin([{ path: 'x.html', size: 1 }], []))).toMatch(/tooManyFiles|insecureFileType/)
  await account.setOwner({ role: 'personal', status: 'unpaid' })
  expect(codeOf(await begin([{ path: 'n1', size: 1 }]))).toBe('planUnpaid')
  expect((await changeFiles(account, slug, { remove: [await idOf(account, slug, 'a.bin')] })).status).toBe(200)
  await account.setOwner({ status: 'revoke' })
  expect(codeOf(await changeFiles(account, slug, { remove: [randomUUID()] }))).toBe('accountSuspended')
})

test('T9 R25 R26 H4 foreign transfers, uploads and files look unknown; nothing is changed', async () => {
  const [account, stranger] = [await Account.create(server), await Account.create(server)]
  const [slug, theirs] = [await sendLink(account, [randomFile('a.bin')]), await sendLink(stranger, [randomFile('a.bin')])]
  const [uploadId, foreign] = [await bringFor(account, slug, [randomFile('b.bin')]), await idOf(stranger, theirs, 'a.bin')]
  expect(codeOf(await beginFor(stranger, slug, [randomFile('b.bin')]))).toBe('notYours')
  expect(codeOf(await changeFiles(stranger, slug, { uploadId }))).toBe('notYours')
  expect(codeOf(await changeFiles(stranger, theirs, { uploadId }))).toBe('uploadNotFound')
  expect(codeOf(await changeFiles(account, slug, { remove: [foreign] }))).toBe('notYours')
  expect(codeOf(await changeFiles(account, slug, { uploadId, replaces: [{ fileId: foreign, path: 'b.bin' }] }))).toBe('notYours')
  expect(codeOf(await changeFiles(account, slug, { remove: [await idOf(account, slug, 'a.bin')] }))).toBe('noFiles')
  expect(codeOf(await changeFiles(account, slug, { remove: ['x'] }))).toBe('invalidInput')
  expect(
    codeOf(await changeFiles(account, slug, { uploadId, replaces: [{ fileId: await idOf(account, slug, 'a.bin'), path: 'z' }] })),
  ).toBe('invalidInput')
  expect(codeOf(await restore(account, slug, 2))).toBe('notYours')
  expect(codeOf(await restore(account, slug, 0))).toBe('invalidInput')
  expect(codeOf(await free(stranger, slug))).toBe('notYours')
  const guest = await account.browser.withTicket('POST', '/api/uploads', {
    files: [{ path: 'b', size: 1 }],
    forTransfer: { slug: theirs },
  })
  expect(codeOf(guest)).toBe('notYours')
  expect((await historyOf(account, slug)).versions).toHaveLength(1)
})

test('T9 a transfer has so many versions and no more, and an upload for one more is not begun', async () => {
  const account = await Account.create(server)
  const slug = await sendLink(account, [randomFile('a.bin'), randomFile('b.bin')])
  const uploadId = await bringFor(account, slug, [randomFile('c.bin')])
  const beVersion = (version: number) => server.services.db.update(transfers).set({ version }).where(eq(transfers.slug, slug))
  await beVersion(maxVersions)
  for (const reply of [
    await beginFor(account, slug, [randomFile('d.bin')]),
    await changeFiles(account, slug, { uploadId }),
    await changeFiles(account, slug, { remove: [await idOf(account, slug, 'a.bin')] }),
  ])
    expect([codeOf(reply), reply.json.error?.details?.limit]).toEqual(['tooManyVersions', maxVersions])
  await beVersion(maxVersions - 1)
  expect((await changeFiles(account, slug, { uploadId })).json.version).toBe(maxVersions)
})
