import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { type ReaderOf, sentBy } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { unzip } from '../../../test/support/unzip.ts'
import {
  accountExports,
  contactGroupMembers,
  contactGroups,
  contacts,
  feedbackAsks,
  feedbacks,
  notifications,
  recipients,
  timeRequests,
  transfers,
  transferVersions,
  users,
} from '../../db/tables.ts'
import { askExport } from './account-export.ts'
import { makeExport, sweepExports } from './make-export.ts'
import { made } from './test-pictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const read = async (account: Account) => (await account.call('GET', '/api/account/export')).json.export
const ask = (account: Account) => account.call('POST', '/api/account/export')
const whenReady = (account: Account) =>
  waitFor(async () => {
    const copy = await read(account)
    return copy?.state === 'ready' ? copy : undefined
  })
const folder = () => join(server.services.config.dataDir, 'exports')
const rowOf = async ({ userId }: Account) =>
  (await server.services.db.select().from(accountExports).where(eq(accountExports.userId, userId)))[0]!

const unpack = (bytes: Buffer) => new Map(Object.entries(unzip(bytes)))

/** What comes of a transfer and of an account in time. */
async function fill({ userId }: Account, { slug, to }: ReaderOf): Promise<void> {
  const { db, clock } = server.services
  const at = clock()
  const [transfer] = await db.select().from(transfers).where(eq(transfers.slug, slug))
  const { id: transferId, ownerId } = transfer!
  const [group] = await db.insert(contactGroups).values({ ownerId, name: 'Pier three', createdAt: at }).returning()
  const [contact] = await db.select().from(contacts).where(eq(contacts.email, to))
  await db.insert(contactGroupMembers).values({ groupId: group!.id, contactId: contact!.id })
  await db.update(recipients).set({ company: 'Reed Boats' }).where(eq(recipients.transferId, transferId))
  const request = { email: 'late@example.com', note: 'the tide was out', language: 'en', tokenHash: randomBytes(16) } as const
  await db.insert(timeRequests).values({ transferId, ...request, askedAt: at })
  const none = { count: 0, files: [] }
  const changes = { added: none, replaced: none, removed: none }
  await db.insert(transferVersions).values({ transferId, version: 1, at, changes, fileCount: 1, totalBytes: 100, entryCount: 1 })
  await db
    .insert(notifications)
    .values({ userId, transferId, kind: 'timeRequested', fileName: 'plan 1.pdf', reason: request.note, at })
  const said = { requestKey: 'once', rating: 'Fine', message: 'calm water', route: '/dash', role: 'free' } as const
  await db.insert(feedbacks).values({ userId, ...said, createdAt: at })
  await db.insert(feedbackAsks).values({ userId, loginCount: 3, askedAt: at })
}

test('A5 a copy holds everything of the account and nothing of others or that opens something; its mail leads to the account', async () => {
  const account = await Account.create(server)
  await account.call('POST', '/updateProfile', { fullName: '李伟 Harbour', company: 'Canary Print' })
  await account.call('POST', '/api/account/picture', { picture: made.png(256, 256).toString('base64') })
  await account.call('POST', '/api/tokens', { name: 'nightly' })
  const files = [{ path: '图纸/plan 1.pdf', bytes: randomBytes(100) }]
  const mine = await sentBy(server, files, { sender: account, more: { message: 'at the third pier', password: 'tin boats' } })
  await fill(account, mine)
  const onInvoices = { company: 'Reed Boats', line1: '', line2: '', city: '', postalCode: '', state: '', country: 'DE' }
  await account.call('PUT', '/api/billing/details', { ...onInvoices, taxNumber: 'DE123456789' })
  const asked = (await account.call('POST', '/api/requests', { title: 'Papers of the reed boat', documents: [{ name: 'Deed' }] }))
    .json
  const supplier = new Supplier(server, asked.request.linkUrl)
  const sent = await supplier.sendFiles(
    [{ path: 'deed.pdf', bytes: randomBytes(9) }],
    {},
    { email: 'reed@example.com', message: 'Here it is' },
  )
  expect(sent.json.state).toBe('received')
  const other = await sentBy(server, files, { more: { message: 'not yours' } })
  expect(await read(account)).toBeNull()
  const [first, second] = [await ask(account), await ask(account)]
  expect([first.json.export.state, second.status, second.json.export.createdAt]).toEqual([
    'waiting',
    200,
    first.json.export.createdAt,
  ])
  const [copy, mail] = [await whenReady(account), await server.mailTo(account.email, /^.*copy of your/)]
  expect(mail.text).toContain('/dash/account')
  expect(mail.text).not.toContain('/api/exports/')
  const zip = await get(server.url + copy.href)
  expect(zip.headers.get('content-disposition')).toMatch(/^attachment; filename="sampan-\d{4}-\d\d-\d\d\.zip"$/)
  expect([zip.bytes.length, zip.headers.get('cache-control')]).toEqual([copy.sizeBytes, 'private, no-store'])
  const unpacked = unpack(zip.bytes)
  const transfer = [...unpacked.keys()].find((name) => name.includes(mine.slug))!
  // The other one came in by its request.
  expect([...unpacked.keys()].filter((name) => name.startsWith('transfers/'))).toHaveLength(2)
  expect([...unpacked.keys()].filter((name) => !name.startsWith('transfers/')).sort()).toEqual(
    [
      ...['README.txt', 'account.json'],
      'billing.json',
      'brand.json',
      'contacts.json',
      'feedback.json',
      'imported.json',
      'groups.json',
      'notices.json',
      'notifications.json',
      ...['passkeys.json', 'providers.json'],
      'picture.png',
      'requests.json',
      'second-step.json',
      'templates.json',
      'sessions.json',
      'team.json',
      'tokens.json',
      'webhooks.json',
    ].sort(),
  )
  const json = (name: string) => JSON.parse(unpacked.get(name)!.toString())
  expect(json('account.json')).toMatchObject({
    account: { email: account.email, company: 'Canary Print' },
    standing: { role: 'free' },
  })
  expect(json('billing.json')).toMatchObject({ onInvoices: { company: 'Reed Boats', taxNumber: 'DE123456789' } })
  expect(json('second-step.json')).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0, rememberedBrowsers: [] })
  expect(json('tokens.json')).toMatchObject([{ name: 'nightly' }])
  expect(json(transfer)).toMatchObject({
    message: 'at the third pier',
    hasPassword: true,
    files: [{ path: '图纸/plan 1.pdf', size: 100 }],
    recipients: [{ email: mine.to, company: 'Reed Boats', remindedAt: null }],
    downloads: [],
    events: expect.arrayContaining([expect.objectContaining({ kind: 'opened', recipientEmail: mine.to })]),
    timeRequests: [{ email: 'late@example.com', note: 'the tide was out' }],
    versions: [{ version: 1, fileCount: 1 }],
  })
  expect(json('groups.json')).toMatchObject([{ name: 'Pier three', members: [mine.to] }])
  expect(json('requests.json')).toMatchObject([
    {
      title: 'Papers of the reed boat',
      documents: [{ name: 'Deed' }],
      suppliers: [{ email: 'reed@example.com', files: [{ path: 'deed.pdf', size: 9 }], messages: [{ text: 'Here it is' }] }],
    },
  ])
  const rung = [{ kind: 'submitted' }, { kind: 'timeRequested', slug: mine.slug, reason: 'the tide was out' }]
  expect(json('notifications.json')).toMatchObject(rung)
  expect(json('feedback.json')).toMatchObject({ said: [{ rating: 'Fine', message: 'calm water' }], asked: [{ loginCount: 3 }] })
  const all = Buffer.concat([...unpacked.values()]).toString()
  for (const secret of [other.slug, other.to, 'not yours', 'argon2', 'tokenHash', 'passwordHash', 'browserHash'])
    expect(all, secret).not.toContain(secret)
  const sealed = readFileSync(join(folder(), (await rowOf(account)).id))
  expect(sealed.includes('Canary')).toBe(false)
})

test('A5 R26 the address of a copy works for ten minutes, the copy for seven days; made-up, foreign and old ones are unknown', async () => {
  const account = await Account.create(server)
  await ask(account)
  const copy = await whenReady(account)
  const stranger = await Account.create(server)
  expect(await read(stranger)).toBeNull()
  for (const path of [`${copy.href}x`, `/api/exports/${(await rowOf(account)).id}`, copy.href.replace('exports/', 'exports/x')])
    expect((await get(server.url + path)).status, path).toBe(404)
  for (const [method, path] of [
    ['GET', '/api/account/export'],
    ['POST', '/api/account/export'],
  ] as const)
    expect((await new Browser(server).call(method, path)).status).toBe(401)
  server.moveClock(601)
  expect((await get(server.url + copy.href)).status).toBe(404)
  const fresh = (await read(account)).href
  expect((await get(server.url + fresh)).status).toBe(200)
  const { id } = await rowOf(account)
  await server.services.db
    .update(accountExports)
    .set({ expiresAt: new Date(server.services.clock().getTime() - 1) })
    .where(eq(accountExports.id, id))
  expect(await read(account)).toBeNull()
  expect((await get(server.url + fresh)).status).toBe(404)
  expect(readdirSync(folder())).toContain(id)
  await sweepExports(server.services)
  expect(readdirSync(folder())).not.toContain(id)
  expect(await rowOf(account)).toBeUndefined()
})

test('A5 R27 the address of a copy dies with the session that was told it', async () => {
  const [browser, email] = [new Browser(server), 'copied@example.com']
  await browser.signUp(email)
  await browser.withAccess('POST', '/api/account/export')
  const copyOf = async (by: Browser) => (await by.withAccess('GET', '/api/account/export')).json.export
  await waitFor(async () => (await copyOf(browser)).state === 'ready')
  const other = new Browser(server)
  await other.logIn(email)
  const [mine, theirs] = [(await copyOf(browser)).href, (await copyOf(other)).href]
  const statusOf = async (href: string) => (await get(server.url + href)).status
  expect([await statusOf(mine), await statusOf(theirs)]).toEqual([200, 200])
  await browser.withAccess('POST', '/api/sessions/endOthers')
  expect([await statusOf(mine), await statusOf(theirs)]).toEqual([200, 404])
  await browser.call('GET', '/logout', undefined, { 'x-sampan': 'web' })
  expect(await statusOf(mine)).toBe(404)
})

test('A5 one try dies, the next makes it whole; a broken one is said; strays go and nothing else does', async () => {
  const account = await Account.create(server)
  await ask(account)
  await whenReady(account)
  const { id } = await rowOf(account)
  const whole = readFileSync(join(folder(), id))
  // As after a kill before it was told: the file of the dead try is left, and the job runs again.
  await server.services.db.update(accountExports).set({ state: 'waiting' }).where(eq(accountExports.id, id))
  writeFileSync(join(folder(), `${id}.dead`), 'half')
  writeFileSync(join(folder(), id), whole.subarray(0, 50))
  await sweepExports(server.services)
  expect(readdirSync(folder())).toContain(`${id}.dead`)
  await makeExport(server.services, id, { attempt: 2, maxAttempts: 6 })
  await makeExport(server.services, id, { attempt: 3, maxAttempts: 6 })
  expect((await get(server.url + (await read(account)).href)).status).toBe(200)
  writeFileSync(join(folder(), 'stray'), 'of an account that is gone')
  await sweepExports(server.services)
  expect(readdirSync(folder())).toContain(id)
  expect(readdirSync(folder()).filter((name) => name.includes('dead') || name === 'stray')).toEqual([])
  rmSync(join(folder(), id))
  expect(unpack((await get(server.url + (await read(account)).href)).bytes).size).toBeGreaterThan(0)
  expect(readdirSync(folder()).filter((name) => name.startsWith(id))).toEqual([])
  await server.services.db.update(accountExports).set({ state: 'waiting' }).where(eq(accountExports.id, id))
  rmSync(folder(), { recursive: true })
  writeFileSync(folder(), 'in the way')
  await expect(makeExport(server.services, id, { attempt: 6, maxAttempts: 6 })).rejects.toThrow()
  expect((await read(account)).state).toBe('failed')
  rmSync(folder())
  await ask(account)
  await whenReady(account)
})

test('A5 a copy whose job was killed in its last try has failed and can be asked for again; copies are made one at a time', async () => {
  const account = await Account.create(server)
  await ask(account)
  await whenReady(account)
  const { id } = await rowOf(account)
  const { db } = server.services
  await db.update(accountExports).set({ state: 'waiting' }).where(eq(accountExports.id, id))
  expect((await read(account)).state).toBe('failed')
  const rolledBack = new Error('rolled back')
  const inside = db.transaction(async (tx) => {
    const actor = { userId: account.userId } as Parameters<typeof askExport>[1]
    const needs = { ...server.services, db: tx as unknown as typeof db }
    expect((await askExport(needs, actor)).export?.state).toBe('waiting')
    const again = await askExport(needs, actor)
    const { rows } = await tx.execute(
      sql`select key, queue_name from graphile_worker.jobs where task_identifier = 'profile:make-export'`,
    )
    const [row] = await tx.select().from(accountExports).where(eq(accountExports.userId, account.userId))
    expect([again.export?.createdAt, rows]).toEqual([
      row!.createdAt.getTime(),
      [{ key: `export:${row!.id}`, queue_name: 'exports' }],
    ])
    throw rolledBack
  })
  await expect(inside).rejects.toBe(rolledBack)
  expect((await ask(account)).json.export.state).toBe('waiting')
  await whenReady(account)
  expect((await rowOf(account)).id).not.toBe(id)
})

test('A5 R15 R19 eight wishes at once make one copy; so many a day', async () => {
  const account = await Account.create(server)
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask(account)))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  await whenReady(account)
  expect(await server.services.db.$count(accountExports, eq(accountExports.userId, account.userId))).toBe(1)
  const letTimePass = () =>
    server.services.db.execute(sql`update account_exports set created_at = created_at - interval '1 minute'`)
  for (let time = 0; time < 2; time++) {
    await letTimePass()
    expect((await ask(account)).status).toBe(200)
    await whenReady(account)
  }
  await letTimePass()
  expect((await ask(account)).json.error.code).toBe('rateLimited')
  expect((await read(account)).state).toBe('ready')
  await server.services.db
    .update(users)
    .set({ email: `moved-${account.email}` })
    .where(eq(users.id, account.userId))
  const waiting = sql`select 1 from graphile_worker.jobs where task_identifier like 'profile:%'`
  await waitFor(async () => (await server.services.db.execute(waiting)).rows.length === 0)
})
