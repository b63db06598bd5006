/** Unfinished uploads where storage is told: what is listed, and that deleting frees the storage at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { uploaded } from '../../../test/support/account-sends.ts'
import { begin } from '../../../test/support/dashboard.ts'
import { mib, small } from '../../../test/support/open-upload.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const listOf = async (account: Account) => (await account.call('GET', '/api/account/uploads')).json
const usedOf = async (account: Account): Promise<number> => (await account.call('POST', '/folderSize', {})).json.folderSize

test('U5 T2 what was begun and not sent is listed with what has arrived, the newest first', async () => {
  const account = await Account.create(server)
  expect(await listOf(account)).toEqual({ uploads: [], count: 0, bytes: 0 })
  const first = await uploaded(account)
  const files = [small('合同/第一.bin', 3 * mib), small('合同/b.bin', 1000)]
  const second = await begin(account, files)
  const { uploads, count, bytes } = await listOf(account)
  expect({ count, bytes }).toEqual({ count: 2, bytes: 2000 + 3 * mib + 1000 })
  expect(uploads).toMatchObject([
    { uploadId: second.uploadId, firstPath: '合同/第一.bin', fileCount: 2, size: 3 * mib + 1000, receivedBytes: 0 },
    { uploadId: first.uploadId, firstPath: 'a.bin', fileCount: 1, size: 2000, receivedBytes: 2000, isResumable: true },
  ])
  expect(uploads[0].expiresAt - uploads[0].createdAt).toBe(7 * 86_400_000)
  expect(uploads.map(({ transferSlug }: { transferSlug: unknown }) => transferSlug)).toEqual([null, null])
})

test('U5 R11 deleting one frees its storage at once, and may be repeated; what was sent is no longer among them', async () => {
  const account = await Account.create(server)
  const kept = await uploaded(account)
  const { uploadId } = await begin(account, [small('big.bin', 9 * mib)])
  expect(await usedOf(account)).toBe(2000 + 9 * mib)
  for (const _ of [1, 2]) expect((await account.call('DELETE', `/api/account/uploads/${uploadId}`)).status).toBe(200)
  expect(await usedOf(account)).toBe(2000)
  expect((await account.publish(kept.slug)).status).toBe(200)
  expect(await listOf(account)).toEqual({ uploads: [], count: 0, bytes: 0 })
  expect((await account.call('DELETE', `/api/account/uploads/${kept.uploadId}`)).json.error.code).toBe('uploadClosed')
})

test('R25 another account sees nothing of it and deletes nothing', async () => {
  const [account, other] = [await Account.create(server), await Account.create(server)]
  const { uploadId } = await uploaded(account)
  expect((await listOf(other)).count).toBe(0)
  expect((await other.call('DELETE', `/api/account/uploads/${uploadId}`)).json.error.code).toBe('uploadNotFound')
  expect((await listOf(account)).count).toBe(1)
})
