import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sendingState, sent, sentBytes, sentFiles, uploaded, viewOf } from '../../../test/support/account-sends.ts'
import { send } from '../../../test/support/dashboard.ts'
import { detailOf, kindsOf, timelineOf, viewBy } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { transfers, users } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('H1 the answer is the record that the specification names, empty where nothing is known', async () => {
  const { account, record } = await sent(server, { sendAs: 'link', emailTo: [] })
  const [file] = sentFiles
  expect(record).toMatchObject({
    senderId: account.userId,
    size: '2 KB',
    status: true,
    fileObjects: [{ fileName: file!.path.split('/').at(-1), size: sentBytes.length, itemPath: file!.path }],
    ...{ recordedVideos: null, voiceMemo: null, shareWith: null, parentAdminID: null, profilePic: null },
  })
})

test('Q8 Q14 a link: no recipients, its address in the answer and in the mail to the sender, open to whoever has it', async () => {
  const { account, slug, record } = await sent(server, { sendAs: 'link', emailTo: [] })
  expect(record).toMatchObject({ state: 'active', sendAs: 'link', emailTo: [], senderEmail: account.email, contacts: [] })
  expect(record.linkUrl).toBe(`${server.services.config.publicUrl}/w/${slug}`)
  const mail = await server.mailTo(account.email)
  expect(mail.subject).toBe('Your link to 1 file is ready')
  expect(mail.text).toContain(record.linkUrl)
  const { json } = await viewOf(server, slug)
  expect(json.state).toBe('open')
  const file = await get(`${server.url}/api/transfers/${slug}/files/${json.files[0].fileId}?dl=${json.dl}`)
  expect(file.bytes.equals(sentBytes)).toBe(true)
})

test('Q8 a link goes to nobody by mail, whatever was typed before it was chosen', async () => {
  const { account } = await sent(server, { sendAs: 'link', emailTo: [{ email: 'typed-before@example.com' }] })
  await server.mailTo(account.email)
  expect(await server.mailsTo('typed-before@example.com')).toHaveLength(0)
})

test('Q24 T6 recipients are written to in the language that was chosen, their contacts keep it, and the next mail goes by that', async () => {
  const account = await Account.create(server, { role: 'personal' })
  const to = ['wang@example.cn', 'raj@example.in']
  const subjects = async (more: object) => {
    const before = await Promise.all(to.map(async (email) => (await server.mailsTo(email)).length))
    const { slug } = await uploaded(account)
    await account.publish(slug, { emailTo: to.map((email) => ({ email })), language: 'en', ...more })
    return Promise.all(
      to.map(async (email, i) =>
        waitFor(async () => {
          const mails = await server.mailsTo(email)
          return mails.length > before[i]! && mails.at(-1)!.subject
        }),
      ),
    )
  }
  const isChinese = (subject: unknown) => /发送/.test(String(subject))
  expect((await subjects({})).map(isChinese)).toEqual([false, false])
  expect((await subjects({ mailLanguage: 'zh' })).map(isChinese)).toEqual([true, true])
  const { json } = await account.call('GET', '/api/contacts?search=raj')
  expect(json.contacts[0].language).toBe('zh')
  await account.call('PATCH', `/api/contacts/${json.contacts[0]._id}`, { language: null })
  expect((await subjects({})).map(isChinese)).toEqual([true, false])
})

test('I1 whoever has an account is written to in its language, unless the sender has chosen another', async () => {
  const [sender, reader] = [await Account.create(server), await Account.create(server)]
  await server.services.db.update(users).set({ language: 'zh' }).where(eq(users.id, reader.userId))
  for (const mailLanguage of [undefined, 'en']) {
    const { slug } = await uploaded(sender)
    await sender.publish(slug, { emailTo: [{ email: reader.email }], language: 'en', mailLanguage })
  }
  const mails = await waitFor(async () => {
    const all = await server.mailsTo(reader.email)
    return all.length === 2 && all
  })
  expect(mails.map(({ subject }) => /发送/.test(subject!))).toEqual([true, false])
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

test('T10 H4 R25 the author sees the state of the mails from anywhere; nobody else in the same browser does, signed in or not', async () => {
  const { account, record } = await sent(server, { emailTo: [{ email: 'state@example.com' }] })
  const ask = { _id: record._id }
  const elsewhere = new Browser(server)
  const headers = { authorization: `Bearer ${account.accessToken}` }
  expect((await elsewhere.call('POST', '/SendTransferEmail', ask, headers)).json.emailTo).toMatchObject([
    { email: 'state@example.com' },
  ])
  expect((await account.browser.call('POST', '/SendTransferEmail', ask)).json.error.code).toBe('notYours')
  const other = await Account.create(server, {}, account.browser)
  expect((await other.call('POST', '/SendTransferEmail', ask)).json.error.code).toBe('notYours')
  expect((await elsewhere.call('POST', '/SendTransferEmail', ask)).json.error.code).toBe('notYours')
})

test('R26 H4 an account sends neither another account’s upload nor another browser’s, and a visitor not an account’s', async () => {
  const mine = await Account.create(server)
  const other = await Account.create(server, {}, new Browser(server))
  const plan = await uploaded(mine)
  const stranger = new Browser(server)
  await stranger.takeTicket()
  const { json: foreign } = await stranger.create(sentFiles)
  const before = await sendingState(server)
  expect((await other.publish(plan.slug)).json.error.code).toBe('uploadNotFound')
  expect((await mine.publish(foreign.slug)).json.error.code).toBe('uploadNotFound')
  await mine.browser.verify('visitor@example.com')
  const guest = await mine.browser.publish(plan.slug, { senderEmail: 'visitor@example.com' })
  expect(guest.json.error.code).toBe('uploadNotFound')
  expect(await sendingState(server)).toEqual(before)
})

test('Q14 R05 what a visitor began, the account sends that has signed in since; nobody else there is answered about it', async () => {
  const browser = new Browser(server)
  await browser.takeTicket()
  const { json: plan } = await browser.create(sentFiles)
  const anonymous = browser.ticket
  const account = await Account.create(server, {}, browser)
  const reply = await account.publish(plan.slug, { emailTo: [{ email: 'since@example.com' }] })
  expect(reply.json).toMatchObject({ state: 'uploading', senderEmail: account.email })
  const other = await Account.create(server, {}, browser)
  expect((await other.publish(plan.slug)).json.error.code).toBe('uploadNotFound')
  browser.ticket = anonymous
  await browser.putAll(plan, sentFiles)
  const [, , slug, user] = linkIn(await server.mailTo('since@example.com')).split('/')
  expect((await viewOf(server, slug!, `?user=${user}`)).json.state).toBe('open')
  expect(await account.owner()).toMatchObject({ usedBytes: 2000, reservedBytes: 0 })
})

test('T2 T3 whom one sends to is told by name and company: as the call says, else as the contacts know them', async () => {
  const account = await Account.create(server, { role: 'pro' })
  const [li, anna, bo, zoe] = ['li', 'anna', 'bo', 'zoe'].map((name) => `${name}-${account.userId.slice(0, 8)}@example.com`)
  await account.call('POST', '/api/contacts', { email: li, name: 'Li Wei', company: 'Longyan' })
  await account.call('POST', '/api/contacts', { email: anna, name: 'Anna', company: 'Reed Boats' })
  await account.call('POST', '/api/contacts', { email: zoe, name: 'Zoe', company: '' })
  const slug = await send(account, sentFiles, {
    emailTo: [{ email: li }, { email: anna, name: 'Anna Berg' }, { email: bo, company: 'Harbour' }],
  })
  const named = async (of: string) =>
    (await detailOf(account, of)).recipients.map(({ email, name, company }) => [email, name, company])
  const expected = [
    [li, 'Li Wei', 'Longyan'],
    [anna, 'Anna Berg', 'Reed Boats'],
    [bo, null, 'Harbour'],
  ]
  expect(await named(slug)).toEqual(expected)
  await account.call('POST', `/api/transfers/${slug}/recipients`, { emailTo: [{ email: zoe }] })
  expect(await named(slug)).toEqual([...expected, [zoe, 'Zoe', null]])
  const user = linkIn(await server.mailTo(li!)).split('/')[3]!
  const { files, dl } = (await viewBy(server, slug, { user })).json
  await get(`${server.url}/api/transfers/${slug}/files/${files[0].fileId}?user=${user}&dl=${dl}`)
  await waitFor(async () => (await kindsOf(account, slug)).includes('downloaded'))
  const { name, company } = (await timelineOf(account, slug)).find(({ kind }) => kind === 'downloaded')!
  expect([name, company]).toEqual(['Li Wei', 'Longyan'])
  const receipt = (await account.call('GET', `/api/transfers/${slug}/receipt`)).json
  expect(receipt.people).toContainEqual(expect.objectContaining({ email: li, name: 'Li Wei', company: 'Longyan' }))
  const { json } = await account.call('POST', `/api/transfers/${slug}/forward`, {
    fileIds: [files[0].fileId],
    sendAs: 'email',
    emailTo: [{ email: li }],
  })
  expect(await named(json.slug)).toEqual([[li, 'Li Wei', 'Longyan']])
})

test('T2 T9 a corrected address has the name of who is known by it, else that of who was meant before', async () => {
  const account = await Account.create(server, { role: 'pro' })
  const [li, anna, typo] = ['li', 'anna', 'lii'].map((name) => `${name}-${account.userId.slice(0, 8)}@example.com`)
  await account.call('POST', '/api/contacts', { email: anna, name: 'Anna', company: '' })
  const slug = await send(account, sentFiles, { emailTo: [{ email: typo!, name: 'Li Wei', company: 'Longyan' }] })
  const person = async () => (await detailOf(account, slug)).recipients[0]!
  for (const [email, name, company] of [
    [li, 'Li Wei', 'Longyan'],
    [anna, 'Anna', 'Longyan'],
    [li, 'Anna', 'Longyan'],
  ] as const) {
    const { recipientId } = await person()
    expect((await account.call('PATCH', `/api/transfers/${slug}/recipients/${recipientId}`, { email })).status).toBe(200)
    expect(await person()).toMatchObject({ email, name, company })
  }
})
