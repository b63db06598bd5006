import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { allKept } from '../../../test/support/all-kept.ts'
import { leaveTraces } from '../../../test/support/canaries.ts'
import { begin, type ReaderOf, recordOf, sentBy, shortenBins } from '../../../test/support/dashboard.ts'
import { linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  // Deleted links are looked at more often than a guesser may.
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())

const files = [{ path: 'catalogue/a.bin', bytes: randomBytes(5000) }]
const sent = (sender?: Account) => sentBy(server, files, sender && { sender })
const personal = ({ user, dl }: ReaderOf) => [`?user=${user}`, `?user=${user}&dl=${dl}`]
const unnamed = ['', '?user=AbCdEfGhIjKlMnOp']
/** How every door of a link answers, by what is behind it. */
async function doors({ slug, user, fileId }: ReaderOf, query: string[]): Promise<number[]> {
  const paths = query.flatMap((each) => [
    `/api/transfers/${slug}${each}`,
    `/api/transfers/${slug}/files/${fileId}${each}`,
    `/api/transfers/${slug}/zip${each}`,
  ])
  const pages = query.includes('') ? [`/d/${slug}`] : [`/d/${slug}/${user}`]
  return Promise.all([...paths, ...pages].map(async (path) => (await fetch(server.url + path)).status))
}
const distinct = async (one: ReaderOf, query = personal(one)) => [...new Set(await doors(one, query))]
/** Nothing of the sender, the message or the files. */
const blankView = {
  ...{ sender: null, message: '', files: [], totalBytes: 0, fileCount: 0, expiresAt: null, dl: null },
  ...{ recipient: null, notifiesSender: false, downloadsLeft: null },
}
const remove = ({ sender, slug }: ReaderOf) => sender.call('POST', '/deleteTransfer', { slug, type: 'dashboard' })
const restore = ({ sender, slug }: ReaderOf) => sender.call('POST', `/api/transfers/${slug}/restore`)
const usage = async ({ sender }: ReaderOf) => {
  const { json } = await sender.call('POST', '/folderSize', {})
  return json.folderSize
}
const containers = () =>
  readdirSync(join(server.services.config.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length
/** Lets the queue's jobs of deletions run now; the acts themselves look at the server's clock. */
const runHardDelete = async () => {
  await server.services.db.execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'transfers:erase'), run_at := now())`,
  )
  await waitFor(async () => {
    const { rows } = await server.services.db.execute(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'transfers:erase'`,
    )
    return rows.length === 0
  })
}
/** What rows say is used, counted anew for every owner. */
const recount = async () =>
  (
    await server.services.db.execute(
      sql`select owners.id from owners left join uploads on uploads.owner_id = owners.id group by owners.id having owners.used_bytes <> coalesce(sum(declared_bytes) filter (where uploads.state = 'complete'), 0) or owners.reserved_bytes <> coalesce(sum(declared_bytes) filter (where uploads.state = 'open'), 0)`,
    )
  ).rows

test('D6 T2 a deleted link is told as such to whom it names, looks unknown to all others at every door at once, and opens again when it is brought back', async () => {
  const one = await sent()
  expect(await distinct(one)).toEqual([200])
  const deleted = await remove(one)
  expect(deleted.json).toEqual({ ok: true, restorableUntil: expect.any(Number) })
  expect(await distinct(one)).toEqual([410])
  expect(await distinct(one, unnamed)).toEqual([404])
  const { json } = await one.sender.call('GET', `/api/transfers/${one.slug}?user=${one.user}`)
  expect(json).toEqual({ ...blankView, slug: one.slug, state: 'deleted' })
  const list = await one.sender.call('GET', '/getQs')
  expect([list.json.allDocs, list.json.allCount]).toEqual([[], 0])
  expect((await remove(one)).json).toEqual(deleted.json)
  expect((await restore(one)).json).toEqual({ ok: true })
  expect(await distinct(one)).toEqual([200])
  expect((await restore(one)).json).toEqual({ ok: true })
  expect((await recordOf(one.sender, one.slug)).status).toBe('active')
})

test('X1 U8 what is not brought back in time gives its room back and loses its bytes; all others keep theirs', async () => {
  const sender = await Account.create(server)
  const [gone, kept, back] = [await sent(sender), await sent(sender), await sent(sender)]
  const before = containers()
  await remove(gone)
  await remove(back)
  await restore(back)
  // Too early by the server's clock: nothing happens, however often the job runs.
  await runHardDelete()
  expect([await usage(gone), containers(), (await restore(gone)).status]).toEqual([15_000, before, 200])
  await remove(gone)
  await shortenBins(server)
  server.moveClock(16)
  expect((await restore(gone)).json.error.code).toBe('restoreTooLate')
  await runHardDelete()
  await waitFor(async () => containers() === before - 1)
  expect(await usage(gone)).toBe(10_000)
  expect((await restore(gone)).json.error.code).toBe('restoreTooLate')
  expect(await distinct(gone)).toEqual([410])
  expect(await distinct(gone, unnamed)).toEqual([404])
  expect([await distinct(kept), await distinct(back)]).toEqual([[200], [200]])
  expect(await recount()).toEqual([])
})

test('X1 R56 a deletion whose job was lost is finished by the purge; both at once give the room back once', async () => {
  const one = await sent()
  await remove(one)
  await shortenBins(server)
  server.moveClock(60)
  const { db } = server.services
  await Promise.all([runHardDelete(), ...[1, 2, 3].map(() => db.execute(sql`select graphile_worker.add_job('transfers:purge')`))])
  await waitFor(async () => (await usage(one)) === 0)
  expect(await recount()).toEqual([])
  const other = await sent(one.sender)
  await remove(other)
  await shortenBins(server)
  server.moveClock(60)
  await db.execute(
    sql`delete from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'transfers:erase')`,
  )
  await db.execute(sql`select graphile_worker.add_job('transfers:purge')`)
  await waitFor(async () => (await usage(one)) === 0)
})

test('D8 a transfer deleted while it uploads neither opens nor mails; brought back, it goes on', async () => {
  const sender = await Account.create(server)
  const deletedMeanwhile = async (to: string) => {
    const plan = await begin(sender, files)
    await sender.publish(plan.slug, { emailTo: [{ email: to }] })
    expect((await recordOf(sender, plan.slug)).status).toBe('uploading')
    await sender.call('POST', '/deleteTransfer', { slug: plan.slug })
    // The last part comes in meanwhile: what is complete was published before it was deleted.
    await sender.browser.putAll(plan, files)
    await waitFor(async () => {
      const { rows } = await server.services.db.execute(
        sql`select 1 from uploads where slug = ${plan.slug} and state = 'complete'`,
      )
      return rows.length > 0
    })
    const { rows } = await server.services.db.execute(sql`select state, deleted_from from transfers where slug = ${plan.slug}`)
    expect(rows).toEqual([{ state: 'deleted', deleted_from: 'uploading' }])
    expect((await fetch(`${server.url}/w/${plan.slug}`)).status).toBe(404)
    return plan.slug
  }
  const slug = await deletedMeanwhile('back@example.com')
  await deletedMeanwhile('gone@example.com')
  await sender.call('POST', `/api/transfers/${slug}/restore`)
  expect((await recordOf(sender, slug)).status).toBe('active')
  const link = linkIn(await server.mailTo('back@example.com'))
  expect((await fetch(server.url + link)).status).toBe(200)
  expect(await server.mailsTo('gone@example.com')).toEqual([])
  await shortenBins(server)
  server.moveClock(16)
  await runHardDelete()
  const { json } = await sender.call('POST', '/folderSize', {})
  expect([json.folderSize, await recount()]).toEqual([5000, []])
})

test('T2 mails that were waiting when a transfer was deleted leave when it is brought back, each once', async () => {
  const one = await sent()
  const { db } = server.services
  await db.execute(sql`update recipients set mail_state = 'queued' where email = ${one.to}`)
  await remove(one)
  // Its turn comes while it is away: nothing leaves.
  await db.execute(
    sql`select graphile_worker.add_job('transfers:mailRecipient', json_build_object('recipientId', id)) from recipients where email = ${one.to}`,
  )
  await waitFor(async () => (await mailJobs()).length === 0)
  expect((await restore(one)).status).toBe(200)
  await waitFor(async () => (await recordOf(one.sender, one.slug)).emailTo[0].state === 'sent')
  await remove(one)
  await restore(one)
  expect([await mailJobs(), (await server.mailsTo(one.to)).length]).toEqual([[], 1])
})
const mailJobs = async () =>
  (await server.services.db.execute(sql`select 1 from graphile_worker.jobs where task_identifier = 'transfers:mailRecipient'`))
    .rows

test('H4 R26 a stranger neither deletes nor brings back; a foreign user id is refused; nothing changes', async () => {
  const one = await sent()
  const stranger = await Account.create(server)
  const unknown = await stranger.call('POST', '/deleteTransfer', { slug: 'zzzzzzz' })
  const foreign = await stranger.call('POST', '/deleteTransfer', { slug: one.slug })
  expect([foreign.status, foreign.json.error.code]).toEqual([unknown.status, unknown.json.error.code])
  const named = await one.sender.call('POST', '/deleteTransfer', { slug: one.slug, userid: stranger.userId })
  expect(named.json.error.code).toBe('notYours')
  expect(await distinct(one)).toEqual([200])
  await remove(one)
  expect((await stranger.call('POST', `/api/transfers/${one.slug}/restore`)).json.error.code).toBe('notYours')
  expect(await distinct(one)).toEqual([410])
  const own = await one.sender.call('POST', '/deleteTransfer', { slug: one.slug, userid: one.sender.userId })
  expect(own.status).toBe(200)
})

test('R45 of a deleted transfer nothing is left that names a file or a person, but for an undecided report', async () => {
  const sender = await Account.create(server)
  const secret = [
    { path: 'canary-plan/canary.bin', bytes: randomBytes(500) },
    { path: 'canary-empty.txt', bytes: Buffer.alloc(0) },
  ]
  const one = await sentBy(server, secret, { sender, more: { message: 'canary says hello' } })
  const word = 'canary-trace'
  await leaveTraces(server, { slug: one.slug, word })
  const { db } = server.services
  const report = (text: string, outcome: string | null) =>
    db.execute(sql`insert into abuse_reports (transfer_id, reason, text, email, reported_at, outcome)
      select id, 'spam', ${text}, ${`${text}@example.com`}, now(), ${outcome} from transfers where slug = ${one.slug}`)
  await report('waiting', null)
  await report('settled', 'dismissed')
  await remove(one)
  await shortenBins(server)
  server.moveClock(60)
  await runHardDelete()
  // Contacts are the account's own, and stay until it deletes them.
  const kept = await allKept(server)
  const found = (canary: string) =>
    kept.placesOf(canary).filter((place) => !['public.contacts', 'public.installation'].includes(place))
  for (const canary of ['canary', one.to, 'settled@example.com']) expect(found(canary), canary).toEqual([])
  expect(found('waiting@example.com')).toEqual(['public.abuse_reports'])
})
