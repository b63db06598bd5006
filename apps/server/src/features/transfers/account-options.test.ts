import { expirySeconds, plans } from '@sampan/contract/plans'
import { roleNames } from '@sampan/texts/registry/role-names'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sendingState, sent, sentBytes, sentFiles, uploaded, viewOf } from '../../../test/support/account-sends.ts'
import { begin } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { downloadEvents, downloadNotices, transfers } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

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
  const before = await sendingState(server)
  const reply = await account.publish(plan.slug, { sendAs: 'link', expirySeconds: seconds })
  expect(reply.status).toBe(status)
  if (status === 200) return expect(reply.json.expiryDate - reply.json.dateSent).toBe(seconds * 1000)
  expect(reply.json.error.code).toBe('expiryNotAllowed')
  expect(await sendingState(server)).toEqual(before)
})

test('D1 D10 a link that never expires says nothing of days, with scripts or without', async () => {
  const account = await Account.create(server, { role: 'pro' })
  const plan = await uploaded(account)
  await account.publish(plan.slug, { sendAs: 'link', expirySeconds: expirySeconds.never })
  expect((await viewOf(server, plan.slug)).json).toMatchObject({ state: 'open', expiresAt: null })
  const page = await (await fetch(`${server.url}/w/${plan.slug}`)).text()
  expect(page).toContain('@example.com')
  expect(page).not.toMatch(/Expires|36,5/)
})

test('Q11 D6 a password opens the transfer and nothing else does; after 10 wrong tries none does for a while', async () => {
  const { slug } = await sent(server, { sendAs: 'link', password: 'a sampan at dusk' })
  const [row] = await server.services.db.select().from(transfers).where(eq(transfers.slug, slug))
  expect(row!.passwordHash).toMatch(/^\$argon2id\$/)
  const closed = await viewOf(server, slug)
  expect([closed.status, closed.json.state, closed.json.files, closed.json.dl]).toEqual([401, 'password', [], null])
  const guest = new Browser(server)
  const unlock = (password: string) => guest.call('POST', `/api/transfers/${slug}/unlock`, { password })
  const open = await unlock('a sampan at dusk')
  expect(open.json.state).toBe('open')
  const path = `${server.url}/api/transfers/${slug}/files/${open.json.files[0].fileId}`
  expect((await get(path)).status).toBe(401)
  expect((await get(`${path}?dl=${open.json.dl}`)).bytes.equals(sentBytes)).toBe(true)
  for (let tries = 0; tries < 10; tries++) {
    const wrong = await unlock('A sampan at dusk')
    expect([wrong.status, wrong.json.error.code]).toEqual([401, 'passwordWrong'])
  }
  const late = await unlock('a sampan at dusk')
  expect([late.status, late.json.error.code]).toEqual([429, 'rateLimited'])
})

test('Q11 D6 a limited link gives so many downloads, then it is closed', async () => {
  const { slug } = await sent(server, { sendAs: 'link', downloadLimit: 2 })
  const download = async () => {
    const { json } = await viewOf(server, slug)
    return get(`${server.url}/api/transfers/${slug}/files/${json.files[0].fileId}?dl=${json.dl}`)
  }
  const counted = async () =>
    (await server.services.db.select().from(transfers).where(eq(transfers.slug, slug)))[0]!.downloadCount
  expect((await viewOf(server, slug)).json.downloadsLeft).toBe(2)
  expect((await download()).status).toBe(200)
  await waitFor(async () => (await counted()) === 1)
  expect((await viewOf(server, slug)).json.downloadsLeft).toBe(1)
  expect((await download()).status).toBe(200)
  await waitFor(async () => (await counted()) === 2)
  const over = await viewOf(server, slug)
  expect([over.status, over.json.state, over.json.downloadsLeft]).toEqual([403, 'limitReached', null])
})

test.each([
  [true, 'told when you download', 'is notified when you download'],
  [false, 'can see when files were downloaded', 'can see when files were downloaded'],
])('Q11 D5 with notices %s the page and the mail say what the sender learns', async (notifyOnDownload, inMail, onPage) => {
  const to = `notices-${notifyOnDownload}@example.com`
  await sent(server, { emailTo: [{ email: to }], notifyOnDownload, password: 'a sampan at dusk' })
  const mail = await server.mailTo(to)
  expect(mail.text).toContain(inMail)
  expect(mail.text).toContain('You need a password, which the sender gives you.')
  const [, , slug, user] = linkIn(mail).split('/')
  const closed = await viewOf(server, slug!, `?user=${user}`)
  expect([closed.json.state, closed.json.notifiesSender, closed.json.downloadsLeft]).toEqual(['password', false, null])
  const open = await new Browser(server).call('POST', `/api/transfers/${slug}/unlock?user=${user}`, {
    password: 'a sampan at dusk',
  })
  expect([open.json.notifiesSender, open.json.downloadsLeft]).toEqual([notifyOnDownload, null])
  expect(await (await fetch(`${server.url}/d/${slug}/${user}?dl=${open.json.dl}`)).text()).toContain(onPage)
})

test('Q11 D5 without notices a download is counted and nobody is written to', async () => {
  const { slug, record } = await sent(server, { sendAs: 'link', notifyOnDownload: false })
  const { json } = await viewOf(server, slug)
  await get(`${server.url}/api/transfers/${slug}/files/${json.files[0].fileId}?dl=${json.dl}`)
  const { db } = server.services
  await waitFor(async () => (await db.select().from(downloadEvents).where(eq(downloadEvents.transferId, record._id)))[0])
  expect(await db.select().from(downloadNotices).where(eq(downloadNotices.transferId, record._id))).toEqual([])
})

test.each(['free', 'personal', 'pro'] as const)('K1 Q6 %s mails as many people as its plan says, not one more', async (role) => {
  const account = await Account.create(server, { role })
  const people = Array.from({ length: plans[role].recipients + 1 }, (_, i) => ({ email: `${role}${i}@example.com` }))
  const plan = await begin(account, sentFiles)
  const over = await account.publish(plan.slug, { emailTo: people })
  expect(over.json.error.message).toBe(
    `That's too many people. You can transfer files up to ${plans[role].recipients} people on the ${roleNames.en[role]} plan.`,
  )
  expect((await account.publish(plan.slug, { emailTo: people.slice(1) })).json.emailTo).toHaveLength(plans[role].recipients)
})

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
  const before = await sendingState(server)
  const reply = await account.publish(plan.slug, more)
  expect([reply.status, reply.json.error.code]).toEqual([status, code])
  expect(await sendingState(server)).toEqual(before)
  expect((await account.publish(plan.slug, { senderId: account.userId, shareWith: [] })).status).toBe(200)
})

test.each([
  ['a password', { password: 'a sampan at dusk' }],
  ['a limit', { downloadLimit: 3 }],
])('Q11 a visitor who sets %s needs an account', async (_, more) => {
  const browser = new Browser(server)
  const reply = await browser.send(sentFiles, { senderEmail: 'visitor@example.com', ...more })
  expect([reply.status, reply.json.error.code]).toEqual([403, 'accountNeeded'])
})
