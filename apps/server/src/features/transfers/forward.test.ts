import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { rolePlan } from '@sampan/contract/plans'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restBreaches } from '../../../test/faults/end-state.ts'
import { containersOf } from '../../../test/faults/recount.ts'
import { Account } from '../../../test/support/account.ts'
import { linkPassword } from '../../../test/support/actors.ts'
import { begin, recordOf, send, shortenBins } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())

// One of a blob of its own, two that share one.
const files = [
  { path: 'plans/large.bin', bytes: randomBytes(9_000_000) },
  { path: 'plans/a.bin', bytes: randomBytes(3000) },
  { path: 'b.bin', bytes: randomBytes(2000) },
]
const [large, small] = [files.slice(0, 1), files.slice(1)]
const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
const sum = (some: typeof files) => some.reduce((bytes, file) => bytes + file.bytes.length, 0)

/** Counts as numbers, which the driver reads as text. */
const asNumbers = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, /^\d+$/.test(String(value)) ? Number(value) : value]))
const rowsOf = (text: string) => server.services.db.execute(sql.raw(text)).then(({ rows }) => rows.map(asNumbers) as any[])
const ownFiles = async (account: Account, slug: string) => (await account.call('GET', `/api/transfers/${slug}/files`)).json.files
const idsOf = async (account: Account, slug: string, some = files): Promise<string[]> =>
  (await ownFiles(account, slug))
    .filter(({ path }: any) => some.some((file) => file.path === path))
    .map((file: any) => file.fileId)
const forward = (account: Account, slug: string, fileIds: string[], more: object = {}, headers: Record<string, string> = {}) =>
  account.call('POST', `/api/transfers/${slug}/forward`, { fileIds, sendAs: 'link', ...more }, headers)
const usage = async (account: Account) => (await account.owner()).usedBytes
const containers = () =>
  readdirSync(join(server.services.config.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length
const remove = (account: Account, slug: string) => account.call('POST', '/deleteTransfer', { slug })
const hardDelete = async () => {
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
/** Of a link: what its page lists, and whether every byte of it comes. */
async function received(slug: string, query = '') {
  const view = (await (await fetch(`${server.url}/api/transfers/${slug}${query}`)).json()) as any
  const got = await Promise.all(
    view.files.map(async ({ fileId, path }: any) => {
      const { bytes } = await get(`${server.url}/api/transfers/${slug}/files/${fileId}?dl=${view.dl}`)
      return bytes.equals(files.find((file) => file.path === path)!.bytes)
    }),
  )
  return { paths: view.files.map(({ path }: any) => path), isWhole: got.every(Boolean) }
}
const breaches = () => restBreaches(containersOf(server.services.config.dataDir), (text) => rowsOf(text))
const code = ({ json }: { json: any }) => json.error?.code

test('Q18 chosen files go to new people and to a new link without a byte written or counted twice, each with its own message', async () => {
  const account = await Account.create(server)
  const slug = await send(account, files, { message: 'the first' })
  const [before, used] = [containers(), await usage(account)]
  const to = `forwarded-${randomUUID()}@example.com`
  const mailed = await forward(account, slug, await idsOf(account, slug, small), {
    sendAs: 'email',
    emailTo: [{ email: to }],
    message: 'the second',
  })
  expect(mailed.json).toMatchObject({ state: 'active', message: 'the second', fileNumber: 2, totalBytes: 5000, linkUrl: null })
  const mail = await server.mailTo(to)
  expect(mail.text).toContain('the second')
  const [, , newSlug, user] = linkIn(mail).split('/')
  expect(newSlug).toBe(mailed.json.slug)
  expect(await received(newSlug!, `?user=${user}`)).toEqual({ paths: ['plans/a.bin', 'b.bin'], isWhole: true })
  const linked = await forward(account, slug, await idsOf(account, slug))
  expect(linked.json.linkUrl).toContain(`/w/${linked.json.slug}`)
  expect(await received(linked.json.slug)).toEqual({ paths: files.map(({ path }) => path), isWhole: true })
  // A forward of a forward.
  const again = await forward(account, newSlug!, await idsOf(account, newSlug!))
  expect(await received(again.json.slug)).toEqual({ paths: ['plans/a.bin', 'b.bin'], isWhole: true })
  expect([containers(), await usage(account), await account.countedTransfers()]).toEqual([before, used, 4])
  expect((await recordOf(account, again.json.slug)).status).toBe('active')
  expect(await breaches()).toEqual([])
})

test('Q18 INV2 INV4 bytes live as long as one transfer holds them; what nobody holds goes, and its room comes back', async () => {
  const account = await Account.create(server)
  const bystander = await Account.create(server)
  const kept = await send(bystander, small)
  const slug = await send(account, files)
  const before = containers()
  const ids = await idsOf(account, slug, small)
  const one = (await forward(account, slug, ids.slice(0, 1), { sendAs: 'email', emailTo: [{ email: 'x@example.com' }] })).json
    .slug
  const two = (await forward(account, slug, ids)).json.slug
  await remove(account, slug)
  await hardDelete()
  expect([await usage(account), containers()]).toEqual([sum(small), before - 1])
  expect(await received(two)).toEqual({ paths: small.map(({ path }) => path), isWhole: true })
  await remove(account, two)
  await hardDelete()
  expect([await usage(account), containers()]).toEqual([3000, before - 1])
  await remove(account, one)
  await hardDelete()
  expect([await usage(account), containers()]).toEqual([0, before - 2])
  expect([await usage(bystander), (await recordOf(bystander, kept)).status]).toEqual([sum(small), 'active'])
  expect(await breaches()).toEqual([])
})

test('Q18 X1 the purge of an expired source leaves what a longer forward holds', async () => {
  const account = await Account.create(server, { role: 'personal' })
  const slug = await send(account, files)
  const longer = (await forward(account, slug, await idsOf(account, slug, large), { expirySeconds: 31_536_000 })).json.slug
  await account.setOwner({ role: 'free' })
  server.moveClock(22 * 86_400)
  await rowsOf(`select graphile_worker.add_job('transfers:purge')`)
  await waitFor(async () => (await usage(account)) === sum(large))
  expect(await received(longer)).toEqual({ paths: ['plans/large.bin'], isWhole: true })
  expect(await breaches()).toEqual([])
  server.moveClock(-22 * 86_400)
})

test('Q18 R15 K2 of 50 parallel forwards at the month’s last slot one is made', async () => {
  const account = await Account.create(server)
  const slug = await send(account, small)
  const ids = await idsOf(account, slug, small)
  const limit = rolePlan('free').transfersPerMonth!
  await rowsOf(`update month_counts set transfers = ${limit - 1} where owner_id = '${account.ownerId}'`)
  const replies = await Promise.all(Array.from({ length: 50 }, () => forward(account, slug, ids)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => code(reply) === 'monthUsedUp')).toHaveLength(49)
  expect(await account.countedTransfers()).toBe(limit)
  expect((await account.call('GET', '/getQs')).json.allCount).toBe(2)
  expect(await breaches()).toEqual([])
})

test('Q18 H3 repeated with its key a forward is made once, also when the repeats race', async () => {
  const account = await Account.create(server)
  const slug = await send(account, small)
  const ids = await idsOf(account, slug, small)
  const key = { 'idempotency-key': randomUUID() }
  const replies = await Promise.all(Array.from({ length: 8 }, () => forward(account, slug, ids, {}, key)))
  expect(new Set(replies.map(({ json }) => json.slug)).size).toBe(1)
  // Also when its answer was lost and the source has gone meanwhile.
  await remove(account, slug)
  expect((await forward(account, slug, ids, {}, key)).json.slug).toBe(replies[0]!.json.slug)
  expect(await account.countedTransfers()).toBe(2)
})

test('Q18 R26 H4 a foreign transfer, a foreign file and one that was deleted look unknown, and nothing changes', async () => {
  const [account, stranger] = [await Account.create(server), await Account.create(server)]
  const [slug, theirs] = [await send(account, small), await send(stranger, small)]
  const [ids, foreign] = [await idsOf(account, slug, small), await idsOf(stranger, theirs, small)]
  const refused = [
    await forward(stranger, slug, ids),
    await forward(stranger, slug, foreign),
    await forward(stranger, theirs, ids),
    await forward(stranger, theirs, [...foreign, ids[0]!]),
    await forward(stranger, theirs, [randomUUID()]),
    await forward(stranger, 'zzzzzzz', ids),
    await stranger.call('GET', `/api/transfers/${slug}/files`),
  ]
  for (const reply of refused) expect([reply.status, code(reply)]).toEqual([404, 'notYours'])
  await remove(stranger, theirs)
  expect(code(await forward(stranger, theirs, foreign))).toBe('notYours')
  expect(await stranger.countedTransfers()).toBe(1)
})

test('Q18 D8 what is still uploading is not forwarded; nothing chosen is refused', async () => {
  const account = await Account.create(server)
  const plan = await begin(account, small)
  await account.publish(plan.slug)
  const ids = plan.files.map(({ fileId }) => fileId)
  expect(code(await forward(account, plan.slug, ids))).toBe('transferUploading')
  expect(code(await forward(account, plan.slug, []))).toBe('invalidInput')
})

test('Q18 R17 R28 A8 limits and file types are those of the plan that the account has now', async () => {
  const account = await Account.create(server, { role: 'business' })
  const mixed = [
    { path: 'page.html', bytes: randomBytes(10) },
    { path: 'a.bin', bytes: randomBytes(10) },
  ]
  const slug = await send(account, mixed)
  const listed = await ownFiles(account, slug)
  const ids = listed.map(({ fileId }: any) => fileId)
  const people = Array.from({ length: 7 }, (_, i) => ({ email: `p${i}@example.com` }))
  await account.setOwner({ role: 'free' })
  expect(code(await forward(account, slug, ids, { sendAs: 'email', emailTo: people }))).toBe('tooManyRecipients')
  expect(code(await forward(account, slug, ids, { expirySeconds: 31_536_000 }))).toBe('expiryNotAllowed')
  expect(code(await forward(account, slug, ids, { sendAs: 'email' }))).toBe('invalidInput')
  await account.setOwner({ role: 'anon' })
  expect(code(await forward(account, slug, ids, { sendAs: 'email', emailTo: people.slice(0, 1) }))).toBe('insecureFileType')
  expect(code(await forward(account, slug, ids.slice(1)))).toBe('linksReserved')
  await account.setOwner({ role: 'free', status: 'unpaid' })
  expect(code(await forward(account, slug, ids))).toBe('planUnpaid')
  await account.setOwner({ status: 'revoke' })
  expect(code(await forward(account, slug, ids))).toBe('accountSuspended')
  expect(await account.countedTransfers()).toBe(1)
})

test('Q18 Q11 a forward has its own password, limit and expiry', async () => {
  const account = await Account.create(server)
  const slug = await send(account, small)
  const ids = await idsOf(account, slug, small)
  expect(code(await forward(account, slug, ids, { password: 'password' }))).toBe('invalidInput')
  const locked = await forward(account, slug, ids, { password: linkPassword, downloadLimit: 2 })
  expect(await recordOf(account, locked.json.slug)).toMatchObject({ hasPassword: true, downloadLimit: 2 })
  expect((await fetch(`${server.url}/api/transfers/${locked.json.slug}`)).status).toBe(401)
  expect((await recordOf(account, slug)).hasPassword).toBe(false)
})

test('Q18 a deletion of the source that races with forwarding leaves either no forward, or a whole one', async () => {
  const account = await Account.create(server, { role: 'pro' })
  for (let round = 0; round < 12; round++) {
    const slug = await send(account, small)
    const ids = await idsOf(account, slug, small)
    const replies = await Promise.all([forward(account, slug, ids), remove(account, slug), forward(account, slug, ids)])
    await hardDelete()
    for (const { status, json } of [replies[0]!, replies[2]!])
      if (status === 200) expect((await received(json.slug)).isWhole).toBe(true)
      else expect(json.error.code).toBe('notYours')
  }
  expect(await breaches()).toEqual([])
})

test('Q18 a forward that was deleted comes back whole, and its source is untouched throughout', async () => {
  const account = await Account.create(server)
  const slug = await send(account, files, { sendAs: 'link', emailTo: [] })
  const made = (await forward(account, slug, await idsOf(account, slug))).json.slug
  await remove(account, made)
  expect((await fetch(`${server.url}/api/transfers/${made}`)).status).toBe(404)
  await account.call('POST', `/api/transfers/${made}/restore`)
  expect((await received(made)).isWhole).toBe(true)
  await remove(account, made)
  await hardDelete()
  expect([(await received(slug)).isWhole, await usage(account)]).toEqual([true, total])
  expect(await breaches()).toEqual([])
})
