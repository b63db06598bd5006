/** More time for an expired link: asked for by a recipient, given by one press of its sender (X2, X3). */
import { randomBytes } from 'node:crypto'
import { extensionSeconds, graceSeconds } from '@sampan/contract/limits'
import { expirySeconds } from '@sampan/contract/plans'
import { formatDateTime } from '@sampan/texts/format'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sent } from '../../../test/support/account-sends.ts'
import { type ReaderOf, sentBy } from '../../../test/support/dashboard.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import { linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { transferEvents, transfers } from '../../db/tables.ts'
import { purgeTransfers } from '../transfers/purge-transfers.ts'
import { askTime, expireAgo, mailOf, post, press, rowOf, tokensOf } from './test-expired.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'codeNetwork=1000/60,linkMiss=1000/60' })
})
afterAll(() => server?.close())

const files = [{ path: 'minutes.pdf', bytes: randomBytes(3000) }]
const near = (ms: number) => (found: number) => Math.abs(found - ms) < 60_000
/** What would be refused is not offered. */
async function expectNoForm({ slug, user }: ReaderOf): Promise<void> {
  const view = await get(`${server.url}/api/transfers/${slug}?user=${user}`)
  expect(JSON.parse(view.bytes.toString())).toMatchObject({ state: 'expired', mayAsk: false })
  const page = (await get(`${server.url}/d/${slug}/${user}`)).bytes.toString()
  expect(page).not.toContain('timeRequests')
  expect(page).toContain('Ask the sender to send them again')
}
const codeOf = ({ status, json }: { status: number; json: any }) => [status, json.error?.code]

test('X2 X3 a recipient asks, the sender is mailed a link, only its press extends, and the receiver is told', async () => {
  const reader = await sentBy(server, files)
  await expireAgo(server, reader.slug, 3600)
  const page = await get(`${server.url}/d/${reader.slug}/${reader.user}`)
  expect(page.status).toBe(410)
  const seen = await get(`${server.url}/api/transfers/${reader.slug}?user=${reader.user}`)
  expect(JSON.parse(seen.bytes.toString()).mayAsk).toBe(true)
  expect(page.bytes.toString()).toContain(`value="${reader.to}" readonly`)
  const note = 'I was away. <b>Please</b> see https://evil.example'
  expect(await askTime(server, reader, { note, email: 'mallory@example.com' })).toMatchObject({ json: { email: reader.to } })
  // Once more, as a second press of the button does: one request, one mail.
  expect((await askTime(server, reader, { note })).status).toBe(200)
  const subject = `${reader.to} asks for more time`
  const mail = await mailOf(server, reader.sender.email, subject)
  expect(mail.replyTo).toEqual([expect.objectContaining({ address: reader.to })])
  expect(mail.html).not.toContain('<b>Please')
  // Mail programs make links of addresses, and who typed this one is a stranger (R41).
  for (const body of [mail.html!.split('<body')[1], mail.text]) expect(body).not.toContain(reader.to)
  const token = /\/extension\/([0-9A-Za-z]{22})/.exec(mail.text!)![1]!

  // As a mail scanner does: every address in the mail, by GET and HEAD.
  const before = await rowOf(server, reader.slug)
  for (const method of ['GET', 'HEAD']) expect((await get(`${server.url}/extension/${token}`, {}, method)).status).toBe(200)
  const view = await get(`${server.url}/api/extensions/${token}`)
  expect(JSON.parse(view.bytes.toString())).toMatchObject({ state: 'asked', receiverEmail: reader.to, note, fileCount: 1 })
  expect((await get(`${server.url}/checkExtension?token=${token}`)).status).toBe(404)
  expect(await rowOf(server, reader.slug)).toEqual(before)

  const done = await press(server, token)
  expect(done.json).toEqual({ expiryDate: expect.any(Number), receiverEmail: reader.to })
  expect(done.json.expiryDate).toSatisfy(near(server.services.clock().getTime() + extensionSeconds * 1000))
  expect(await press(server, token), 'repeated').toMatchObject({ status: 200, json: done.json })
  const notice = await server.mailTo(reader.to, 2)
  expect(notice.subject).toBe(`${reader.sender.email} gave you more time`)
  expect(notice.text).toContain(`/d/${reader.slug}/${reader.user}`)
  const bytes = await get(`${server.url}/api/transfers/${reader.slug}/files/${reader.fileId}?user=${reader.user}`)
  expect(bytes.bytes.equals(files[0]!.bytes)).toBe(true)
  expect((await server.mailsTo(reader.sender.email)).filter((each) => each.subject === subject)).toHaveLength(1)
  const events = await server.services.db.select().from(transferEvents).where(eq(transferEvents.transferId, before.id))
  expect(events.filter(({ kind }) => /timeRequested|extended/.test(kind)).map(({ kind, actor }) => [kind, actor])).toEqual([
    ['timeRequested', 'recipient'],
    ['extended', 'sender'],
  ])
  const { rows } = await server.services.db.execute(
    sql`select kind, recipient_email from notifications where transfer_id = ${before.id} and kind in ('timeRequested', 'extended') order by at`,
  )
  expect(rows).toEqual([
    { kind: 'timeRequested', recipient_email: reader.to },
    { kind: 'extended', recipient_email: reader.to },
  ])
})

test('X2 X3 without scripts: the forms of the expired page and of the extension do the same', async () => {
  const { slug, user, from, to } = await sendTo(server, files)
  await expireAgo(server, slug, 60)
  const form = (path: string, fields: Record<string, string>) =>
    fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const asked = await form(`/api/transfers/${slug}/timeRequests?user=${user}`, { email: to, note: '' })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `/d/${slug}/${user}?told=asked`])
  expect((await get(server.url + asked.headers.get('location'))).bytes.toString()).toContain('is on its way to the sender')
  const bad = await form(`/api/transfers/${slug}/timeRequests?user=${user}`, { email: to, note: 'x'.repeat(281) })
  expect(bad.headers.get('location')).toBe(`/d/${slug}/${user}?told=askedWrong`)
  const token = /\/extension\/([0-9A-Za-z]{22})/.exec((await server.mailTo(from, 3)).text!)![1]!
  const page = (await get(`${server.url}/extension/${token}`)).bytes.toString()
  expect(page).toContain(`action="/checkExtension"`)
  const pressed = await form('/checkExtension', { token })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `/extension/${token}`])
  const done = (await get(`${server.url}/extension/${token}`)).bytes.toString()
  for (const words of ['Link Extended for 48 hours', 'New expiry date', `The receiver, ${to}, is notified`, '/signup/login'])
    expect(done).toContain(words)
  const dead = await get(`${server.url}/extension/${'x'.repeat(22)}`)
  expect(dead.status).toBe(410)
  for (const words of ['Link expired', 'Nothing to see here']) expect(dead.bytes.toString()).toContain(words)
})

test('X2 somebody with the bare link gives an address; three a day for each link and address, twelve for a link', async () => {
  const { slug } = await sent(server, { sendAs: 'link', emailTo: undefined })
  expect(codeOf(await askTime(server, { slug }, { email: 'li@example.cn' }))).toEqual([409, 'linkStillOpen'])
  await expireAgo(server, slug, 60)
  expect(await askTime(server, { slug })).toMatchObject({ status: 400, json: { error: { fields: { email: 'required' } } } })
  expect(await askTime(server, { slug }, { email: 'li' })).toMatchObject({
    status: 400,
    json: { error: { fields: { email: 'invalidEmail' } } },
  })
  const statuses = []
  for (const note of ['1', '2', '3', '4'])
    statuses.push((await askTime(server, { slug }, { email: 'li@example.cn', note })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  // Nor by another address from the same network, however many ask at once.
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, at) => askTime(server, { slug }, { email: `li${at}@example.cn` })),
  )
  expect(others.map(({ status }) => status)).toEqual(Array(10).fill(429))
  const tokens = await tokensOf(server, slug)
  expect(tokens).toHaveLength(3)
  const [one, two] = await Promise.all(tokens.slice(0, 2).map((token) => press(server, token)))
  expect([one!.status, two!.status]).toEqual([200, 200])
  expect((await server.mailTo('li@example.cn')).text).toContain(`/w/${slug}`)
  expect((await rowOf(server, slug)).expiresAt.getTime()).toSatisfy(
    near(server.services.clock().getTime() + extensionSeconds * 1000),
  )
})

test('X3 whoever asked is told of more time, once, also where it was given to another or set on the page', async () => {
  const reader = await sentBy(server, files)
  const { slug, sender, to } = reader
  const [other] = (
    await sender.call('POST', `/api/transfers/${slug}/recipients`, { emailTo: [{ email: `b-${to}` }] })
  ).json.recipients.filter(({ email }: { email: string }) => email !== to)
  const user = linkIn(await server.mailTo(other.email)).split('/')[3]!
  await expireAgo(server, slug, 60)
  await askTime(server, reader, { note: 'first' })
  await askTime(server, { slug, user }, { note: 'me too' })
  const tokens = await tokensOf(server, slug)
  const done = await press(server, tokens[0]!)
  const given = `${sender.email} gave you more time`
  const mailsTo = async (address: string) => (await server.mailsTo(address)).filter(({ subject }) => subject === given)
  for (const address of [to, other.email]) await waitFor(async () => (await mailsTo(address)).length === 1)
  const later = await press(server, tokens[1]!)
  expect(later.json).toEqual({ expiryDate: done.json.expiryDate, receiverEmail: other.email })

  await expireAgo(server, slug, 60)
  expect((await askTime(server, reader, { note: 'again' })).status).toBe(200)
  await sender.call('PATCH', `/api/transfers/${slug}`, { isDisabled: true })
  expect((await sender.call('PATCH', `/api/transfers/${slug}`, { expirySeconds: expirySeconds.week })).status).toBe(200)
  await sender.call('PATCH', `/api/transfers/${slug}`, { isDisabled: false })
  await waitFor(async () => (await mailsTo(to)).length === 2)
  expect(await mailsTo(other.email)).toHaveLength(1)
})

test('X2 X3 T2 the transfer’s own page shows its sender who asks, and gives the same 48 hours; nobody else may', async () => {
  const reader = await sentBy(server, files)
  const { slug, sender, to } = reader
  const asked = async () => (await sender.call('GET', `/api/transfers/${slug}/detail`)).json.timeRequests
  const give = (by = sender) => by.call('POST', `/api/transfers/${slug}/extension`)
  await expireAgo(server, slug, 60)
  expect(codeOf(await give()), 'nobody asks').toEqual([410, 'extensionDead'])
  expect(await asked()).toEqual([])
  for (const note of ['first', 'please']) await askTime(server, reader, { note })
  const waiting = { email: to, askedAt: expect.any(Number), extendedAt: null }
  expect(await asked()).toEqual([
    { ...waiting, note: 'please' },
    { ...waiting, note: 'first' },
  ])
  expect(codeOf(await give(await Account.create(server)))).toEqual([404, 'notYours'])
  const done = await give()
  expect(done.json.expiryDate).toSatisfy(near(server.services.clock().getTime() + extensionSeconds * 1000))
  expect((await give()).json, 'given already').toEqual(done.json)
  expect((await asked()).map(({ extendedAt }: { extendedAt: number }) => typeof extendedAt)).toEqual(['number', 'number'])
  expect((await mailOf(server, to, `${sender.email} gave you more time`)).text).toContain(`/d/${slug}/${reader.user}`)
  // The press in the mail that still lies there says the same.
  expect((await press(server, (await tokensOf(server, slug))[0]!)).json.expiryDate).toBe(done.json.expiryDate)
  await expireAgo(server, slug, 60)
  expect(codeOf(await give()), 'over once more, and nobody asks').toEqual([410, 'extensionDead'])
  await askTime(server, reader, { note: 'again' })
  expect((await give()).json.expiryDate).toSatisfy(near(server.services.clock().getTime() + extensionSeconds * 1000))
  await sender.call('PATCH', `/api/transfers/${slug}`, { isDisabled: true })
  expect(await asked(), 'closed on purpose').toEqual([])
})

test('X2 X3 nothing is asked of what is closed, gone or used up, and no token outlives its transfer', async () => {
  const reader = await sentBy(server, files)
  const { slug } = reader
  await expireAgo(server, slug, 60)
  await askTime(server, reader)
  const [token = ''] = await tokensOf(server, slug)
  const set = (values: Partial<typeof transfers.$inferInsert>) =>
    server.services.db.update(transfers).set(values).where(eq(transfers.slug, slug))
  const both = async () => [codeOf(await askTime(server, reader, { note: 'again' })), codeOf(await press(server, token))]
  const before = await rowOf(server, slug)
  await set({ state: 'disabled' })
  expect(await both()).toEqual([
    [403, 'transferDisabled'],
    [410, 'extensionDead'],
  ])
  await set({ state: 'takenDown' })
  expect(await both()).toEqual([
    [451, 'transferTakenDown'],
    [410, 'extensionDead'],
  ])
  await set({ state: 'active', downloadLimit: 1, downloadCount: 1 })
  await expectNoForm(reader)
  expect((await both())[0]).toEqual([403, 'downloadLimitReached'])
  await set({ downloadLimit: null, downloadCount: 0, expiresAt: before.expiresAt, expiryToldAt: null })
})

test('X3 A8 a suspended sender extends nothing; nor does anybody once the grace is over, or the transfer is purged', async () => {
  const [suspended, late] = [await sentBy(server, files), await sentBy(server, files)]
  for (const { slug } of [suspended, late]) await expireAgo(server, slug, 60)
  for (const each of [suspended, late]) await askTime(server, each)
  await suspended.sender.setOwner({ status: 'revoke' })
  const [token = ''] = await tokensOf(server, suspended.slug)
  expect(codeOf(await press(server, token))).toEqual([403, 'accountSuspended'])
  const [lateToken = ''] = await tokensOf(server, late.slug)
  await expireAgo(server, late.slug, graceSeconds + 1)
  expect(codeOf(await askTime(server, late, { note: 'now' }))).toEqual([410, 'tooLateToExtend'])
  await expectNoForm(late)
  expect(codeOf(await press(server, lateToken))).toEqual([410, 'extensionDead'])
  await purgeTransfers(server.services)
  for (const reply of [await press(server, lateToken), await get(`${server.url}/extension/${lateToken}`)])
    expect(reply.status).toBe(410)
  expect(codeOf(await askTime(server, late, { note: 'now' }))).toEqual([410, 'transferDeleted'])
})

test('X1 the operator says for how long: with GRACE_DAYS=3 the mail, the page, the press and the purge go by three days', async () => {
  const few = await startTestServer({ GRACE_DAYS: '3' })
  const three = 3 * 86_400
  const [asked, late] = [await sentBy(few, files), await sentBy(few, files)]
  await expireAgo(few, late.slug, 60)
  await askTime(few, late)
  await expireAgo(few, asked.slug, three - 60)
  expect((await askTime(few, asked)).status).toBe(200)
  const mail = await mailOf(few, asked.sender.email, `${asked.to} asks for more time`)
  const { expiresAt } = await rowOf(few, asked.slug)
  const until = formatDateTime(new Date(expiresAt.getTime() + three * 1000), 'en', 'UTC')
  expect(mail.text!.replaceAll('\n', ' ')).toContain(`It works once, until ${until} UTC.`)
  await expireAgo(few, late.slug, three + 1)
  expect(codeOf(await askTime(few, late, { note: 'now' }))).toEqual([410, 'tooLateToExtend'])
  const view = await get(`${few.url}/api/transfers/${late.slug}?user=${late.user}`)
  expect(JSON.parse(view.bytes.toString())).toMatchObject({ state: 'expired', mayAsk: false })
  const [token = ''] = await tokensOf(few, late.slug)
  expect(codeOf(await press(few, token))).toEqual([410, 'extensionDead'])
  expect((await get(`${few.url}/api/extensions/${token}`)).status).toBe(410)
  await purgeTransfers(few.services)
  const states = [(await rowOf(few, asked.slug)).state, (await rowOf(few, late.slug))?.state ?? 'deleted']
  expect(states).toEqual(['active', 'deleted'])
  const [inTime = ''] = await tokensOf(few, asked.slug)
  expect((await press(few, inTime)).status).toBe(200)
  await few.close()
})

test('X1 X3 R08 extension against purge: either the link lives with all its bytes, or it is gone and nobody is told otherwise', async () => {
  const outcomes = new Set<number>()
  for (let round = 0; round < 12; round++) {
    const reader = await sentBy(server, files)
    await expireAgo(server, reader.slug, 60)
    await askTime(server, reader)
    const [token = ''] = await tokensOf(server, reader.slug)
    // The purge's clock is ahead by the grace, so that both are right in what they do.
    const ahead = { ...server.services, clock: () => new Date(server.services.clock().getTime() + graceSeconds * 1000) }
    const purged = purgeTransfers(ahead)
    const presses = Array.from({ length: 1 + (round % 3) }, () => press(server, token))
    const replies = await Promise.all(presses)
    await purged
    const { status } = replies[0]!
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => status))
    outcomes.add(status)
    const bytes = await get(`${server.url}/api/transfers/${reader.slug}/files/${reader.fileId}?user=${reader.user}`)
    if (status === 200) expect(bytes.bytes.equals(files[0]!.bytes)).toBe(true)
    else expect([status, bytes.status]).toEqual([410, 410])
  }
  expect([...outcomes].every((status) => status === 200 || status === 410)).toBe(true)
})

test('R22 R30 malformed tokens and bodies are refused like wrong ones', async () => {
  for (const token of ['', 'x', '../../etc', 'é'.repeat(50), '\u0000', 'a'.repeat(600)])
    expect(codeOf(await press(server, token)), JSON.stringify(token)).toEqual([410, 'extensionDead'])
  for (const body of [{}, { token: 1 }, { token: ['x'] }, { token: 'a'.repeat(601) }, []])
    expect((await post(server, '/checkExtension', body)).status).toBe(400)
  const account = await Account.create(server)
  expect((await account.call('GET', '/api/extensions/none')).status).toBe(410)
})
