import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hardDeleteMarginSeconds } from '@sampan/contract/limits'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { allKept } from '../../../test/support/all-kept.ts'
import { leaveBelongings, leaveTraces } from '../../../test/support/canaries.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { licenceCodes, owners, users } from '../../db/tables.ts'
import { lockUser } from '../accounts/index.ts'
import { hardDeleteAccounts } from './hard-delete-account.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600' })
})
afterAll(() => server?.close())

const password = 'a sampan at dusk'
const bytes = randomBytes(3000)
const execute = async (text: string) => (await server.services.db.execute<Record<string, any>>(sql.raw(text))).rows
let count = 0

/** An account with a transfer that its recipient has opened. */
async function sender(name: string) {
  const browser = new Browser(server)
  const email = `${name}.${++count}@leaving.example.com`
  const user = await browser.signUp(email)
  await browser.takeUserTicket()
  const files = [{ path: `${name}-plan.pdf`, bytes }]
  const { json: plan } = await browser.create(files)
  await browser.putAll(plan, files)
  const to = `${name}.reader.${count}@example.com`
  const sent = { slug: plan.slug, senderEmail: email, emailTo: [{ email: to }], message: `${name} says hello` }
  const { status } = await browser.withAccess('POST', '/quicksend2', sent)
  expect(status).toBe(200)
  const [, , slug, reader] = linkIn(await server.mailTo(to)).split('/') as [string, string, string, string]
  const view = async () => (await fetch(`${server.url}/api/transfers/${slug}?user=${reader}`)).json() as any
  const opened = await view()
  const file = `${server.url}/api/transfers/${slug}/files/${opened.files[0].fileId}?user=${reader}&dl=${encodeURIComponent(opened.dl)}`
  return { browser, email, user, slug, to, view, file, blobId: plan.blobs[0].blobId as string }
}
type Sender = Awaited<ReturnType<typeof sender>>

const wish = ({ browser }: Sender, secret = password) => browser.withAccess('POST', '/api/account/delete', { password: secret })
const keep = ({ browser }: Sender) => browser.withAccess('POST', '/api/account/keep')
/** As if the seven days were over: without moving the clock of everything else. */
const isDue = ({ user }: Sender, secondsAgo = hardDeleteMarginSeconds + 1) =>
  server.services.db
    .update(users)
    .set({ deleteAt: new Date(server.services.clock().getTime() - secondsAgo * 1000) })
    .where(eq(users.id, user._id))
const isAtRest = async () =>
  (await execute(`select 1 from graphile_worker.jobs where run_at < now() + interval '2 seconds'`)).length === 0
const mailOf = ({ email }: Sender, word: string) => server.mailTo(email, new RegExp(`^.*${word}`))

/** Every row of every table, and of the queue, as text. */
const blobFiles = () => readdirSync(join(server.services.config.dataDir, 'blobs'), { recursive: true }).map(String)

test('A5 the wish needs the password, closes the links at once, stops sending, and is told by mail', async () => {
  const one = await sender('wisher')
  const wrong = await wish(one, 'not this one')
  expect([wrong.status, wrong.json.error.code]).toEqual([403, 'passwordNotYours'])
  expect((await one.browser.withAccess('POST', '/api/account/delete', {})).json.error.fields).toHaveProperty('password')
  expect((await one.view()).state).toBe('open')
  const before = server.services.clock().getTime()
  const { json } = await wish(one)
  expect(json.user.deleteAt - before).toBeGreaterThanOrEqual(7 * 86_400_000)
  expect(json.user).toMatchObject({ status: 'revoke', suspendedFor: null })
  expect((await wish(one)).json.user.deleteAt).toBe(json.user.deleteAt)
  expect((await one.view()).state).toBe('disabled')
  expect((await get(one.file)).status).toBe(403)
  expect((await one.browser.create([{ path: 'more', bytes }])).json.error.code).toBe('accountSuspended')
  const asked = await one.browser.withAccess('POST', '/api/requests', { title: 'More' })
  expect(asked.json.error.code).toBe('accountLeaving')
  expect((await mailOf(one, 'will be deleted')).text).toContain('Keep my account')
  expect((await server.mailsTo(one.email)).filter(({ subject }) => subject?.includes('will be deleted'))).toHaveLength(1)
  expect((await one.browser.withAccess('GET', '/getQs')).json.allDocs).toHaveLength(1)
  expect((await one.browser.withAccess('POST', '/api/account/export')).status).toBe(200)
})

test('A5 P5 the mail says what becomes of a plan: it ends, nothing more is charged, and what was just paid can be asked back', async () => {
  const asked = async (one: Sender) => {
    await wish(one)
    return (await mailOf(one, 'will be deleted')).text
  }
  const [free, trial, paid] = [await sender('nothing'), await sender('trying'), await sender('paying')]
  const priceId = 'sampan_pro_monthly'
  await trial.browser.withAccess('POST', '/create-subscription', { priceId, trial: true })
  await paid.browser.withAccess('POST', '/addCard', { paymentMethodId: 'pm_card_visa' })
  expect((await paid.browser.withAccess('POST', '/create-subscription', { priceId })).json.billing).toMatchObject({ role: 'pro' })
  const ends = 'Your plan ends with your account, and nothing more is charged'
  const back = 'A payment of the last 30 days you get back if you ask for it before your account goes'
  const told = [await asked(free), await asked(trial), await asked(paid)].map((text) => [
    text?.includes(ends),
    text?.includes(back),
  ])
  expect(told).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
})

test('A5 one press keeps it: links open again as they were, the mail says so; a suspension stays one', async () => {
  const one = await sender('keeper')
  await wish(one)
  const { json } = await keep(one)
  expect(json.user).toMatchObject({ deleteAt: null, status: 'active', role: 'free' })
  expect((await one.view()).state).toBe('open')
  expect((await get(one.file)).bytes.equals(bytes)).toBe(true)
  await mailOf(one, 'You keep your')
  expect((await keep(one)).status).toBe(200)
  await hardDeleteAccounts(server.services)
  expect((await one.view()).state).toBe('open')

  const suspend = { revokedAt: server.services.clock(), revokeReason: 'Reported twice', status: 'revoke' } as const
  await server.services.db.update(owners).set(suspend).where(eq(owners.key, one.user._id))
  expect((await wish(one)).json.user).toMatchObject({ suspendedFor: 'Reported twice' })
  expect((await keep(one)).json.user).toMatchObject({ deleteAt: null, status: 'revoke', suspendedFor: 'Reported twice' })
  const kept = () => server.mailsTo(one.email).then((mails) => mails.filter(({ subject }) => subject?.includes('You keep your')))
  const second = await waitFor(async () => (await kept())[1])
  expect(second.text).toContain('It is still suspended')
  expect(second.text).not.toContain('open again')
})

test('A5 R15 wishes and changes of mind that race end in one of the two', async () => {
  const one = await sender('racer')
  const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? keep(one) : wish(one))))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const { user } = (await one.browser.withAccess('POST', '/updateProfile', {})).json
  expect(user.status).toBe(user.deleteAt ? 'revoke' : 'active')
})

test('A5 R45 after seven days everything is gone: rows, bytes, copy, codes; nobody else loses anything', async () => {
  const [one, bystander] = [await sender('canary'), await sender('bystander')]
  await one.browser.withAccess('POST', '/api/account/export')
  await one.browser.withAccess('POST', '/api/tokens', { name: 'canary token' })
  await one.browser.takeUserTicket()
  const open = (await one.browser.create([{ path: 'canary-open', bytes }])).json
  await one.browser.putAll(open, [{ path: 'canary-open', bytes }])
  const asked = (await one.browser.withAccess('POST', '/api/requests', { title: 'canary-request' })).json.request
  await new Supplier(server, asked.linkUrl).sendFiles(
    [{ path: 'canary-supplied', bytes }],
    {},
    { email: 'canary-supplier@example.com' },
  )
  await new Supplier(server, asked.linkUrl).upload([{ path: 'canary-half', bytes }])
  await one.browser.withAccess('POST', '/api/requestTemplates', { name: 'canary-template', template: {} })
  const [{ id: codeId } = { id: '' }] = await server.services.db
    .insert(licenceCodes)
    .values({
      batch: 'b',
      codeHash: randomBytes(32),
      hint: '1234',
      createdAt: server.services.clock(),
      ownerId: (await ownerOf(one))!.id,
      activatedAt: server.services.clock(),
    })
    .returning()
  await waitFor(isAtRest)
  await leaveTraces(server, { slug: one.slug, word: 'canary-trace' })
  await leaveBelongings(server, { slug: one.slug, word: 'canary-thing' })
  await wish(one)
  await waitFor(isAtRest)
  const copies = join(server.services.config.dataDir, 'exports')
  const [copy] = await execute(`select id from account_exports where user_id = '${one.user._id}'`)
  expect(existsSync(join(copies, copy!.id))).toBe(true)
  await hardDeleteAccounts(server.services)
  expect((await allKept(server)).placesOf(one.email)).toContain('public.users')

  const stored = blobFiles().length
  await isDue(one)
  expect((await keep(one)).json.error.code).toBe('keepTooLate')
  await hardDeleteAccounts(server.services)
  await hardDeleteAccounts(server.services)
  await waitFor(isAtRest)
  const left = await allKept(server)
  for (const canary of [
    one.email,
    'canary-plan',
    'canary says',
    'canary-open',
    'canary-request',
    'canary-supplied',
    'canary-supplier',
    'canary-half',
    'canary-template',
    'canary token',
    one.to,
    one.user._id,
    one.blobId,
    'canary-trace',
    'canary-thing',
  ]) {
    expect(left.placesOf(canary), canary).toEqual([])
    // Ids are in the log, names never.
    if (/canary|@/.test(canary)) expect(server.logs.filter((line) => line.includes(canary))).toEqual([])
  }
  expect(existsSync(join(copies, copy!.id))).toBe(false)
  expect(blobFiles().length).toBeLessThan(stored)
  await mailOf(one, 'was deleted')
  const [code] = await server.services.db.select().from(licenceCodes).where(eq(licenceCodes.id, codeId))
  expect(code).toMatchObject({ ownerId: null, revokedAt: expect.any(Date) })

  expect((await one.view()).state).toBe('unknown')
  expect((await one.browser.withAccess('GET', '/getQs')).status).toBe(401)
  expect((await one.browser.call('POST', '/combinedAuth', { email: one.email, password })).json.error.code).toBe('loginFailed')
  expect((await get(bystander.file)).bytes.equals(bytes)).toBe(true)
  const again = new Browser(server)
  await again.signUp(one.email)
  expect((await again.withAccess('GET', '/getQs')).json.allDocs).toEqual([])
})

test('A5 what one process lets be kept no other deletes: minutes between, and the date is read again at the last', async () => {
  const one = await sender('between')
  await wish(one)
  const isThere = async () => (await server.services.db.$count(users, eq(users.id, one.user._id))) === 1
  await isDue(one, hardDeleteMarginSeconds - 5)
  await hardDeleteAccounts(server.services)
  expect([await isThere(), (await one.browser.withAccess('GET', '/getQs')).status]).toEqual([true, 200])

  await isDue(one)
  const { db } = server.services
  const transaction = db.transaction.bind(db)
  // Kept as soon as the first transaction of the end is over.
  db.transaction = (async (...asked: Parameters<typeof transaction>) => {
    const done = await transaction(...asked)
    await db.update(users).set({ deleteAt: null }).where(eq(users.id, one.user._id))
    return done
  }) as typeof db.transaction
  await hardDeleteAccounts(server.services).finally(() => {
    db.transaction = transaction
  })
  expect(await isThere()).toBe(true)
})

test('A5 accounts that cannot be ended keep none of those behind them', async () => {
  const stuck = await Promise.all(Array.from({ length: 25 }, () => Account.create(server)))
  const { db, clock } = server.services
  const deleteAt = new Date(clock().getTime() - 2 * hardDeleteMarginSeconds * 1000)
  const ids = stuck.map(({ userId }) => userId).sort()
  await db.update(users).set({ deleteAt }).where(inArray(users.id, ids))
  const [first, last] = [ids.slice(0, 20), ids.slice(20)]
  await execute(`create function stay() returns trigger language plpgsql as $$ begin raise 'stays'; end $$`)
  await execute(
    `create trigger stay before delete on users for each row when (old.id in (${first.map((id) => `'${id}'`)})) execute function stay()`,
  )
  await expect(hardDeleteAccounts(server.services)).rejects.toThrow()
  const left = await db.select({ id: users.id }).from(users).where(inArray(users.id, ids))
  expect(left.map(({ id }) => id).sort()).toEqual(first)
  expect(last).toHaveLength(5)
  await execute('drop function stay cascade')
  await hardDeleteAccounts(server.services)
})

test('A5 an act on the account waits for nobody who only refers to it', async () => {
  const { userId } = await Account.create(server)
  const { db } = server.services
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = ${userId} for key share`)
    await db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '2s'`)
      expect(await lockUser(other, userId)).toMatchObject({ id: userId })
    })
  })
})
const ownerOf = async ({ user }: Sender) => (await server.services.db.select().from(owners).where(eq(owners.key, user._id)))[0]

test('A5 R56 an end that is stopped after each of its steps goes on with the next', async () => {
  const [one, broken] = [await sender('stopped'), await sender('broken')]
  await wish(one)
  await wish(broken)
  await isDue(one)
  await isDue(broken)
  const { db } = server.services
  const transaction = db.transaction.bind(db)
  // Every transaction from the n-th on fails, as when the server is killed there.
  for (let allowed = 0; ; allowed++) {
    let begun = 0
    db.transaction = ((...asked: Parameters<typeof transaction>) =>
      begun++ < allowed ? transaction(...asked) : Promise.reject(new Error('killed'))) as typeof db.transaction
    const isOver = await hardDeleteAccounts(server.services).then(
      () => true,
      () => false,
    )
    db.transaction = transaction
    if (isOver) break
    expect(allowed).toBeLessThan(40)
  }
  await waitFor(isAtRest)
  const left = await allKept(server)
  for (const each of [one, broken]) expect(left.placesOf(each.email)).toEqual([])
  expect(await execute(`select 1 from owners where used_bytes < 0 or reserved_bytes < 0`)).toEqual([])
})
