import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restBreaches } from '../../../test/faults/end-state.ts'
import { containersOf } from '../../../test/faults/recount.ts'
import { Account } from '../../../test/support/account.ts'
import { recordOf, shortenBins } from '../../../test/support/dashboard.ts'
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
  viewOf,
} from '../../../test/support/grown.ts'
import { get } from '../../../test/support/reader.ts'
import type { TestFile } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { checkRecords } from '../../commands/fsck/check-records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())

const rowsOf = async (text: string): Promise<any[]> =>
  (await server.services.db.execute(sql.raw(text))).rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, /^\d+$/.test(String(value)) ? Number(value) : value])),
  )
const used = async (account: Account) => {
  const { usedBytes, reservedBytes } = await account.owner()
  return [usedBytes, reservedBytes]
}
/** What the link gives now, byte for byte: each path and whether it holds these bytes. */
async function expectFiles(account: Account, slug: string, files: TestFile[]) {
  const view = await viewOf(account, slug)
  expect(view.files.map(({ path }: any) => path)).toEqual(files.map(({ path }) => path))
  for (const [at, { bytes }] of files.entries()) {
    const got = await get(`${server.url}/api/transfers/${slug}/files/${view.files[at].fileId}?dl=${view.dl}`)
    expect(got.bytes.equals(bytes)).toBe(true)
  }
}
/** Sums counted anew, rows against rows, bytes against rows (INV4, INV5). */
async function expectSound() {
  expect(await checkRecords(server.services.db, { repair: false })).toEqual([])
  expect(await restBreaches(containersOf(server.services.config.dataDir), (text) => rowsOf(text))).toEqual([])
}
async function hardDelete() {
  await shortenBins(server)
  server.moveClock(20)
  await rowsOf(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'transfers:erase'), run_at := now())`,
  )
  await waitFor(async () => {
    const waiting = await rowsOf(
      `select 1 from graphile_worker.jobs where task_identifier in ('transfers:erase', 'uploads:deleteBlobs') and run_at < now() + interval '1 second'`,
    )
    return waiting.length === 0
  })
}

test('T9 files are added, replaced by their path and by another one, and taken out, in their places, the link unchanged', async () => {
  const account = await Account.create(server)
  const [a, b, c] = [randomFile('plans/a.bin'), randomFile('Bericht.pdf', 9_000_000), randomFile('c.bin')]
  const slug = await sendLink(account, [a, b, c])
  const [d, newB] = [randomFile('d.bin', 500), randomFile('BERICHT.pdf', 2000)]
  const uploadId = await bringFor(account, slug, [d, newB])
  expect(await used(account)).toEqual([9_002_000, 2500])
  const changed = await changeFiles(account, slug, { uploadId })
  expect([changed.status, changed.json]).toEqual([200, { version: 2, fileNumber: 4, totalBytes: 4500 }])
  await expectFiles(account, slug, [a, newB, c, d])
  const newA = randomFile('a-final.bin', 100)
  const second = await bringFor(account, slug, [newA])
  const change = {
    uploadId: second,
    replaces: [{ fileId: await idOf(account, slug, a.path), path: newA.path }],
    remove: [await idOf(account, slug, c.path)],
  }
  expect((await changeFiles(account, slug, change)).json).toEqual({ version: 3, fileNumber: 3, totalBytes: 2600 })
  await expectFiles(account, slug, [newA, newB, d])
  expect(await recordOf(account, slug)).toMatchObject({ fileName: 'a-final.bin', fileNumber: 3, totalBytes: 2600 })
  expect((await account.call('GET', '/getQs?search=a-final')).json.matchCount).toBe(1)
  expect((await account.call('GET', '/getQs?search=plans%2Fa')).json.matchCount).toBe(0)
  const { versions, oldBytes } = await historyOf(account, slug)
  expect(
    versions.map(({ version, added, replaced, removed, isKept }: any) => [
      version,
      added.count,
      replaced.count,
      removed.count,
      isKept,
    ]),
  ).toEqual([
    [3, 0, 1, 1, true],
    [2, 1, 1, 0, true],
    [1, 0, 0, 0, true],
  ])
  expect(versions[1].replaced.files).toEqual([
    { path: 'BERICHT.pdf', size: 2000, before: { path: 'Bericht.pdf', size: 9_000_000 } },
  ])
  expect(versions[0].removed.files).toEqual([{ path: 'c.bin', size: 1000 }])
  expect([oldBytes, await used(account), await account.countedTransfers()]).toEqual([9_002_000, [9_004_600, 0], 1])
  const change2 = await rowsOf(`select kind, detail from transfer_events where kind like 'file%' order by at, kind`)
  expect(change2.map(({ kind, detail }) => [kind, detail.path, detail.count, detail.formerPath])).toEqual(
    expect.arrayContaining([
      ['fileRemoved', 'c.bin', 1, undefined],
      ['fileReplaced', 'a-final.bin', 1, 'plans/a.bin'],
      ['filesAdded', 'd.bin', 1, undefined],
    ]),
  )
  const { events } = (await account.call('GET', `/api/transfers/${slug}/timeline`)).json
  const told = events.filter(({ kind }: { kind: string }) => kind.startsWith('file'))
  expect(told.map(({ fileCount }: { fileCount: number | null }) => fileCount)).toEqual(told.map(() => null))
  expect(told).not.toHaveLength(0)
  await expectSound()
})

test('T9 an earlier version comes back without a byte, and freeing gives back what only older ones hold', async () => {
  const account = await Account.create(server)
  const [a, big] = [randomFile('a.bin'), randomFile('big.bin', 9_000_000)]
  const slug = await sendLink(account, [a, big])
  const newBig = randomFile('big.bin', 9_500_000)
  await changeFiles(account, slug, {
    uploadId: await bringFor(account, slug, [newBig]),
    remove: [await idOf(account, slug, 'a.bin')],
  })
  await expectFiles(account, slug, [newBig])
  expect((await restore(account, slug, 1)).json).toEqual({ version: 3, fileNumber: 2, totalBytes: 9_001_000 })
  expect((await restore(account, slug, 1)).json.version).toBe(3)
  await expectFiles(account, slug, [a, big])
  const { versions } = await historyOf(account, slug)
  expect(versions[0]).toMatchObject({ restoredVersion: 1, added: { count: 1 }, replaced: { count: 1 }, removed: { count: 0 } })
  expect([await used(account), (await historyOf(account, slug)).oldBytes]).toEqual([[18_501_000, 0], 9_500_000])
  expect((await free(account, slug)).json).toEqual({ freedBytes: 9_500_000 })
  expect((await free(account, slug)).json).toEqual({ freedBytes: 0 })
  expect(codeOf(await restore(account, slug, 2))).toBe('versionFreed')
  const after = (await historyOf(account, slug)).versions.map(({ version, isKept }: any) => [version, isKept])
  expect(after).toEqual([
    [3, true],
    [2, false],
    [1, true],
  ])
  await hardDelete()
  expect(await used(account)).toEqual([9_001_000, 0])
  await expectFiles(account, slug, [a, big])
  await expectSound()
})

test('T9 INV4 a transfer whose first files are all gone and freed lives on, and its deletion gives back the rest', async () => {
  const account = await Account.create(server)
  const slug = await sendLink(account, [randomFile('a.bin', 9_000_000), randomFile('empty.txt', 0)])
  const b = randomFile('b.bin')
  const ids = [await idOf(account, slug, 'a.bin'), await idOf(account, slug, 'empty.txt')]
  await changeFiles(account, slug, { uploadId: await bringFor(account, slug, [b]), remove: ids })
  await free(account, slug)
  await hardDelete()
  expect(await used(account)).toEqual([1000, 0])
  await expectFiles(account, slug, [b])
  await expectSound()
  // An upload for it that is under way ends with it.
  await beginFor(account, slug, [randomFile('late.bin')])
  expect(await used(account)).toEqual([1000, 1000])
  await account.call('POST', '/deleteTransfer', { slug })
  await hardDelete()
  expect(await used(account)).toEqual([0, 0])
  expect(
    await rowsOf(`select 1 from transfer_versions v join transfers t on t.id = v.transfer_id where t.slug = '${slug}'`),
  ).toEqual([])
  await expectSound()
})

test('T9 Q18 what a forward holds is neither freed nor replaced there', async () => {
  const account = await Account.create(server)
  const a = randomFile('a.bin', 9_000_000)
  const slug = await sendLink(account, [a])
  const body = { fileIds: [await idOf(account, slug, 'a.bin')], sendAs: 'link' }
  const forwarded = (await account.call('POST', `/api/transfers/${slug}/forward`, body)).json.slug
  const newA = randomFile('a.bin', 50)
  await changeFiles(account, slug, { uploadId: await bringFor(account, slug, [newA]) })
  expect((await historyOf(account, slug)).oldBytes).toBe(0)
  expect((await free(account, slug)).json.freedBytes).toBe(0)
  await hardDelete()
  await expectFiles(account, forwarded, [a])
  await expectFiles(account, slug, [newA])
  await account.call('POST', '/deleteTransfer', { slug })
  await hardDelete()
  await expectFiles(account, forwarded, [a])
  expect(await used(account)).toEqual([9_000_000, 0])
  await expectSound()
})

test('T9 D2 D3 a download under way ends whole; old addresses are unknown, and a zip of before begins anew', async () => {
  const account = await Account.create(server)
  const big = randomFile('big.bin', 30_000_000)
  const slug = await sendLink(account, [big, randomFile('b.bin')])
  const view = await viewOf(account, slug)
  const address = `${server.url}/api/transfers/${slug}`
  const fileUrl = `${address}/files/${view.files[0].fileId}?dl=${view.dl}`
  const zip = await get(`${address}/zip?dl=${view.dl}`, { range: 'bytes=0-99' })
  const chosen = await fetch(`${address}/selections?dl=${view.dl}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fileIds: view.files.map(({ fileId }: any) => fileId) }),
  })
  const { selection } = (await chosen.json()) as any
  const running = await fetch(fileUrl)
  const reader = running.body!.getReader()
  const first = (await reader.read()).value!
  await changeFiles(account, slug, { uploadId: await bringFor(account, slug, [randomFile('big.bin', 100)]) })
  const pieces = [first]
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value)
  expect(Buffer.concat(pieces).equals(big.bytes)).toBe(true)
  expect((await get(fileUrl)).status).toBe(404)
  const again = await get(`${address}/zip?dl=${view.dl}`, { range: 'bytes=100-', 'if-range': zip.headers.get('etag')! })
  expect(again.status).toBe(200)
  expect(again.headers.get('etag')).not.toBe(zip.headers.get('etag'))
  const left = await get(`${address}/zip?dl=${view.dl}&selection=${selection}`)
  expect([left.status, codeOf({ json: JSON.parse(left.bytes.toString()) })]).toEqual([404, 'selectionUnknown'])
})

test('T9 H3 repeated and racing calls make one version, and two replacements at once both count', async () => {
  const account = await Account.create(server)
  const slug = await sendLink(account, [randomFile('a.bin'), randomFile('keep.bin')])
  const headers = { 'idempotency-key': randomUUID() }
  const begun = await Promise.all(Array.from({ length: 4 }, () => beginFor(account, slug, [randomFile('b.bin')], { headers })))
  expect(new Set(begun.map(({ json }) => json.uploadId)).size).toBe(1)
  const b = randomFile('b.bin')
  await account.browser.putAll(begun[0]!.json, [b])
  const { uploadId } = begun[0]!.json
  const replies = await Promise.all(Array.from({ length: 8 }, () => changeFiles(account, slug, { uploadId })))
  expect(replies.map(({ json }) => json.version)).toEqual(Array(8).fill(2))
  for (let round = 0; round < 6; round++) {
    const [one, two] = [randomFile('a.bin'), randomFile('a.bin')]
    const ids = await Promise.all([bringFor(account, slug, [one]), bringFor(account, slug, [two])])
    const fileId = await idOf(account, slug, 'a.bin')
    const replaces = [{ fileId, path: 'a.bin' }]
    const both = await Promise.all(ids.map((id) => changeFiles(account, slug, { uploadId: id, replaces })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const kept = (await viewOf(account, slug)).files
    expect(kept.map(({ path }: any) => path)).toEqual(['a.bin', 'keep.bin', 'b.bin'])
  }
  expect((await historyOf(account, slug)).versions[0].version).toBe(14)
  await expectSound()
})

test('T9 R15 a deletion, its erasing and a purge that race with a new version leave all or nothing of it', async () => {
  const account = await Account.create(server, { role: 'pro' })
  for (let round = 0; round < 8; round++) {
    const slug = await sendLink(account, [randomFile('a.bin')])
    const uploadId = await bringFor(account, slug, [randomFile('b.bin')])
    const late = round % 2 ? hardDelete() : Promise.resolve()
    const [reply] = await Promise.all([
      changeFiles(account, slug, { uploadId }),
      account.call('POST', '/deleteTransfer', { slug }),
      late,
      free(account, slug),
    ])
    if (reply.status !== 200) expect(codeOf(reply)).toBe('notYours')
    await hardDelete()
  }
  // A job that came too early has left it to the purge.
  await rowsOf(`select graphile_worker.add_job('transfers:purge')`)
  await waitFor(async () => (await used(account)).every((bytes) => bytes === 0))
  const slug = await sendLink(account, [randomFile('a.bin')])
  const uploadId = await bringFor(account, slug, [randomFile('b.bin')])
  await rowsOf(`update transfers set expires_at = expires_at - interval '60 days' where slug = '${slug}'`)
  const [purged] = await Promise.all([
    changeFiles(account, slug, { uploadId }),
    rowsOf(`select graphile_worker.add_job('transfers:purge')`),
  ])
  if (purged.status !== 200) expect(codeOf(purged)).toMatch(/notYours|uploadNotFound/)
  await waitFor(async () => (await used(account)).every((bytes) => bytes === 0))
  await expectSound()
})

test('T9 O1 a crash before the version leaves the transfer as it was, and the repeated call finishes', async () => {
  const account = await Account.create(server)
  const [a, b] = [randomFile('a.bin'), randomFile('b.bin')]
  const slug = await sendLink(account, [a])
  const uploadId = await bringFor(account, slug, [b])
  // What a killed process leaves of its transaction: nothing.
  await rowsOf(`create function fail_version() returns trigger as $$ begin raise exception 'killed'; end $$ language plpgsql`)
  await rowsOf(`create trigger fail_version before insert on transfer_versions for each row execute function fail_version()`)
  expect((await changeFiles(account, slug, { uploadId })).status).toBe(500)
  await expectFiles(account, slug, [a])
  expect(await used(account)).toEqual([1000, 1000])
  await expectSound()
  await rowsOf('drop trigger fail_version on transfer_versions')
  expect((await changeFiles(account, slug, { uploadId })).json.version).toBe(2)
  await expectFiles(account, slug, [a, b])
  await expectSound()
})
