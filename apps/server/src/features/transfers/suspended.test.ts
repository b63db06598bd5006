/** What is under way when an operator suspends its sender stops, and goes on when the suspension ends. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sent, sentFiles } from '../../../test/support/account-sends.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { recipients } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

const execute = async (query: ReturnType<typeof sql>) => (await server.services.db.execute(query)).rows
/** The one job of this key waits for most of an hour. */
const isPutOff = async (key: string) =>
  (
    await execute(
      sql`select 1 from graphile_worker.jobs where key = ${key} and run_at > now() + interval '50 minutes' and locked_at is null`,
    )
  ).length === 1
/** As after that hour. */
const hourOf = (key: string) =>
  execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = ${key}), run_at := now())`,
  )

test('A8 R27 T10 a mail that waits while its sender is suspended is kept, and goes when the suspension ends', async () => {
  const to = 'kept@example.com'
  const { account, record } = await sent(server, { emailTo: [{ email: to }] })
  await server.mailTo(to)
  const [row] = await server.services.db.select().from(recipients).where(eq(recipients.transferId, record._id))
  const key = `mail:${row!.id}`
  const mailState = async () => (await execute(sql`select mail_state as is from recipients where id = ${row!.id}`))[0]!.is
  await waitFor(async () => (await execute(sql`select 1 from graphile_worker.jobs where key = ${key}`)).length === 0)
  await execute(sql`update recipients set mail_state = 'queued' where id = ${row!.id}`)
  await account.setOwner({ status: 'revoke' })
  await account.call('POST', '/SendTransferEmail', { _id: record._id })
  await waitFor(() => isPutOff(key))
  await hourOf(key)
  await waitFor(() => isPutOff(key))
  expect(await mailState()).toBe('queued')
  await account.setOwner({ status: 'active' })
  await hourOf(key)
  await waitFor(async () => (await mailState()) === 'sent')
})

test('A8 T10 a mail that waited until its transfer had ended goes with the new end, or when it is asked for', async () => {
  const mailed = async () => {
    const to = `late-${randomUUID()}@example.com`
    const { account, slug, record } = await sent(server, { emailTo: [{ email: to }] })
    await server.mailTo(to)
    const [row] = await server.services.db.select().from(recipients).where(eq(recipients.transferId, record._id))
    const hasJob = async () =>
      (await execute(sql`select 1 from graphile_worker.jobs where key = ${`mail:${row!.id}`}`)).length > 0
    await waitFor(async () => !(await hasJob()))
    // As the job of a mail leaves it that waited for the end of a suspension longer than the transfer lasted.
    await execute(sql`update recipients set mail_state = 'queued' where id = ${row!.id}`)
    return { account, slug, id: row!.id }
  }
  const [moved, asked] = [await mailed(), await mailed()]
  await execute(sql`update transfers set expires_at = now() - interval '1 minute' where slug = ${moved.slug}`)
  expect((await moved.account.call('PATCH', `/api/transfers/${moved.slug}`, { expirySeconds: 604_800 })).status).toBe(200)
  const isMailed = async ({ id }: { id: string }) =>
    (await execute(sql`select 1 from recipients where id = ${id} and mail_state = 'sent'`)).length > 0
  await waitFor(() => isMailed(moved))
  const again = () => asked.account.call('POST', `/api/transfers/${asked.slug}/recipients/${asked.id}/mail`, { kind: 'resend' })
  expect((await again()).status).toBe(200)
  await waitFor(() => isMailed(asked))
})

test('A8 R27 what a visitor began and a since suspended account sends stops within a minute, completes and mails nothing', async () => {
  const browser = new Browser(server)
  await browser.takeTicket()
  const { json: plan } = await browser.create(sentFiles)
  const anonymous = browser.ticket
  const account = await Account.create(server, {}, browser)
  const to = 'stopped@example.com'
  await account.publish(plan.slug, { emailTo: [{ email: to }] })
  browser.ticket = anonymous
  const part = (from: number, end: number) =>
    browser.putPart(plan.uploadId, plan.blobs[0].blobId, from, sentFiles[0]!.bytes.subarray(from, end))
  expect((await part(0, 500)).status).toBe(204)
  await account.setOwner({ status: 'revoke' })
  // The last bytes may still arrive in that minute.
  expect((await part(500, 2000)).status).toBe(204)
  const state = async () => (await execute(sql`select state from transfers where slug = ${plan.slug}`))[0]
  const key = `finish:${plan.uploadId}`
  await waitFor(() => isPutOff(key))
  expect(await state()).toEqual({ state: 'uploading' })
  server.moveClock(31)
  const refused = await part(0, 500)
  expect([refused.status, refused.json.error.code]).toEqual([403, 'accountSuspended'])
  expect(await server.mailsTo(to)).toHaveLength(0)
  await account.setOwner({ status: 'active' })
  await hourOf(key)
  await server.mailTo(to)
  expect(await state()).toEqual({ state: 'active' })
})
