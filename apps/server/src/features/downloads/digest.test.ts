import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../test/support/account.ts'
import { notifyDownloads, type ReaderOf, sentBy } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { users } from '../../db/tables.ts'
import { gatherDigests } from './daily-digest.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = [
  { path: 'plan.pdf', bytes: randomBytes(10) },
  { path: 'b.txt', bytes: randomBytes(10) },
]
const wants = (account: Account, set: Partial<typeof users.$inferInsert>) =>
  server.services.db.update(users).set(set).where(eq(users.id, account.userId))
async function download({ slug, user, dl }: ReaderOf): Promise<void> {
  await (await fetch(`${server.url}/api/transfers/${slug}/zip?${new URLSearchParams({ user, dl })}`)).arrayBuffer()
  await notifyDownloads(server, slug)
}
const countOf = async (question: ReturnType<typeof sql>) => Number((await server.services.db.execute(question)).rows[0]!.count)
const waiting = (account: Account) =>
  countOf(sql`select count(*) from download_notices where digest_for = ${account.userId} and digest_id is null`)
const digests = (account: Account) => countOf(sql`select count(*) from download_digests where user_id = ${account.userId}`)
const isQuiet = async () =>
  (await countOf(
    sql`select count(*) from graphile_worker.jobs where task_identifier like 'downloads:%' and task_identifier <> 'downloads:gather-digests'`,
  )) === 0
/** Without what keeps mail programs from making links of it. */
const textOf = (mail?: Email) => (mail?.text ?? '').replaceAll('\u200b', '')
const downloadMails = async (account: Account) =>
  (await server.mailsTo(account.email)).filter(({ messageId }) => /^<(download|digest)-/.test(messageId ?? ''))

test('D5 one mail a day with all downloads, in the account’s language, at most once; none before', async () => {
  const one = await sentBy(server, files)
  const two = await sentBy(server, files, { sender: one.sender, more: { title: '' } })
  const { sender } = one
  await wants(sender, { downloadMails: 'daily', language: 'zh' })
  for (const reader of [one, two]) await download(reader)
  await waitFor(async () => (await waiting(sender)) === 2)
  await gatherDigests(server.services)
  expect([await digests(sender), await downloadMails(sender)]).toEqual([0, []])

  server.moveClock(86_400 + 60)
  await Promise.all(Array.from({ length: 8 }, () => gatherDigests(server.services)))
  await waitFor(isQuiet)
  const [mail, ...others] = await downloadMails(sender)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('过去一天有 2 次下载')
  for (const text of [one.to, two.to, 'plan.pdf', '2 个文件']) expect(textOf(mail)).toContain(text)
  server.moveClock(86_400)
  await gatherDigests(server.services)
  await server.services.db.execute(
    sql`select graphile_worker.add_job('downloads:digest', json_build_object('digestId', id)) from download_digests`,
  )
  await waitFor(isQuiet)
  expect(await downloadMails(sender)).toHaveLength(1)
})

test('D5 back at each, the next download is mailed at once, and what waited comes once by the daily mail', async () => {
  const reader = await sentBy(server, files)
  const { sender } = reader
  await wants(sender, { downloadMails: 'daily' })
  await download(reader)
  await waitFor(async () => (await waiting(sender)) === 1)
  await wants(sender, { downloadMails: 'each' })
  const again = await sentBy(server, files, { sender })
  await download(again)
  await waitFor(async () => (await downloadMails(sender)).length === 1)
  expect(textOf((await downloadMails(sender))[0])).toContain(again.to)
  server.moveClock(86_400 + 60)
  await gatherDigests(server.services)
  await waitFor(async () => (await downloadMails(sender)).length === 2)
  const daily = (await downloadMails(sender)).find(({ messageId }) => messageId?.startsWith('<digest-'))
  expect(textOf(daily)).toContain(reader.to)
  expect(textOf(daily)).not.toContain(again.to)
})

test('D5 A5 whoever turned these mails off meanwhile gets none, nor does an account that is gone', async () => {
  const [off, gone] = [await sentBy(server, files), await sentBy(server, files)]
  for (const reader of [off, gone]) {
    await wants(reader.sender, { downloadMails: 'daily' })
    await download(reader)
    await waitFor(async () => (await waiting(reader.sender)) === 1)
  }
  await wants(off.sender, { tellsDownloads: false })
  await server.services.db.delete(users).where(eq(users.id, gone.sender.userId))
  server.moveClock(86_400 + 60)
  await gatherDigests(server.services)
  await waitFor(isQuiet)
  expect([await downloadMails(off.sender), await downloadMails(gone.sender)]).toEqual([[], []])
  expect(await waiting(off.sender)).toBe(0)
})
