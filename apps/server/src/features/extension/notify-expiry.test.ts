/** What senders are told of their links: before one ends that nobody has used (X4), and what is asked of them for one that is used up or locked (X2). */
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentBy } from '../../../test/support/dashboard.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { notifications, recipients, transfers, users } from '../../db/tables.ts'
import { notifyExpiry } from './notify-expiry.ts'
import { askTime, mailOf, rowOf } from './test-expired.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'codeNetwork=1000/60' })
})
afterAll(() => server?.close())

const files = [{ path: 'minutes.pdf', bytes: randomBytes(300) }]
const day = 86_400_000

/** As if it had been sent a week before it ends. */
async function endsIn(slug: string, ms: number): Promise<void> {
  const expiresAt = new Date(server.services.clock().getTime() + ms)
  const { id } = await rowOf(server, slug)
  await waitFor(async () => {
    const rows = await server.services.db.select().from(recipients).where(eq(recipients.transferId, id))
    return rows.every(({ mailState }) => mailState === 'sent')
  })
  await server.services.db
    .update(transfers)
    .set({ expiresAt, sentAt: new Date(expiresAt.getTime() - 7 * day) })
    .where(eq(transfers.slug, slug))
}
const subjects = async (address: string) => (await server.mailsTo(address)).map(({ subject }) => subject)
const ending = 'Nobody has downloaded your file yet'

test('X4 a sender is told once, two days before the end, of what nobody has downloaded; recipients one day before', async () => {
  const [account, anonymous] = [await sentBy(server, files), await sendTo(server, files)]
  for (const { slug } of [account, anonymous]) await endsIn(slug, 2 * day - 60_000)
  await Promise.all([notifyExpiry(server.services), notifyExpiry(server.services), notifyExpiry(server.services)])
  const mail = await mailOf(server, account.sender.email, ending)
  expect(mail.text).toContain(`/dash/transfers/${account.slug}`)
  // A later end is told by another mail.
  expect(mail.messageId).toContain(`-${(await rowOf(server, account.slug)).expiresAt.getTime()}@`)
  expect((await mailOf(server, anonymous.from, ending)).text).toContain(`/manage/${anonymous.slug}/`)

  await endsIn(account.slug, day - 60_000)
  await notifyExpiry(server.services)
  const reminder = await server.mailTo(account.to, 2)
  expect(reminder.subject).toBe(`Your files from ${account.sender.email} end soon`)
  expect(reminder.text).toContain(`/d/${account.slug}/${account.user}`)
  await notifyExpiry(server.services)
  const after = await sentBy(server, files)
  expect((await subjects(account.sender.email)).filter((subject) => subject === ending)).toHaveLength(1)
  expect(await subjects(account.to)).toHaveLength(2)
  expect(await subjects(after.sender.email)).not.toContain(ending)
})

test('X4 A5 A8 nobody is told of what was downloaded, closed, sent for a day, by whom does not want to know or is suspended', async () => {
  const made = async () => sentBy(server, files)
  const [read, closed, short, quiet, suspended] = [await made(), await made(), await made(), await made(), await made()]
  for (const { slug } of [read, closed, short, quiet, suspended]) await endsIn(slug, day - 60_000)
  await suspended.sender.setOwner({ status: 'revoke' })
  await get(`${server.url}/api/transfers/${read.slug}/files/${read.fileId}?user=${read.user}&dl=${read.dl}`)
  await waitFor(async () => (await rowOf(server, read.slug)).downloadCount === 1)
  await closed.sender.call('PATCH', `/api/transfers/${closed.slug}`, { isDisabled: true })
  await server.services.db.update(transfers).set({ sentAt: server.services.clock() }).where(eq(transfers.slug, short.slug))
  await server.services.db.update(users).set({ tellsExpiry: false }).where(eq(users.id, quiet.sender.userId))
  await notifyExpiry(server.services)
  // A mail that is due arrives after theirs would have.
  const expiring = await made()
  await endsIn(expiring.slug, day - 60_000)
  await notifyExpiry(server.services)
  await mailOf(server, expiring.sender.email, ending)
  await server.mailTo(expiring.to, 2)
  for (const { sender, to } of [read, closed, short, quiet, suspended]) {
    expect((await subjects(sender.email)).filter((subject) => subject === ending)).toEqual([])
    expect(await subjects(to)).toHaveLength(1)
  }
  const heard = await server.services.db.select().from(notifications).where(eq(notifications.userId, suspended.sender.userId))
  expect(heard).toEqual([])
  // Afterwards it is told as if it had only just come near.
  await suspended.sender.setOwner({ status: 'active' })
  await notifyExpiry(server.services)
  await mailOf(server, suspended.sender.email, ending)
  await server.mailTo(suspended.to, 2)
})

test.each([
  [
    'limitReached',
    'downloadsRequested',
    { downloadLimit: 1, downloadCount: 1 },
    { downloadLimit: 2 },
    'asks for more downloads',
    'allow more downloads',
  ],
  [
    'password',
    'passwordRequested',
    { passwordHash: 'of something else' },
    { passwordHash: null },
    'asks for the password',
    'tell them',
  ],
] as const)('X2 D6 on a page that says %s the sender is asked by a form, by mail and by the bell', async (...each) => {
  const [state, kind, lacks, given, subject, words] = each
  const reader = await sentBy(server, files)
  const { slug, user, sender, to } = reader
  const set = (values: Partial<typeof transfers.$inferInsert>) =>
    server.services.db.update(transfers).set(values).where(eq(transfers.slug, slug))
  await set(lacks)
  const page = (await get(`${server.url}/d/${slug}/${user}`)).bytes.toString()
  expect(page).toContain(`/api/transfers/${slug}/timeRequests?user=${user}`)
  expect(page).toContain(`value="${to}" readonly`)
  expect(page).not.toContain('mailto:')
  const view = JSON.parse((await get(`${server.url}/api/transfers/${slug}?user=${user}`)).bytes.toString())
  expect(view).toMatchObject({ state, recipient: to, files: [] })
  const form = (note: string) =>
    fetch(`${server.url}/api/transfers/${slug}/timeRequests?user=${user}`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'mallory@example.com', note }),
      redirect: 'manual',
    })
  const asked = await form('the tide was out')
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `/d/${slug}/${user}?told=asked`])
  expect((await get(server.url + asked.headers.get('location'))).bytes.toString()).toContain('A mail goes to the sender now')
  const mail = await mailOf(server, sender.email, `${to} ${subject}`)
  expect(mail.replyTo).toEqual([expect.objectContaining({ address: to })])
  for (const part of [words, 'the tide was out', slug]) expect(mail.text).toContain(part)
  // It gives nothing by itself, and no request for more time is made of it.
  expect(mail.text).not.toContain('/extension/')
  const { rows } = await server.services.db.execute(
    sql`select kind, recipient_email, reason from notifications where transfer_id = ${(await rowOf(server, slug)).id} and kind = ${kind}`,
  )
  expect(rows).toEqual([{ kind, recipient_email: to, reason: 'the tide was out' }])
  const again = []
  for (const note of ['the tide was out', '2', '3', '4']) again.push((await askTime(server, reader, { note })).status)
  expect(again).toEqual([200, 200, 200, 429])
  await set(given)
  expect(await askTime(server, reader, { note: 'now' })).toMatchObject({
    status: 409,
    json: { error: { code: 'linkStillOpen' } },
  })
})
