/** What old versions hold while somebody reads it, when it is lost, and while uploads come and go (T9). */
import { graceSeconds } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import {
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
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { hardDeleteOwned } from './hard-delete-owned.ts'
import { purgeTransfers } from './purge-transfers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())

const execute = async (text: string): Promise<any[]> => (await server.services.db.execute(sql.raw(text))).rows

test('T9 a version with a lost file is not kept, and is not gone back to', async () => {
  const account = await Account.create(server)
  const slug = await sendLink(account, [randomFile('a.bin', 9_000_000), randomFile('b.bin', 9_000_000)])
  const lost = await idOf(account, slug, 'a.bin')
  await changeFiles(account, slug, { remove: [lost] })
  await execute(`update blobs set lost_at = now() where id = (select blob_id from files where id = '${lost}')`)
  expect((await historyOf(account, slug)).versions.map(({ isKept }: any) => isKept)).toEqual([true, false])
  expect(codeOf(await restore(account, slug, 1))).toBe('fileLost')
  expect((await historyOf(account, slug)).versions).toHaveLength(2)
})

test.each(['file', 'zip', 'selection'])(
  'T9 D2 freeing leaves what somebody downloads just then by %s, until it is freed again',
  async (how) => {
    const account = await Account.create(server)
    const old = randomFile('old.bin', 9_000_000)
    const slug = await sendLink(account, [old, randomFile('keep.bin', 10)])
    const fileId = await idOf(account, slug, old.path)
    const [{ id }] = await execute(`select id from transfers where slug = '${slug}'`)
    const scope = { file: `'${fileId}', null`, zip: 'null, null', selection: `null, 'sel-${slug}'` }[how]
    await execute(`insert into selections (id, transfer_id, file_ids) values ('sel-${slug}', '${id}', '{${fileId}}')`)
    await changeFiles(account, slug, {
      uploadId: await bringFor(account, slug, [randomFile('other.bin', 9_000_000)]),
      remove: [fileId],
    })
    const second = await idOf(account, slug, 'other.bin')
    await changeFiles(account, slug, { remove: [second] })
    await execute(
      `insert into download_sessions (transfer_id, visitor, file_id, selection_id, version, size_bytes, readers, lease_until) values ('${id}', 'v', ${scope}, 1, 9, 1, timestamptz '${server.services.clock().toISOString()}' + interval '1 minute')`,
    )
    expect((await free(account, slug)).json).toEqual({ freedBytes: 9_000_000 })
    expect(await execute(`select 1 from files where id = '${fileId}'`)).toHaveLength(1)
    expect((await historyOf(account, slug)).oldBytes).toBe(9_000_000)
    await execute(`update download_sessions set readers = 0 where transfer_id = '${id}'`)
    expect((await free(account, slug)).json).toEqual({ freedBytes: 9_000_000 })
    expect((await account.owner()).usedBytes).toBe(10)
  },
)

/** What `act` would not know of: an upload that is begun and taken in while it waits for another one's row. */
async function takenInMeanwhile(account: Account, slug: string, act: () => Promise<unknown>) {
  const { db } = server.services
  let acting: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from uploads where id = (select upload_id from transfers where slug = ${slug}) for update`)
    acting = act()
    await waitFor(async () => (await execute(`select 1 from pg_locks where not granted`)).length > 0)
    expect((await changeFiles(account, slug, { uploadId: await bringFor(account, slug, [randomFile('late.bin')]) })).status).toBe(
      200,
    )
  })
  await acting
}

test('T9 X1 R15 a purge and the end of an account give back what was taken in while they waited', async () => {
  const account = await Account.create(server)
  const slug = await sendLink(account, [randomFile('a.bin')])
  await execute(
    `update transfers set expires_at = timestamptz '${server.services.clock().toISOString()}' - interval '${graceSeconds + 60} seconds' where slug = '${slug}'`,
  )
  await takenInMeanwhile(account, slug, () => purgeTransfers(server.services))
  expect((await account.owner()).usedBytes).toBe(0)
  const next = await sendLink(account, [randomFile('a.bin')])
  const { id } = await account.owner()
  await takenInMeanwhile(account, next, () => hardDeleteOwned(server.services, id))
  expect((await account.owner()).usedBytes).toBe(0)
})
