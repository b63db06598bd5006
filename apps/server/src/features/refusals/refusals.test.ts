/** A recipient refuses further mail from a sender, or from all of this installation, by the link in a mail (R41, RFC 8058). */
import { randomBytes } from 'node:crypto'
import { pageText } from '@sampan/texts/pages'
import { sql } from 'drizzle-orm'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { recordOf, send } from '../../../test/support/dashboard.ts'
import { detailOf } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'codeNetwork=1000/60' })
})
afterAll(() => server?.close())

const files = [{ path: 'minutes.pdf', bytes: randomBytes(300) }]
let count = 0
const someone = () => `no-mail${++count}@example.com`
const newAccount = () => Account.create(server, { role: 'pro' })
const mailed = (account: Account, email: string) => send(account, files, { emailTo: [{ email }] })
const header = (mail: Email, name: string) => mail.headers.find(({ key }) => key === name)?.value
const tokenIn = (text: string) => /\/unsubscribe\/([\w-]{60,600})/.exec(text)![1]!
const firstMail = async (account: Account, to: string) => {
  await mailed(account, to)
  const mail = await server.mailTo(to)
  return { mail, token: tokenIn(mail.text!) }
}
const post = (token: string, body: string, type = 'application/x-www-form-urlencoded') =>
  fetch(`${server.url}/unsubscribe/${token}`, { method: 'POST', headers: { 'content-type': type }, body, redirect: 'manual' })
const viewOf = async (token: string) => JSON.parse((await get(`${server.url}/api/unsubscribe/${token}`)).bytes.toString())
const oneClick = 'List-Unsubscribe=One-Click'
/** How the mail of a transfer's one recipient stands, once it is no longer on its way. */
const stateOf = (account: Account, slug: string) =>
  waitFor(async () => {
    const [person] = (await detailOf(account, slug)).recipients
    return person!.state !== 'queued' && person!.state
  })

test('R41 a mail program refuses a sender by one post, the sender sees it, the link works, and others still reach the reader', async () => {
  const [account, to] = [await newAccount(), someone()]
  const { mail, token } = await firstMail(account, to)
  const link = /https?:\S+\/unsubscribe\/[\w-]+/.exec(mail.text!)![0]
  expect(header(mail, 'list-unsubscribe')).toBe(`<${link}>`)
  expect(header(mail, 'list-unsubscribe-post')).toBe(oneClick)
  const reply = await post(token, oneClick)
  expect([reply.status, reply.headers.get('location')]).toEqual([200, null])
  expect(await viewOf(token)).toEqual({ sender: account.email, refusesSender: true, refusesAll: false })

  const slug = await mailed(account, to)
  expect(await stateOf(account, slug)).toBe('refused')
  expect((await recordOf(account, slug)).people).toMatchObject({ refused: 1, bounced: 0, pending: 0 })
  expect(await server.mailsTo(to)).toHaveLength(1)
  // What the refused person has stays open.
  expect((await get(`${server.url}${linkIn(mail)}`)).status).toBe(200)
  const other = await newAccount()
  expect(await stateOf(other, await mailed(other, to))).toBe('sent')
  expect(await server.mailsTo(to)).toHaveLength(2)
})

test('R41 the post of a mail program counts in its other form too, twice as once, and for every name of the mailbox', async () => {
  const [account, to] = [await newAccount(), someone()]
  const { token } = await firstMail(account, to)
  const multipart = `--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`
  for (let i = 0; i < 2; i++) expect((await post(token, multipart, 'multipart/form-data; boundary=x')).status).toBe(200)
  expect(await stateOf(account, await mailed(account, to.replace('@', '+more@')))).toBe('refused')
})

test('R41 looking at the page, as mail scanners do, refuses nothing; its buttons do, and allow it again', async () => {
  const [account, to] = [await newAccount(), someone()]
  const { token } = await firstMail(account, to)
  for (const method of ['GET', 'HEAD']) expect((await get(`${server.url}/unsubscribe/${token}`, {}, method)).status).toBe(200)
  await get(`${server.url}/unsubscribe/${token}?List-Unsubscribe=One-Click`)
  expect(await viewOf(token)).toEqual({ sender: account.email, refusesSender: false, refusesAll: false })
  const page = async (language: string) =>
    (await get(`${server.url}/unsubscribe/${token}`, { 'accept-language': language })).bytes.toString()
  expect(await page('en')).toContain(pageText('en', 'refusalFromSender', { sender: account.email }))
  expect(await page('zh-CN')).toContain(pageText('zh', 'refusalFromAll'))

  const press = async (scope: string, refuse: string) => {
    const { status, headers } = await post(token, `scope=${scope}&refuse=${refuse}`)
    expect([status, headers.get('location')]).toEqual([303, `/unsubscribe/${token}`])
  }
  await press('sender', 'yes')
  expect(await page('en')).toContain(pageText('en', 'refusalAllow'))
  expect(await stateOf(account, await mailed(account, to))).toBe('refused')
  await press('sender', 'no')
  expect(await stateOf(account, await mailed(account, to))).toBe('sent')
  await press('all', 'yes')
  const other = await newAccount()
  expect(await stateOf(other, await mailed(other, to))).toBe('refused')
  // A code is asked for by its reader.
  await new Browser(server).verify(to)
  await press('all', 'no')
  expect(await stateOf(other, await mailed(other, to))).toBe('sent')
})

test('R41 a sender who is refused cannot come back under another address of the account', async () => {
  const [account, to] = [await newAccount(), someone()]
  const { token } = await firstMail(account, to)
  await post(token, oneClick)
  await server.services.db.execute(sql`update users set email = 'new-' || email where id = ${account.userId}`)
  expect(await stateOf(account, await mailed(account, to))).toBe('refused')
})

test('R41 R45 the link names nobody, survives its transfer, and cannot be made or changed by others; the address is kept as a hash', async () => {
  const [account, to] = [await newAccount(), someone()]
  const slug = await mailed(account, to)
  const token = tokenIn((await server.mailTo(to)).text!)
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/example|no-mail/)
  expect((await account.call('POST', '/deleteTransfer', { slug })).status).toBe(200)
  expect((await post(token, oneClick)).status).toBe(200)
  const { rows } = await server.services.db.execute(sql`select * from mail_refusals`)
  expect(JSON.stringify(rows)).not.toMatch(/example|no-mail/)
  const changed = `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`
  for (const wrong of [changed, 'x', 'x'.repeat(100), `${token}x`.slice(10)]) {
    expect((await get(`${server.url}/unsubscribe/${wrong}`)).status, wrong).toBe(404)
    expect((await post(wrong, oneClick)).status, wrong).toBe(404)
    expect(await viewOf(wrong)).toMatchObject({ error: { code: 'mailLinkInvalid' } })
  }
  expect((await server.services.db.execute(sql`select * from mail_refusals`)).rows).toHaveLength(rows.length)
})
