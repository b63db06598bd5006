/** What is left of transfers that were deleted or that expired, once every time that is named in docs/operating.md is over (R45). */
import { randomBytes } from 'node:crypto'
import { senderLineNames } from '@sampan/contract/rules/sender-values'
import { webhookEvents } from '@sampan/contract/rules/webhook-events'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { type AllKept, allKept } from '../../../test/support/all-kept.ts'
import { send, shortenBins } from '../../../test/support/dashboard.ts'
import { edit } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { hardDeleteLeftOvers } from './hard-delete-transfers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())

const day = 86_400
const contents = randomBytes(700)
const filesOf = (word: string) => [
  { path: `${word}-folder/${word}-plan.bin`, bytes: contents },
  { path: `${word}-notes.txt`, bytes: Buffer.from('one') },
]
/** Every word that a transfer of this name leaves. */
const wordsOf = (word: string, more: string[] = []) => [
  `${word}-folder`,
  `${word}-plan`,
  `${word}-notes`,
  `${word}-message`,
  ...more,
]

/** What its sender may say of it in a line, each another word. */
const linesOf = (word: string) => senderLineNames.map((name) => `${word}-${name}`)

/** Everything that the queue has for now, and what comes up by itself. */
async function runJobs(): Promise<void> {
  const { db } = server.services
  for (const job of ['transfers:purge', 'transfers:forget', 'uploads:collect', 'delete-old-verifications', 'analytics:count'])
    await db.execute(sql`select graphile_worker.add_job(${job})`)
  await waitFor(async () => {
    // Also what has failed once, and would be tried again in a while.
    await db.execute(
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null and run_at > now()), run_at := now())`,
    )
    return (await db.execute(sql`select 1 from graphile_worker.jobs where attempts < max_attempts`)).rows.length === 0
  })
}
const pass = async (days: number) => {
  server.moveClock(days * day)
  await runJobs()
  // What the first of them has made due.
  await runJobs()
}
const countedFor = async ({ ownerId }: Account) =>
  (
    await server.services.db.execute<{ count: number }>(
      sql`select coalesce(sum(downloads), 0)::int as count from download_days where owner_id = ${ownerId} and dimension = 'total' and country = '*'`,
    )
  ).rows[0]!.count
const found = (kept: AllKept, words: string[], allowed: string[] = []) =>
  words.flatMap((word) =>
    kept
      .placesOf(word)
      .filter((place) => !allowed.includes(place))
      .map((place) => `${word} in ${place}`),
  )

async function sendAsGuest(word: string) {
  const [from, to] = [`${word}-sender@example.com`, `${word}-reader@example.com`]
  const browser = new Browser(server)
  const reply = await browser.send(filesOf(word), {
    senderEmail: from,
    emailTo: [{ email: to }],
    message: `${word}-message`,
  })
  expect(reply.status).toBe(200)
  const [, , slug, user] = linkIn(await server.mailTo(to)).split('/') as [string, string, string, string]
  const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()
  for (const { fileId } of view.files) await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${view.dl}`)
  const mail = await waitFor(async () => (await server.mailsTo(from)).find(({ subject }) => subject?.includes('on their way')))
  const manage = /\/manage\/[0-9A-Za-z]+\/[0-9A-Za-z]{22}\b/.exec(mail.text ?? '')![0]
  return { slug, remove: () => browser.call('POST', `/api${manage}/delete`), words: wordsOf(word, [from, to]) }
}

async function sendAsAccount(word: string, sender: Account) {
  const to = `${word}-reader@example.com`
  const slug = await send(sender, filesOf(word), { emailTo: [{ email: to }], message: `${word}-message` })
  const lines = Object.fromEntries(senderLineNames.map((name) => [name, `${word}-${name}`]))
  expect((await edit(sender, slug, lines)).status).toBe(200)
  const user = linkIn(await server.mailTo(to)).split('/')[3]!
  const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()
  const fileIds: string[] = view.files.map(({ fileId }: any) => fileId)
  for (const fileId of fileIds) await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${view.dl}`)
  return { slug, fileIds, words: wordsOf(word, [to, ...linesOf(word)]) }
}
const readerOf = (word: string) => `${word}-reader@example.com`
/** Contacts are the account's own, and stay until it deletes them. */
const own = ['public.contacts']

test('R45 X1 T4 of what an account sent nothing is left a moment after it was deleted, and after its end only what its analytics name, for 90 days', async () => {
  const sender = await Account.create(server)
  // What its webhooks tell, to nobody here, waits for other tries.
  const webhook = { url: 'https://hooks.invalid/', events: webhookEvents }
  expect((await sender.call('POST', '/api/webhooks', webhook)).status).toBe(201)
  const [deleted, expired] = [await sendAsAccount('canary-out', sender), await sendAsAccount('canary-end', sender)]
  const [source, kept] = [await sendAsAccount('canary-first', sender), readerOf('canary-second')]
  const forwarded = await sender.call('POST', `/api/transfers/${source.slug}/forward`, {
    fileIds: source.fileIds,
    sendAs: 'email',
    emailTo: [{ email: kept }],
  })
  expect(forwarded.status).toBe(200)
  for (const { slug } of [deleted, source]) await sender.call('POST', '/deleteTransfer', { slug })
  await shortenBins(server)
  server.moveClock(60)
  await runJobs()
  const afterwards = await allKept(server)
  expect(found(afterwards, deleted.words, own)).toEqual([])
  // Whoever has the forward still has its files, and sees nothing of the source's words and people.
  const ofSource = [readerOf('canary-first'), 'canary-first-message', ...linesOf('canary-first')]
  expect(found(afterwards, ofSource, own)).toEqual([])
  expect(found(afterwards, ['canary-first-plan'], own)).not.toEqual([])

  await pass(7 + 14 + 1)
  const ended = await allKept(server)
  expect(found(ended, ['canary-end-folder', 'canary-end-plan', 'canary-end-message'])).toEqual([])
  expect(found(ended, [...linesOf('canary-end'), readerOf('canary-end')], own)).toEqual([
    'canary-end-title in public.transfers',
    ...['public.download_events', 'public.recipient_weeks'].map((place) => `${readerOf('canary-end')} in ${place}`),
  ])
  // The last that held them has ended.
  expect(found(ended, ['canary-first-folder', 'canary-first-notes'])).toEqual([])

  await pass(91)
  const forgotten = await allKept(server)
  expect(found(forgotten, [...expired.words, ...source.words, kept], own)).toEqual([])
  expect(await countedFor(sender)).toBe(6)
})

test('R45 X1 of what a visitor sent nothing is left that names a file, a word, the sender or a reader, deleted or expired', async () => {
  const deleted = await sendAsGuest('canary-gone')
  const expired = await sendAsGuest('canary-over')
  const removed = await deleted.remove()
  expect(removed.status).toBe(200)
  await pass(32)
  const kept = await allKept(server)
  expect(found(kept, [...deleted.words, ...expired.words])).toEqual([])
})

test('R45 K2 deleting is no way around the month: its sender is counted by address until that is over', async () => {
  const { db } = server.services
  const word = 'canary-month'
  const { remove } = await sendAsGuest(word)
  await remove()
  server.moveClock(60)
  const { rows } = await db.execute<{ month: string }>(
    sql`select month from month_counts join owners on owners.id = owner_id where key = ${`${word}-sender@example.com`}`,
  )
  const within = new Date(`${rows[0]!.month}-28T12:00:00Z`)
  const isKnown = async () =>
    (await db.execute(sql`select 1 from owners where key = ${`${word}-sender@example.com`}`)).rows.length === 1
  await hardDeleteLeftOvers(server.services)
  await forgetAddresses({ db, clock: () => within })
  expect(await isKnown()).toBe(true)
  await forgetAddresses({ db, clock: () => new Date(within.getTime() + 10 * day * 1000) })
  expect(await isKnown()).toBe(false)
})
