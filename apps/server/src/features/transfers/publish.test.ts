import { randomBytes } from 'node:crypto'
import { plans } from '@sampan/contract/plans'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendingState } from '../../../test/support/account-sends.ts'
import { sendTo } from '../../../test/support/reader.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: randomBytes(2000) }]
let names = 0
const address = () => `sender${++names}@example.com`

/** A browser with a verified address and an upload that is whole. */
async function uploaded(senderEmail = address(), known?: Browser) {
  const browser = known ?? new Browser(server)
  if (!known) await browser.verify(senderEmail)
  await browser.takeTicket()
  const { json: plan } = await browser.create(files)
  await browser.putAll(plan, files)
  return { browser, plan, senderEmail, publish: (more = {}) => browser.publish(plan.slug, { senderEmail, ...more }) }
}

test.each([
  ['without a sender', { senderEmail: undefined }, 400, 'invalidInput'],
  ['with a wrong recipient', { emailTo: [{ email: 'jo@' }] }, 400, 'invalidInput'],
  ['without recipients', { emailTo: [] }, 400, 'invalidInput'],
  ['with an unproved sender', { senderEmail: 'never@example.com' }, 403, 'addressNotVerified'],
  ['as a link', { sendAs: 'link' }, 403, 'linksReserved'],
  ['to 7 people', { emailTo: Array.from({ length: 7 }, (_, i) => ({ email: `r${i}@example.com` })) }, 403, 'tooManyRecipients'],
  ['for a month', { expirySeconds: 2_629_746 }, 403, 'expiryNotAllowed'],
  ['with a custom expiry', { expirySeconds: 604_799 }, 403, 'expiryNotAllowed'],
  ['with a title of 121 letters', { title: 'x'.repeat(121) }, 400, 'invalidInput'],
  ['with 281 letters', { message: 'é'.repeat(281) }, 400, 'invalidInput'],
  ['with 281 emoji', { message: '🚢'.repeat(281) }, 400, 'invalidInput'],
  ['in the name of an account', { senderId: 'someone' }, 404, 'notYours'],
  ['in the name of a team', { parentAdminID: 'someone' }, 404, 'notYours'],
])('Q6 Q8 K4 R29 H4 sending %s is refused and changes nothing', async (_, more, status, code) => {
  const { publish } = await uploaded()
  const before = await sendingState(server)
  const reply = await publish(more)
  expect([reply.status, reply.json.error.code]).toEqual([status, code])
  expect(await sendingState(server)).toEqual(before)
})

test.each([['é'.repeat(280)], ['汉'.repeat(280)], ['🚢'.repeat(280)]])(
  'R29 280 code points are accepted (%#)',
  async (message) => {
    const { publish } = await uploaded()
    expect((await publish({ message })).status).toBe(200)
  },
)

test('Q6 recipients are lowercased, trimmed, each mailed once, and told in the order in which they were given', async () => {
  const { publish, senderEmail } = await uploaded()
  const [zoe, twin] = ['zoe@example.com', 'twin@example.com']
  const reply = await publish({ emailTo: [zoe, ' Twin@Example.com ', twin].map((email) => ({ email })) })
  expect(reply.json.emailTo).toEqual([{ email: zoe }, { email: twin }])
  await server.mailTo(twin)
  expect((await server.mailTo(senderEmail, 2)).text).toMatch(/zoe@[\s\S]*twin@/)
})

test('R05 20 simultaneous completes make one transfer, one mail each, one use of the month', async () => {
  const { publish, senderEmail, browser } = await uploaded()
  const to = [{ email: 'once@example.com' }]
  const replies = await Promise.all(Array.from({ length: 20 }, () => publish({ emailTo: to })))
  expect(new Set(replies.map(({ json }) => json._id)).size).toBe(1)
  await server.mailTo('once@example.com')
  const states = await browser.call('POST', '/SendTransferEmail', { _id: replies[0]!.json._id })
  expect(states.json.emailTo).toMatchObject([{ email: 'once@example.com' }])
  await server.mailTo(senderEmail, 2)
  expect(await server.mailsTo('once@example.com')).toHaveLength(1)
  const { rows } = await server.services.db.execute(
    sql`select transfers from month_counts join owners on owners.id = owner_id where key = ${senderEmail}`,
  )
  expect(rows).toEqual([{ transfers: 1 }])
})

test('K2 R15 ten transfers a month by a proved address; of 12 racing for the last 10 slots none slips past', async () => {
  const senderEmail = address()
  const first = await uploaded(senderEmail)
  const more = Array.from({ length: plans.anon.transfersPerMonth! + 1 }, () => uploaded(senderEmail, first.browser))
  const sends = [first, ...(await Promise.all(more))]
  const replies = await Promise.all(sends.map(({ publish }) => publish()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(replies.filter(({ json }) => json.error?.code === 'monthUsedUp')).toHaveLength(2)
  const { browser } = first
  browser.headers['accept-language'] = 'zh-CN'
  const early = await browser.create(files, { sender: senderEmail })
  expect(early.json.error).toMatchObject({ code: 'monthUsedUp', message: expect.stringContaining('每月可传输 10 次') })
  await nextMonth(senderEmail)
  expect((await browser.create(files, { sender: senderEmail })).status).toBe(201)
})

/** What is counted in this month moves to the last one. */
const nextMonth = (email: string) =>
  server.services.db.execute(
    sql`update month_counts set month = '2000-01' from owners where owners.id = owner_id and key = ${email}`,
  )

test('U8 storage moves from the browser to the address and becomes usage when whole', async () => {
  const { publish, senderEmail } = await uploaded()
  await publish()
  const { rows } = await server.services.db.execute(
    sql`select used_bytes::int as used, reserved_bytes::int as reserved from owners where key = ${senderEmail}`,
  )
  expect(rows).toEqual([{ used: 2000, reserved: 0 }])
})

test('Q16 a full storage refuses to send', async () => {
  const { publish, senderEmail } = await uploaded()
  await server.services.db.execute(
    sql`insert into owners (kind, key, role, used_bytes) values ('address', ${senderEmail}, 'anon', ${plans.anon.storageBytes - 1999})`,
  )
  expect((await publish()).json.error.code).toBe('storageFull')
})

test('H4 another browser can neither publish an upload nor ask for the mails of a transfer', async () => {
  const mine = await uploaded()
  const other = await uploaded()
  expect((await other.browser.publish(mine.plan.slug, { senderEmail: other.senderEmail })).json.error.code).toBe('uploadNotFound')
  const sent = await mine.publish()
  expect((await other.browser.call('POST', '/SendTransferEmail', { _id: sent.json._id })).json.error.code).toBe('notYours')
})

test('R22 a form or script of another site changes nothing', async () => {
  const { browser, plan, senderEmail } = await uploaded()
  for (const site of ['cross-site', 'same-site']) {
    const reply = await browser.call(
      'POST',
      '/quicksend2',
      { slug: plan.slug, senderEmail, emailTo: [{ email: 'x@example.com' }] },
      { 'sec-fetch-site': site },
    )
    expect(reply.status).toBe(404)
  }
})

test('K5 D1 each recipient gets one mail with an own link of 7 and 22 characters', async () => {
  const { publish } = await uploaded()
  await publish({ emailTo: [{ email: 'one@example.cn' }, { email: 'two@example.cn' }], language: 'zh' })
  const links = await Promise.all(['one@example.cn', 'two@example.cn'].map(async (to) => linkIn(await server.mailTo(to))))
  expect(links[0]).toMatch(/^\/d\/[0-9A-Za-z]{7}\/[0-9A-Za-z]{22}$/)
  expect(links[0]).not.toBe(links[1])
})

test('O4 R46 logs tell the route and never an address, a slug, a token or a code', async () => {
  const { publish, plan, senderEmail } = await uploaded()
  await publish({ emailTo: [{ email: 'logged@example.com' }] })
  const mail = await server.mailTo('logged@example.com')
  const [, , , user] = linkIn(mail).split('/')
  await fetch(`${server.url}${linkIn(mail)}`)
  const text = server.logs.join('')
  expect(text).toContain('/quicksend2')
  for (const secret of [plan.slug, user!, senderEmail, 'logged@example.com']) expect(text).not.toContain(secret)
})

test('Q24 a title is given with Send: both mails, the page and what the search knows have it', async () => {
  const { slug, to, from, view } = await sendTo(server, files, { title: ' Final artwork ' })
  expect((await server.mailTo(to)).subject).toContain('Final artwork')
  expect((await server.mailTo(from, /Final artwork/)).text).toContain('Final artwork')
  expect(view.title).toBe('Final artwork')
  const { rows } = await server.services.db.execute(
    sql`select text from transfer_texts join transfers on transfers.id = transfer_id where slug = ${slug}`,
  )
  expect(rows[0]?.text).toContain('final artwork')
})
