import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { send } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600,signUpNetwork=100/60', GEO_CITY_FILES: '' })
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: randomBytes(3000) }]
let count = 0

type Managed = { browser: Browser; from: string; to: string[]; slug: string; user: string; path: string }

/** What a guest sent, and the manage link in the confirmation mail, as path. */
async function sent(people = 1): Promise<Managed> {
  const from = `manager${++count}@example.com`
  const to = Array.from({ length: people }, (_, i) => `to${i}-of-${from}`)
  const browser = new Browser(server)
  const { status, json } = await browser.send(files, { senderEmail: from, emailTo: to.map((email) => ({ email })) })
  if (status !== 200) throw new Error(JSON.stringify(json))
  const text = (await confirmationTo(from)).text ?? ''
  const path = /https?:\/\/[^/\s]+(\/manage\/[0-9A-Za-z]+\/[0-9A-Za-z]{22})\b/.exec(text)![1]!
  const [, , slug, user] = linkIn(await server.mailTo(to[0]!)).split('/') as [string, string, string, string]
  return { browser, from, to, slug, user, path }
}
const confirmationTo = (from: string) => server.mailTo(from, /^.*on their way/)

/** By a browser that knows nothing but the link. */
async function call(one: Managed, method = 'GET', more = '', body?: unknown): Promise<{ status: number; json: any }> {
  return new Browser(server).call(method, `/api${one.path}${more}`, body)
}
const view = async (one: Managed) => (await call(one)).json
const person = async (one: Managed, email: string) => (await view(one)).emailTo.find((each: any) => each.email === email)
const resend = (one: Managed, id: string) => call(one, 'POST', `/recipients/${id}/resend`)
const correct = (one: Managed, id: string, email: string) => call(one, 'PATCH', `/recipients/${id}`, { email })
const link = (one: Managed, user = one.user) => `${server.url}/api/transfers/${one.slug}?user=${user}`
const codeOf = ({ json }: { json: any }) => json.error?.code

test('Q22 the mail of a visitor carries a link that shows files, people, and who has downloaded when', async () => {
  const one = await sent(2)
  const before = await view(one)
  expect(before).toMatchObject({ slug: one.slug, status: 'active', senderEmail: one.from, fileName: 'a.bin', total_downloads: 0 })
  expect(before.files).toEqual([{ path: 'a.bin', size: 3000 }])
  expect(before.downloads).toEqual([])
  await waitFor(async () => (await view(one)).emailTo.every(({ state }: any) => state === 'sent'))
  expect(before.emailTo.map(({ email, openedAt, downloadedAt }: any) => [email, openedAt, downloadedAt])).toEqual(
    one.to.map((email) => [email, null, null]),
  )
  const page = (await (await fetch(link(one))).json()) as any
  await get(`${server.url}/api/transfers/${one.slug}/files/${page.files[0].fileId}?user=${one.user}&dl=${page.dl}`)
  const after = await waitFor(async () => {
    const now = await view(one)
    return now.total_downloads === 1 && now
  })
  expect(after.downloads).toEqual([
    expect.objectContaining({ receiverEmail: one.to[0], fileNumber: 1, fileName: 'a.bin', city_name: '' }),
  ])
  expect(await person(one, one.to[0]!)).toMatchObject({ openedAt: expect.any(Number), downloadedAt: expect.any(Number) })
  // The personal link as the mail has it, to be passed on by another way.
  expect((await person(one, one.to[0]!)).linkUrl).toBe(`${server.services.config.publicUrl}/d/${one.slug}/${one.user}`)
})

test('Q22 R35 R47 the page tells it without scripts, is kept and indexed nowhere, and names itself to nobody; looking changes nothing', async () => {
  const one = await sent()
  const open = (path: string) => fetch(server.url + path, { headers: { accept: 'text/html', 'accept-language': 'zh' } })
  const page = await open(one.path)
  const body = await page.text()
  expect([page.status, body.includes(one.to[0]!), body.includes('您的传输'), body.includes('a.bin')]).toEqual([
    200,
    true,
    true,
    true,
  ])
  // What works without scripts too: the personal link, to be copied. Nothing to press that would do nothing.
  expect(body).toContain(`<code>${server.services.config.publicUrl}/d/${one.slug}/${one.user}</code>`)
  expect(/<main[\s\S]*?<\/main>/.exec(body)![0]).not.toMatch(/<(?:button|form|input)/)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store, private',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect((await view(one)).status).toBe('active')
  const unknown = await (await open('/d/zzzzzzz')).text()
  for (const wrong of [
    `/manage/${one.slug}/${'0'.repeat(22)}`,
    `/manage/zzzzzzz/${one.path.split('/')[3]}`,
    '/manage/%22%3E/x',
  ]) {
    const reply = await open(wrong)
    const title = /<h1>(.*?)<\/h1>/.exec(await reply.text())?.[1]
    expect([reply.status, title]).toEqual([404, /<h1>(.*?)<\/h1>/.exec(unknown)?.[1]])
  }
})

test('Q22 R26 a wrong token, that of another transfer and a recipient’s own open nothing and change nothing', async () => {
  const [one, other] = [await sent(), await sent()]
  const { recipientId } = (await view(one)).emailTo[0]
  const stranger = (await view(other)).emailTo[0].recipientId
  const wrong = [other.path.split('/')[3]!, one.user, 'x', 'a%22b'].map((token) => ({
    ...one,
    path: `/manage/${one.slug}/${token}`,
  }))
  for (const each of wrong)
    for (const reply of [
      await call(each),
      await resend(each, recipientId),
      await correct(each, recipientId, 'mallory@example.com'),
      await call(each, 'POST', '/delete'),
      await call(each, 'POST', '/restore'),
    ])
      expect([reply.status, codeOf(reply)]).toEqual([404, 'transferUnknown'])
  // The right token reaches no recipient of another transfer.
  expect(codeOf(await resend(one, stranger))).toBe('notYours')
  expect(codeOf(await correct(one, stranger, 'mallory@example.com'))).toBe('notYours')
  expect((await view(one)).status).toBe('active')
  expect(await server.mailsTo('mallory@example.com')).toEqual([])
})

test('Q22 D6 guessing is limited like that of links', async () => {
  const own = await startTestServer({ RATE_LIMITS: 'linkMiss=3/600' })
  try {
    const guess = async () => (await fetch(`${own.url}/api/manage/zzzzzzz/${'0'.repeat(22)}`)).status
    expect([await guess(), await guess(), await guess(), await guess()]).toEqual([404, 404, 404, 429])
    expect((await fetch(`${own.url}/manage/zzzzzzz/x`, { headers: { accept: 'text/html' } })).status).toBe(429)
  } finally {
    await own.close()
  }
})

test('Q22 mailing again sends one more mail with the same link, a message of its own, and only so often', async () => {
  const one = await sent()
  const { recipientId, email } = await waitFor(async () => {
    const found = await person(one, one.to[0]!)
    return found.state === 'sent' && found
  })
  expect((await resend(one, recipientId)).status).toBe(200)
  const again = await server.mailTo(email, 2)
  const [first] = await server.mailsTo(email)
  expect(linkIn(again)).toBe(linkIn(first!))
  expect(again.messageId).not.toBe(first!.messageId)
  for (const nth of [3, 4]) {
    await waitFor(async () => (await person(one, email)).state === 'sent')
    expect((await resend(one, recipientId)).status).toBe(200)
    await server.mailTo(email, nth)
  }
  await waitFor(async () => (await person(one, email)).state === 'sent')
  const refused = await resend(one, recipientId)
  expect([refused.status, codeOf(refused)]).toEqual([429, 'rateLimited'])
  expect((await person(one, email)).state).toBe('sent')
})

test('Q22 of many who press at once one mail leaves', async () => {
  const one = await sent()
  const { recipientId, email } = await waitFor(async () => {
    const found = await person(one, one.to[0]!)
    return found.state === 'sent' && found
  })
  const replies = await Promise.all(Array.from({ length: 10 }, () => resend(one, recipientId)))
  expect(replies.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
  await waitFor(async () => (await person(one, email)).state === 'sent')
  // Presses after the mail had left count as another one, up to three an hour.
  expect((await server.mailsTo(email)).length).toBeLessThanOrEqual(4)
})

test('Q22 a corrected address gets a mail with its own link; the old link, its page and what it handed out are dead', async () => {
  const one = await sent(2)
  const [wrong, right] = [one.to[0]!, `right-of-${one.from}`]
  const page = (await (await fetch(link(one))).json()) as any
  const file = (query: string) => `${server.url}/api/transfers/${one.slug}/files/${page.files[0].fileId}?${query}`
  const { recipientId } = await person(one, wrong)
  expect(codeOf(await correct(one, recipientId, one.to[1]!))).toBe('recipientTwice')
  expect(codeOf(await correct(one, recipientId, 'not an address'))).toBe('invalidInput')
  const corrected = await correct(one, recipientId, ` ${right.toUpperCase()} `)
  expect(corrected.json.emailTo.map(({ email }: any) => email)).toEqual([one.to[1], right])
  // The answer was lost: asked again, nothing happens.
  expect((await correct(one, recipientId, right)).status).toBe(200)
  const newLink = linkIn(await server.mailTo(right))
  expect((await fetch(server.url + newLink)).status).toBe(200)
  const statuses = await Promise.all(
    [
      link(one),
      `${server.url}/d/${one.slug}/${one.user}`,
      file(`user=${one.user}`),
      file(`dl=${page.dl}`),
      file(`user=${one.user}&dl=${page.dl}`),
    ].map(async (url) => (await fetch(url)).status),
  )
  expect(statuses).toEqual([404, 404, 404, 404, 404])
  expect((await server.mailsTo(right)).length).toBe(1)
  expect((await person(one, one.to[1]!)).downloadedAt).toBe(null)
})

test('Q22 an address that has the files stays in the record, and a transfer’s mails are limited', async () => {
  const one = await sent()
  const page = (await (await fetch(link(one))).json()) as any
  await get(`${server.url}/api/transfers/${one.slug}/files/${page.files[0].fileId}?user=${one.user}&dl=${page.dl}`)
  const { recipientId } = await waitFor(async () => {
    const found = await person(one, one.to[0]!)
    return found.downloadedAt !== null && found
  })
  expect(codeOf(await correct(one, recipientId, 'else@example.com'))).toBe('recipientHasFiles')
  const other = await sent()
  let last = { status: 0, json: {} as any }
  for (let i = 0; i <= 12; i++) last = await correct(other, (await view(other)).emailTo[0].recipientId, `try${i}@example.com`)
  expect([last.status, codeOf(last)]).toEqual([429, 'rateLimited'])
  expect(await server.mailsTo('try12@example.com')).toEqual([])
})

test('Q22 deleting stops every link at once and can be taken back for a moment; afterwards the manage link is dead too', async () => {
  const one = await sent()
  const deleted = await call(one, 'POST', '/delete')
  expect(deleted.json).toEqual({ ok: true, restorableUntil: expect.any(Number) })
  expect((await fetch(link(one))).status).toBe(410)
  expect(await view(one)).toMatchObject({ status: 'deleted', restorableUntil: deleted.json.restorableUntil })
  expect((await person(one, one.to[0]!)).linkUrl).toBe(null)
  expect(codeOf(await resend(one, (await view(one)).emailTo[0].recipientId))).toBe('transferUnknown')
  expect((await call(one, 'POST', '/restore')).json).toEqual({ ok: true })
  expect((await fetch(link(one))).status).toBe(200)
  await call(one, 'POST', '/delete')
  server.moveClock(20)
  expect((await call(one)).status).toBe(404)
  expect(codeOf(await call(one, 'POST', '/restore'))).toBe('transferUnknown')
})

test('Q22 A7 once an account has signed up with the address the transfer is its own, and the mail’s link says only that', async () => {
  const one = await sent()
  await new Browser(server).signUp(one.from)
  const saved = await view(one)
  expect(saved).toMatchObject({ status: 'inAccount', senderEmail: one.from, emailTo: [], files: [], message: '' })
  expect(codeOf(await call(one, 'POST', '/delete'))).toBe('transferUnknown')
  expect((await fetch(link(one))).status).toBe(200)
})

test('Q22 an account’s own mails carry no such link: its transfers are in the dashboard', async () => {
  const account = await Account.create(server)
  await send(account, files)
  expect((await confirmationTo(account.email)).text).not.toContain('/manage/')
})

test('Q22 A8 a suspended sender reads and deletes, and mails nobody', async () => {
  const one = await sent()
  const { recipientId } = await waitFor(async () => {
    const found = await person(one, one.to[0]!)
    return found.state === 'sent' && found
  })
  await server.services.db.execute(sql`update owners set status = 'revoke' where key = ${one.from}`)
  expect([codeOf(await resend(one, recipientId)), codeOf(await correct(one, recipientId, 'x@example.com'))]).toEqual([
    'accountSuspended',
    'accountSuspended',
  ])
  expect((await view(one)).status).toBe('disabled')
  expect((await call(one, 'POST', '/delete')).status).toBe(200)
})

test('Q22 R46 no token of a manage link is in the log', async () => {
  const one = await sent()
  await fetch(server.url + one.path, { headers: { accept: 'text/html' } })
  await call(one)
  expect(server.logs.join('\n')).not.toContain(one.path.split('/')[3])
})
