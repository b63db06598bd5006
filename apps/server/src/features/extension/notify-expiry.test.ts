/** What is told before a link ends that nobody has used (X4). */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentBy } from '../../../test/support/dashboard.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { notifications, recipients, transfers, users } from '../../db/tables.ts'
import { notifyExpiry } from './notify-expiry.ts'
import { mailOf, rowOf } from './test-expired.ts'

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
