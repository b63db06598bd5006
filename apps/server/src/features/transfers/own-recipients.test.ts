import { randomBytes, randomUUID } from 'node:crypto'
import { plans } from '@sampan/contract/plans'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { begin, type ReaderOf, recordOf, sentBy } from '../../../test/support/dashboard.ts'
import { detailOf, edit, kindsOf, timelineOf, viewBy } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { inTransaction } from '../../db/connect.ts'
import { recipients } from '../../db/tables.ts'
import { noteBounce } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600,transferMails=30/600' })
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

const files = [{ path: 'a.bin', bytes: randomBytes(3000) }]
const someone = () => `${randomUUID()}@example.com`
const sentBySomebody = async (role = 'pro') => {
  const one = await sentBy(server, files, { sender: await Account.create(server, { role }) })
  await waitFor(async () => (await personOf(one, one.to))?.state === 'sent')
  return one
}
const path = ({ slug }: ReaderOf, more = '') => `/api/transfers/${slug}/recipients${more}`
const add = (one: ReaderOf, emails: string[]) =>
  one.sender.call('POST', path(one), { emailTo: emails.map((email) => ({ email })) })
const personOf = async (one: ReaderOf, email: string) =>
  (await detailOf(one.sender, one.slug)).recipients.find((each) => each.email === email)
const idOf = async (one: ReaderOf, email = one.to) => (await personOf(one, email))!.recipientId
const correct = (one: ReaderOf, id: string, email: string) => one.sender.call('PATCH', path(one, `/${id}`), { email })
const remove = (one: ReaderOf, id: string) => one.sender.call('DELETE', path(one, `/${id}`))
const mail = (one: ReaderOf, id: string, kind: string, key?: string) =>
  one.sender.call('POST', path(one, `/${id}/mail`), { kind }, key ? { 'idempotency-key': key } : {})
const download = async ({ slug, user, fileId, dl }: ReaderOf) =>
  (await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`)).status
const isAtRest = async () =>
  (await server.services.db.execute(sql`select 1 from graphile_worker.jobs where run_at < now() + interval '1 second'`)).rows
    .length === 0

test('T9 who is added gets a mail with a link of their own, is found by a search, and the month counts nothing more', async () => {
  const one = await sentBySomebody()
  const counted = await one.sender.countedTransfers()
  const email = someone()
  const reply = await one.sender.call('POST', path(one), {
    emailTo: [{ email: ` ${email.toUpperCase()} `, name: 'Li Wei', company: 'Longyan' }, { email: one.to }],
  })
  expect(reply.status).toBe(200)
  expect(reply.json.recipients).toHaveLength(2)
  expect(await personOf(one, email)).toMatchObject({ name: 'Li Wei', company: 'Longyan' })
  const user = linkIn(await server.mailTo(email)).split('/')[3]!
  expect((await viewBy(server, one.slug, { user })).state).toBe('open')
  expect((await one.sender.call('GET', `/getQs?search=${email}`)).json.matchCount).toBe(1)
  expect(await one.sender.countedTransfers()).toBe(counted)
  await add(one, [email])
  await waitFor(isAtRest)
  expect(await server.mailsTo(email)).toHaveLength(1)
  expect(await server.mailsTo(one.to)).toHaveLength(1)
  const added = (await timelineOf(one.sender, one.slug)).filter(({ kind }) => kind === 'recipientAdded')
  expect(added.map((event) => [event.email, event.name, event.company])).toEqual([[email, 'Li Wei', 'Longyan']])
})

test('T9 R17 R26 the plan’s number of people holds, also when many calls add at once', async () => {
  const one = await sentBySomebody('free')
  const max = plans.free.recipients
  const replies = await Promise.all(Array.from({ length: 12 }, () => add(one, [someone()])))
  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused.map(({ json }) => json.error.code)).toEqual(refused.map(() => 'tooManyRecipients'))
  expect((await detailOf(one.sender, one.slug)).recipients).toHaveLength(max)
  expect((await add(one, [one.to])).status).toBe(200)
})

test('T9 R41 mails to a transfer’s people are limited, whatever they are asked for by', async () => {
  const one = await sentBySomebody()
  expect((await add(one, Array.from({ length: 25 }, someone))).status).toBe(200)
  const late = await add(one, Array.from({ length: 6 }, someone))
  expect([late.status, late.json.error.code]).toEqual([429, 'rateLimited'])
  expect((await add(one, Array.from({ length: 5 }, someone))).status).toBe(200)
  expect((await correct(one, await idOf(one), someone())).json.error.code).toBe('rateLimited')
})

test('T9 D6 a corrected address kills the old link and mails the new one; its download stays in the timeline', async () => {
  const one = await sentBySomebody()
  expect(await download(one)).toBe(200)
  await waitFor(async () => (await personOf(one, one.to))?.downloadedAt)
  const [before, email] = [await idOf(one), someone()]
  const reply = await correct(one, before, email)
  expect([reply.status, reply.json.recipients.map((each: any) => each.email)]).toEqual([200, [email]])
  expect([await download(one), (await viewBy(server, one.slug, { user: one.user })).status]).toEqual([404, 404])
  const user = linkIn(await server.mailTo(email)).split('/')[3]!
  expect((await viewBy(server, one.slug, { user })).state).toBe('open')
  const events = await timelineOf(one.sender, one.slug)
  expect(events.find(({ kind }) => kind === 'downloaded')!.email).toBe(one.to)
  expect(events.find(({ kind }) => kind === 'recipientCorrected')).toMatchObject({ email, detail: { before: one.to } })
  expect((await recordOf(one.sender, one.slug)).downloads[0].receiverEmail).toBe(one.to)
  expect((await correct(one, before, email)).status).toBe(200)
  await add(one, [one.to])
  expect((await correct(one, await idOf(one), email)).json.error.code).toBe('recipientTwice')
})

test('T9 D6 R27 whoever is taken out has no link at once, and no mail that had not left', async () => {
  const one = await sentBySomebody()
  const id = await idOf(one)
  expect(await download(one)).toBe(200)
  await waitFor(async () => (await personOf(one, one.to))?.downloadedAt)
  for (const _ of [1, 2]) expect((await remove(one, id)).status).toBe(200)
  expect([await download(one), (await viewBy(server, one.slug, { user: one.user })).status]).toEqual([404, 404])
  const kinds = await kindsOf(one.sender, one.slug)
  expect(kinds.filter((kind) => kind === 'recipientRemoved')).toHaveLength(1)
  expect((await timelineOf(one.sender, one.slug)).find(({ kind }) => kind === 'downloaded')!.email).toBe(one.to)
  expect((await one.sender.call('GET', `/getQs?search=${one.to}`)).json.matchCount).toBe(0)
  const email = someone()
  const send = vi.spyOn(server.services.mailer, 'send').mockRejectedValue(new Error('the line is down'))
  await add(one, [email])
  await waitFor(async () => (await personOf(one, email))?.state === 'deferred')
  send.mockRestore()
  await remove(one, await idOf(one, email))
  expect((await server.services.db.execute(sql`select 1 from graphile_worker.jobs where key = ${`mail:${id}`}`)).rows).toEqual([])
  await waitFor(isAtRest)
  expect(await server.mailsTo(email)).toEqual([])
})

test('T9 H4 a foreign or unknown recipient is unknown, with one’s own transfer too', async () => {
  const [one, other] = [await sentBySomebody(), await sentBySomebody()]
  for (const id of [await idOf(other), randomUUID()]) {
    for (const reply of [await correct(one, id, someone()), await remove(one, id), await mail(one, id, 'resend')])
      expect([reply.status, reply.json.error.code]).toEqual([404, 'notYours'])
  }
  expect((await viewBy(server, other.slug, { user: other.user })).state).toBe('open')
  expect((await remove(one, 'x')).json.error.code).toBe('invalidInput')
  expect((await add(one, [])).json.error.fields).toEqual({ emailTo: 'required' })
  expect((await add(one, ['nobody'])).json.error.code).toBe('invalidInput')
})

test('T10 a mail goes again under an id of its own, a few times an hour', async () => {
  const one = await sentBySomebody()
  const id = await idOf(one)
  for (const nth of [2, 3, 4]) {
    expect((await mail(one, id, 'resend')).status).toBe(200)
    await server.mailTo(one.to, nth)
    await waitFor(async () => (await personOf(one, one.to))?.state === 'sent')
  }
  expect((await mail(one, id, 'resend')).json.error.code).toBe('rateLimited')
  const ids = (await server.mailsTo(one.to)).map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(4)
  expect((await kindsOf(one.sender, one.slug)).filter((kind) => kind === 'mailedAgain')).toHaveLength(3)
})

test('T10 T9 H3 a reminder says that files wait, once a day, and only to those who have none; the same call once more does nothing', async () => {
  const one = await sentBySomebody()
  const id = await idOf(one)
  await edit(one.sender, one.slug, { title: 'Final artwork' })
  const reply = await mail(one, id, 'remind', 'first press')
  expect(reply.json.recipients[0].remindedAt).toEqual(expect.any(Number))
  const { subject, text } = await server.mailTo(one.to, 2)
  expect(subject).toMatch(/^Reminder: .* sent you “Final artwork”$/)
  expect(text).toContain('You have not downloaded it yet.')
  await waitFor(async () => (await personOf(one, one.to))?.state === 'sent')
  // Its answer was lost: the client asks again, and is told what the first call did.
  expect((await mail(one, id, 'remind', 'first press')).json.recipients?.[0].remindedAt).toBe(reply.json.recipients[0].remindedAt)
  expect((await mail(one, id, 'remind', 'second press')).json.error.code).toBe('rateLimited')
  await server.services.db.execute(sql`delete from rate_hits where rule = 'recipientReminder'`)
  await download(one)
  await waitFor(async () => (await personOf(one, one.to))?.downloadedAt)
  expect((await mail(one, id, 'remind')).status).toBe(200)
  await waitFor(isAtRest)
  expect((await server.mailsTo(one.to)).filter(({ subject: each }) => each?.startsWith('Reminder'))).toHaveLength(1)
  expect((await kindsOf(one.sender, one.slug)).filter((kind) => kind === 'reminded')).toHaveLength(1)
  expect((await mail(one, id, 'shout')).json.error.code).toBe('invalidInput')
})

test('T10 R40 a mail that is refused for now says why and is tried again; asked for anew it goes at once', async () => {
  const one = await sentBySomebody()
  const email = someone()
  const send = vi.spyOn(server.services.mailer, 'send').mockRejectedValue(new Error('451 4.7.1 Greylisted, try again later'))
  await add(one, [email])
  const person = await waitFor(async () => {
    const found = await personOf(one, email)
    return found?.state === 'deferred' && found
  })
  expect(person.reason).toBe('451 4.7.1 Greylisted, try again later')
  expect((await recordOf(one.sender, one.slug)).people).toMatchObject({ all: 2, pending: 1 })
  send.mockRestore()
  expect((await mail(one, person.recipientId, 'resend')).status).toBe(200)
  await server.mailTo(email)
  await waitFor(async () => (await personOf(one, email))?.state === 'sent')
  expect((await personOf(one, email))!.reason).toBeNull()
  const events = await timelineOf(one.sender, one.slug)
  expect(events.filter((event) => event.email === email).map(({ kind }) => kind)).toEqual([
    'mailed',
    'mailedAgain',
    'mailDeferred',
    'recipientAdded',
  ])
  await waitFor(isAtRest)
  expect(await server.mailsTo(email)).toHaveLength(1)
})

test('T10 R40 a mail that is refused for good is bounced with the reason, and goes when the address is mended', async () => {
  const one = await sentBySomebody()
  const [wrong, right] = [someone(), someone()]
  const { mailer } = server.services
  const send = mailer.send.bind(mailer)
  vi.spyOn(mailer, 'send').mockImplementation(async (mail) => {
    if (mail.to === wrong) throw new MailRefused('550 5.1.1 No such user')
    return send(mail)
  })
  await add(one, [wrong])
  const person = await waitFor(async () => {
    const found = await personOf(one, wrong)
    return found?.state === 'bounced' && found
  })
  expect(person.reason).toBe('550 5.1.1 No such user')
  expect((await recordOf(one.sender, one.slug)).people).toMatchObject({ all: 2, bounced: 1 })
  await correct(one, person.recipientId, right)
  await server.mailTo(right)
  const bounced = (await timelineOf(one.sender, one.slug)).find(({ kind }) => kind === 'mailBounced')
  expect(bounced).toMatchObject({ email: wrong, actor: 'system', detail: { reason: '550 5.1.1 No such user' } })
})

test('T10 what a delivery-status mail tells later is noted once, and not while a new mail is under way', async () => {
  const one = await sentBySomebody()
  const id = await idOf(one)
  const { db, clock } = server.services
  const note = () => inTransaction(db, (tx) => noteBounce(tx, id, '5.2.2 Mailbox full', clock()))
  expect(await Promise.all([note(), note(), note()]).then((all) => all.filter(Boolean))).toEqual([true])
  expect(await personOf(one, one.to)).toMatchObject({ state: 'bounced', reason: '5.2.2 Mailbox full' })
  expect((await kindsOf(one.sender, one.slug)).filter((kind) => kind === 'mailBounced')).toHaveLength(1)
  await db.update(recipients).set({ mailState: 'queued' }).where(eq(recipients.id, id))
  expect(await note()).toBe(false)
})

test('T9 R27 who is suspended, unpaid, closed or expired mails nobody', async () => {
  const one = await sentBySomebody()
  const id = await idOf(one)
  const codes = async () => {
    const replies = [await add(one, [someone()]), await correct(one, id, someone()), await mail(one, id, 'resend')]
    return replies.map(({ json }) => json.error?.code)
  }
  await edit(one.sender, one.slug, { isDisabled: true })
  expect(await codes()).toEqual(['transferDisabled', 'transferDisabled', 'transferDisabled'])
  await edit(one.sender, one.slug, { isDisabled: false })
  await one.sender.setOwner({ status: 'revoke' })
  expect(await codes()).toEqual(['accountSuspended', 'accountSuspended', 'accountSuspended'])
  expect((await remove(one, id)).json.error.code).toBe('accountSuspended')
  await one.sender.setOwner({ status: 'unpaid' })
  expect((await add(one, [someone()])).json.error.code).toBe('planUnpaid')
  await one.sender.setOwner({ status: 'active' })
  await server.services.db.execute(sql`update transfers set expires_at = now() - interval '1 hour' where slug = ${one.slug}`)
  expect(await codes()).toEqual(['transferExpired', 'transferExpired', 'transferExpired'])
  expect((await remove(one, id)).status).toBe(200)
})

test('T9 D8 people who are added while it uploads are mailed when it is whole', async () => {
  const sender = await Account.create(server, { role: 'pro' })
  const plan = await begin(sender, files)
  await sender.publish(plan.slug, { emailTo: [{ email: someone() }] })
  const email = someone()
  expect((await sender.call('POST', `/api/transfers/${plan.slug}/recipients`, { emailTo: [{ email }] })).status).toBe(200)
  expect(await server.mailsTo(email)).toEqual([])
  await sender.browser.putAll(plan, files)
  await server.mailTo(email)
})

test('T9 R26 adding, correcting, taking out and mailing at once leave people and mails that agree', async () => {
  const one = await sentBySomebody()
  const emails = Array.from({ length: 5 }, someone)
  await add(one, emails)
  const ids = await Promise.all(emails.map((email) => idOf(one, email)))
  const replies = await Promise.all(
    ids.flatMap((id) => [remove(one, id), correct(one, id, someone()), mail(one, id, 'resend'), remove(one, id), download(one)]),
  )
  for (const reply of replies) expect(typeof reply === 'number' ? reply : reply.status).toBeLessThan(500)
  await waitFor(isAtRest)
  const { recipients: left } = await detailOf(one.sender, one.slug)
  expect(left.filter(({ email }) => emails.includes(email))).toEqual([])
  for (const { email, state } of left) expect([email, state, (await server.mailsTo(email)).length]).toEqual([email, 'sent', 1])
})
