import { randomBytes } from 'node:crypto'
import { expirySeconds, plans } from '@sampan/contract/plans'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadEvents, downloadNotices, transfers, users } from '../../db/tables.ts'
import { Account } from '../../testing/account.ts'
import { get } from '../../testing/reader.ts'
import { Browser, linkIn } from '../../testing/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const bytes = randomBytes(2000)
const files = [{ path: 'a.bin', bytes }]
const newUpload = async (account: Account) => (await account.browser.create(files)).json
/** A whole upload of an account, ready to be sent. */
async function uploaded(account: Account) {
  const plan = await newUpload(account)
  await account.browser.putAll(plan, files)
  return plan
}
async function sent(more: Record<string, unknown>, owner = {}) {
  const account = await Account.create(server, owner)
  const plan = await uploaded(account)
  const reply = await account.publish(plan.slug, more)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return { account, slug: plan.slug as string, record: reply.json }
}
const view = async (slug: string, query = '') => {
  const reply = await fetch(`${server.url}/api/transfers/${slug}${query}`)
  return { status: reply.status, json: (await reply.json()) as any }
}
/** Everything that a refusal must leave as it was. */
async function state() {
  const { rows } = await server.services.db.execute(
    sql`select (select count(*) from transfers) as transfers, (select count(*) from recipients) as recipients, (select coalesce(sum(transfers), 0) from month_counts) as sent, (select sum(reserved_bytes) from owners) as reserved, (select count(published_at) from uploads) as published`,
  )
  return rows[0]
}

describe('sending', () => {
  test('Q8 Q14 a link: no recipients, its address in the answer and in the mail to the sender, open to whoever has it', async () => {
    const { account, slug, record } = await sent({ sendAs: 'link', emailTo: [] })
    expect(record).toMatchObject({ state: 'active', sendAs: 'link', emailTo: [], senderEmail: account.email, contacts: [] })
    expect(record.linkUrl).toBe(`${server.services.config.publicUrl}/w/${slug}`)
    const mail = await server.mailTo(account.email)
    expect(mail.subject).toBe('Your link to 1 file is ready')
    expect(mail.text).toContain(record.linkUrl)
    const { json } = await view(slug)
    expect(json.state).toBe('open')
    const file = await get(`${server.url}/api/transfers/${slug}/files/${json.files[0].fileId}?dl=${json.dl}`)
    expect(file.bytes.equals(bytes)).toBe(true)
  })

  test('Q8 a link goes to nobody by mail, whatever was typed before it was chosen', async () => {
    const { account } = await sent({ sendAs: 'link', emailTo: [{ email: 'typed-before@example.com' }] })
    await server.mailTo(account.email)
    expect(await server.mailsTo('typed-before@example.com')).toHaveLength(0)
  })

  test('Q7 H4 the account is the sender, needs no code, and is named by its own profile before what the call says', async () => {
    const account = await Account.create(server)
    const ask = { senderEmail: 'somebody@example.com', senderName: 'Typed', company: 'Typed & Co' }
    const names = async () => {
      const reply = await account.publish((await uploaded(account)).slug, { ...ask, emailTo: [{ email: 'named@example.com' }] })
      expect(reply.json.senderEmail).toBe(account.email)
      const [row] = await server.services.db.select().from(transfers).where(eq(transfers.id, reply.json._id))
      return [row!.senderEmail, row!.senderName, row!.company, row!.authorId, row!.ownerId]
    }
    expect(await names()).toEqual([account.email, 'Typed', 'Typed & Co', account.userId, account.ownerId])
    await server.services.db.update(users).set({ fullName: 'Li Wei', company: 'Harbour' }).where(eq(users.id, account.userId))
    expect((await names()).slice(0, 3)).toEqual([account.email, 'Li Wei', 'Harbour'])
    expect((await server.mailTo('named@example.com', 2)).replyTo?.[0]?.address).toBe(account.email)
    expect(await server.mailsTo('somebody@example.com')).toHaveLength(0)
  })

  test('R05 20 simultaneous sends with a password, and one much later, make one transfer, one mail, one use of the month', async () => {
    const account = await Account.create(server)
    const plan = await uploaded(account)
    const send = () => account.publish(plan.slug, { emailTo: [{ email: 'once@example.com' }], password: 'a sampan at dusk' })
    const replies = await Promise.all(Array.from({ length: 20 }, send))
    expect(new Set(replies.map(({ status, json }) => `${status} ${json._id}`))).toEqual(new Set([`200 ${replies[0]!.json._id}`]))
    await server.mailTo('once@example.com')
    await account.setOwner({ status: 'unpaid' })
    expect((await send()).json).toMatchObject({ _id: replies[0]!.json._id, state: 'active' })
    expect(await server.mailsTo('once@example.com')).toHaveLength(1)
    expect(await account.countedTransfers()).toBe(1)
    expect(await account.owner()).toMatchObject({ usedBytes: 2000, reservedBytes: 0 })
  })

  test('T10 H4 the author sees the state of the mails from anywhere, another account in the same browser does not', async () => {
    const { account, record } = await sent({ emailTo: [{ email: 'state@example.com' }] })
    const ask = { _id: record._id }
    const elsewhere = new Browser(server)
    const headers = { authorization: `Bearer ${account.accessToken}` }
    expect((await elsewhere.call('POST', '/SendTransferEmail', ask, headers)).json.emailTo).toMatchObject([
      { email: 'state@example.com' },
    ])
    expect((await account.browser.call('POST', '/SendTransferEmail', ask)).status).toBe(200)
    const other = await Account.create(server, {}, account.browser)
    expect((await other.call('POST', '/SendTransferEmail', ask)).json.error.code).toBe('notYours')
    expect((await elsewhere.call('POST', '/SendTransferEmail', ask)).json.error.code).toBe('notYours')
  })
})

describe('options', () => {
  const month = expirySeconds.month
  test.each([
    ['free', expirySeconds.week, 200],
    ['free', month, 403],
    ['free', 86_400, 403],
    ['no such role', month, 403],
    ['personal', month, 200],
    ['personal', 86_400, 200],
    ['pro', expirySeconds.never, 200],
    ['pro', expirySeconds.never + 1, 403],
  ])('Q11 K4 R17 %s may keep a link for %d seconds: %d', async (role, seconds, status) => {
    const account = await Account.create(server, { role })
    const plan = await uploaded(account)
    const before = await state()
    const reply = await account.publish(plan.slug, { sendAs: 'link', expirySeconds: seconds })
    expect(reply.status).toBe(status)
    if (status === 200) return expect(reply.json.expiryDate - reply.json.dateSent).toBe(seconds * 1000)
    expect(reply.json.error.code).toBe('expiryNotAllowed')
    expect(await state()).toEqual(before)
  })

  test('Q11 D6 a password opens the transfer and nothing else does; after 10 wrong tries none does for a while', async () => {
    const { slug } = await sent({ sendAs: 'link', password: 'a sampan at dusk' })
    const [row] = await server.services.db.select().from(transfers).where(eq(transfers.slug, slug))
    expect(row!.passwordHash).toMatch(/^\$argon2id\$/)
    const closed = await view(slug)
    expect([closed.status, closed.json.state, closed.json.files, closed.json.dl]).toEqual([401, 'password', [], null])
    const guest = new Browser(server)
    const unlock = (password: string) => guest.call('POST', `/api/transfers/${slug}/unlock`, { password })
    const open = await unlock('a sampan at dusk')
    expect(open.json.state).toBe('open')
    const path = `${server.url}/api/transfers/${slug}/files/${open.json.files[0].fileId}`
    expect((await get(path)).status).toBe(401)
    expect((await get(`${path}?dl=${open.json.dl}`)).bytes.equals(bytes)).toBe(true)
    for (let tries = 1; tries < 10; tries++) {
      const wrong = await unlock('A sampan at dusk')
      expect([wrong.status, wrong.json.error.code]).toEqual([401, 'passwordWrong'])
    }
    const late = await unlock('a sampan at dusk')
    expect([late.status, late.json.error.code]).toEqual([429, 'rateLimited'])
  })

  test('Q11 D6 a limited link gives so many downloads, then it is closed', async () => {
    const { slug } = await sent({ sendAs: 'link', downloadLimit: 2 })
    const download = async () => {
      const { json } = await view(slug)
      return get(`${server.url}/api/transfers/${slug}/files/${json.files[0].fileId}?dl=${json.dl}`)
    }
    const counted = async () =>
      (await server.services.db.select().from(transfers).where(eq(transfers.slug, slug)))[0]!.downloadCount
    expect((await download()).status).toBe(200)
    await waitFor(async () => (await counted()) === 1)
    expect((await download()).status).toBe(200)
    await waitFor(async () => (await counted()) === 2)
    const over = await view(slug)
    expect([over.status, over.json.state]).toEqual([403, 'limitReached'])
  })

  test('Q11 D5 without notices a download is counted and nobody is written to', async () => {
    const { slug, record } = await sent({ sendAs: 'link', notifyOnDownload: false })
    const { json } = await view(slug)
    await get(`${server.url}/api/transfers/${slug}/files/${json.files[0].fileId}?dl=${json.dl}`)
    const { db } = server.services
    await waitFor(async () => (await db.select().from(downloadEvents).where(eq(downloadEvents.transferId, record._id)))[0])
    expect(await db.select().from(downloadNotices).where(eq(downloadNotices.transferId, record._id))).toEqual([])
  })

  test.each(['free', 'personal', 'pro'] as const)(
    'K1 Q6 %s mails as many people as its plan says, not one more',
    async (role) => {
      const account = await Account.create(server, { role })
      const people = Array.from({ length: plans[role].recipients + 1 }, (_, i) => ({ email: `${role}${i}@example.com` }))
      const plan = await newUpload(account)
      const over = await account.publish(plan.slug, { emailTo: people })
      expect(over.json.error.message).toBe(
        `That's too many people. You can transfer files up to ${plans[role].recipients} people on the ${role} plan.`,
      )
      expect((await account.publish(plan.slug, { emailTo: people.slice(1) })).json.emailTo).toHaveLength(plans[role].recipients)
    },
  )

  test.each([
    ['a common password', { password: 'iloveyou' }, 400, 'invalidInput'],
    ['a short password', { password: 'abcde' }, 400, 'invalidInput'],
    ['a limit of none', { downloadLimit: 0 }, 400, 'invalidInput'],
    ['nobody to mail', { emailTo: [] }, 400, 'invalidInput'],
    ['7 people', { emailTo: Array.from({ length: 7 }, (_, i) => ({ email: `r${i}@example.com` })) }, 403, 'tooManyRecipients'],
    ['the id of somebody else', { senderId: 'somebody' }, 404, 'notYours'],
    ['a team', { parentAdminID: 'somebody' }, 404, 'notYours'],
    ['somebody to share with', { shareWith: ['somebody'] }, 404, 'notYours'],
  ])('Q6 K5 H4 R26 an account that sends with %s is refused and nothing changes', async (_, more, status, code) => {
    const account = await Account.create(server)
    const plan = await uploaded(account)
    const before = await state()
    const reply = await account.publish(plan.slug, more)
    expect([reply.status, reply.json.error.code]).toEqual([status, code])
    expect(await state()).toEqual(before)
    expect((await account.publish(plan.slug, { senderId: account.userId, shareWith: [] })).status).toBe(200)
  })

  test.each([
    ['a password', { password: 'a sampan at dusk' }],
    ['a limit', { downloadLimit: 3 }],
  ])('Q11 a visitor who sets %s needs an account', async (_, more) => {
    const browser = new Browser(server)
    const reply = await browser.send(files, { senderEmail: 'visitor@example.com', ...more })
    expect([reply.status, reply.json.error.code]).toEqual([403, 'accountNeeded'])
  })
})

describe('limits', () => {
  test('K2 R15 Q16 of 50 sends that race for the last transfer of the month one goes out, the others are told why', async () => {
    const account = await Account.create(server)
    const plans50 = await Promise.all(Array.from({ length: 50 }, () => newUpload(account)))
    const now = new Date().toISOString().slice(0, 7)
    await server.services.db.execute(sql`insert into month_counts values (${account.ownerId}, ${now}, 9)`)
    const replies = await Promise.all(plans50.map(({ slug }) => account.publish(slug)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = replies.filter(({ json }) => json.error?.code === 'monthUsedUp')
    expect(refused).toHaveLength(49)
    expect(refused[0]!.json.error.message).toBe(
      'Your free plan comes with 10 transfers a month and resets on the 1st of next month, existing transfers remain downloadable',
    )
    expect(await account.countedTransfers()).toBe(10)
    await account.setOwner({ role: 'personal' })
    expect((await account.publish(plans50.find((_, i) => replies[i]!.status !== 200)!.slug)).status).toBe(200)
  })

  test('R15 Q16 of 50 uploads begun as a visitor one fits the account that sends them, and the month counts it alone', async () => {
    const browser = new Browser(server)
    await browser.takeTicket()
    const begun = await Promise.all(Array.from({ length: 50 }, () => browser.create(files)))
    const account = await Account.create(server, { usedBytes: plans.pro.storageBytes - 2000, role: 'pro' }, browser)
    const replies = await Promise.all(begun.map(({ json }) => account.publish(json.slug)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ json }) => json.error?.message === 'Your storage is now full')).toHaveLength(49)
    expect(await account.countedTransfers()).toBe(1)
    expect(await account.owner()).toMatchObject({ reservedBytes: 2000 })
  })

  test.each([
    ['revoke', 'accountSuspended'],
    ['past_due', 'planUnpaid'],
    ['unpaid', 'planUnpaid'],
    ['trialing', undefined],
  ] as const)('Q16 A8 R17 an upload that is whole, and the account %s: %s', async (status, code) => {
    const account = await Account.create(server)
    const plan = await uploaded(account)
    await account.setOwner({ status })
    const before = await state()
    const reply = await account.publish(plan.slug)
    expect(reply.json.error?.code).toBe(code)
    if (code) expect(await state()).toEqual(before)
  })
})

describe('whose upload', () => {
  test('R26 H4 an account sends neither another account’s upload nor another browser’s, and a visitor not an account’s', async () => {
    const mine = await Account.create(server)
    const other = await Account.create(server, {}, new Browser(server))
    const plan = await uploaded(mine)
    const stranger = new Browser(server)
    await stranger.takeTicket()
    const { json: foreign } = await stranger.create(files)
    const before = await state()
    expect((await other.publish(plan.slug)).json.error.code).toBe('uploadNotFound')
    expect((await mine.publish(foreign.slug)).json.error.code).toBe('uploadNotFound')
    await mine.browser.verify('visitor@example.com')
    const visitor = await mine.browser.publish(plan.slug, { senderEmail: 'visitor@example.com' })
    expect(visitor.json.error.code).toBe('uploadNotFound')
    expect(await state()).toEqual(before)
  })

  test('Q14 R05 what a visitor began, the account sends that has signed in since; nobody else there is answered about it', async () => {
    const browser = new Browser(server)
    await browser.takeTicket()
    const { json: plan } = await browser.create(files)
    const anonymous = browser.ticket
    const account = await Account.create(server, {}, browser)
    const reply = await account.publish(plan.slug, { emailTo: [{ email: 'since@example.com' }] })
    expect(reply.json).toMatchObject({ state: 'uploading', senderEmail: account.email })
    const other = await Account.create(server, {}, browser)
    expect((await other.publish(plan.slug)).json.error.code).toBe('uploadNotFound')
    browser.ticket = anonymous
    await browser.putAll(plan, files)
    const [, , slug, user] = linkIn(await server.mailTo('since@example.com')).split('/')
    expect((await view(slug!, `?user=${user}`)).json.state).toBe('open')
    expect(await account.owner()).toMatchObject({ usedBytes: 2000, reservedBytes: 0 })
  })
})
