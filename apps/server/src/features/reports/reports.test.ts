/** Reports of abuse from every page of a link, and what the operator does about them (D7, R41). */
import { randomBytes } from 'node:crypto'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { begin, sentBy } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { dismissReports, restoreTransfer, takeDownTransfer } from '../../commands/reports/decide.ts'
import { listReports } from '../../commands/reports/list.ts'
import { showReports } from '../../commands/reports/show.ts'
import { callCommand, poolOf } from '../../commands/test-store.ts'
import { abuseReports, notifications, transferEvents, transfers } from '../../db/tables.ts'
import { putBack, takeDown } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ ABUSE_EMAIL: 'abuse@harbour.example', RATE_LIMITS: 'abuseReport=40/60' })
})
afterAll(() => server?.close())
afterEach(() => void vi.useRealTimers())

const files = [{ path: 'minutes.pdf', bytes: randomBytes(3000) }]
type Link = { slug: string; user?: string }
const apiOf = ({ slug, user }: Link) => `/api/transfers/${slug}/reports${user ? `?user=${user}` : ''}`

async function report(link: Link, body: object, at = server) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(at.url + apiOf(link), { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, json: (await reply.json()) as any, retryAfter: reply.headers.get('retry-after') }
}
const call = async (command: Parameters<typeof callCommand>[0], operands: string[] = [], values = {}) => {
  const out: string[] = []
  const code = await callCommand(command, server.services.config, poolOf(server).options, { values, operands }, out)
  return { code, text: out.join('\n') }
}
const rowOf = async (slug: string) => (await server.services.db.select().from(transfers).where(eq(transfers.slug, slug)))[0]!
const reportsOf = async (slug: string) =>
  server.services.db
    .select()
    .from(abuseReports)
    .where(eq(abuseReports.transferId, (await rowOf(slug)).id))
const mailOf = (address: string, part: string) => server.mailTo(address, new RegExp(`^.*${part}`))

test('D7 every page of a real link takes a report without a login, by a plain form too, and the operator is mailed', async () => {
  const reader = await sentBy(server, files)
  const { slug, user } = reader
  const set = (values: Partial<typeof transfers.$inferInsert>) =>
    server.services.db.update(transfers).set(values).where(eq(transfers.slug, slug))
  const { expiresAt } = await rowOf(slug)
  const states = {
    200: {},
    401: { passwordHash: 'x' },
    403: { passwordHash: null, state: 'disabled' },
    410: { state: 'active', expiresAt: new Date(1) },
    451: { state: 'takenDown', expiresAt },
  } as const
  for (const [status, values] of Object.entries(states)) {
    if (Object.keys(values).length) await set(values)
    const page = await get(`${server.url}/d/${slug}/${user}`)
    expect([page.status, page.bytes.toString().includes(apiOf(reader))], status).toEqual([Number(status), true])
    const words = `As seen at ${status}: <script>alert(1)</script> https://evil.example`
    expect((await report(reader, { reason: 'phishing', text: words })).status, status).toBe(200)
  }
  await set({ state: 'active' })
  const form = (fields: Record<string, string>) =>
    fetch(server.url + apiOf(reader), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const sent = await form({ reason: 'malware', text: '', email: '' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/d/${slug}/${user}?told=reported`])
  expect((await get(server.url + sent.headers.get('location'))).bytes.toString()).toContain('has reached the operator')
  expect((await form({ reason: 'malware', text: '', email: 'li' })).headers.get('location')).toMatch(/told=reportedWrong$/)
  expect((await report(reader, { reason: 'malware', text: '' })).status, 'the same once more').toBe(200)
  expect(await reportsOf(slug)).toHaveLength(6)

  await server.runJobs('reports:tellOperator')
  const mail = await mailOf('abuse@harbour.example', slug)
  expect(mail.html).not.toContain('<script')
  expect(mail.text).toContain(`sampan reports take-down ${slug}`)
  // In a transfer to one person it would be clear who told.
  const events = await server.services.db
    .select()
    .from(transferEvents)
    .where(eq(transferEvents.transferId, (await rowOf(slug)).id))
  expect(events.map(({ kind }) => kind)).not.toContain('reported')
})

test('D7 a report is of a link that leads to something, well formed, and not of the same network without end', async () => {
  const { slug, user } = await sentBy(server, files)
  const code = async (link: Link, body: object) => (await report(link, body)).json.error?.code
  expect(await code({ slug: 'Unknown' }, { reason: 'other' })).toBe('transferUnknown')
  // The bare link of a transfer by mail opens nothing, so there is nothing to report by it.
  expect(await code({ slug }, { reason: 'other' })).toBe('transferUnknown')
  for (const body of [{}, { reason: 'ugly' }, { reason: 'other', text: 'x'.repeat(2001) }, { reason: 'other', email: 'li' }, []])
    expect(await code({ slug, user }, body)).toBe('invalidInput')
  expect(await reportsOf(slug)).toEqual([])
  const strict = await startTestServer({ RATE_LIMITS: 'abuseReport=3/60' })
  try {
    const reader = await sentBy(strict, files)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, at) => report(reader, { reason: 'other', text: String(at) }, strict)),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(7).fill(429)])
    expect(Number(all.find(({ status }) => status === 429)!.retryAfter)).toBeGreaterThan(0)
  } finally {
    await strict.close()
  }
})

test('D7 R41 the operator lists, shows and takes down: 451 at once, a download that runs ends, its sender is told, and it can be lifted', async () => {
  const big = [{ path: 'big.bin', bytes: randomBytes(48_000_000) }]
  const reader = await sentBy(server, big)
  const { slug, user, fileId, sender } = reader
  await report(reader, { reason: 'copyright', text: 'Mine.\u001b[31m', email: 'owner@example.com' })
  expect((await call(listReports)).text).toContain(slug)
  expect((await call(showReports, [slug])).text).toMatch(/copyright {2}owner@example.com {2}waits\n {2}Mine\. \[31m/)
  await expect(call(takeDownTransfer, ['Unknown'])).rejects.toThrow('There is no transfer or request Unknown')

  // Running downloads are looked at every ten seconds.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const bytesUrl = `${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}`
  // A slow reader: most of it is still to come.
  const running = await new Promise<IncomingMessage>((resolve) => void httpGet(bytesUrl, resolve))
  running.pause()
  expect((await call(takeDownTransfer, [slug])).text).toBe(`${slug} is taken down. 1 report is settled.`)
  expect((await get(`${server.url}/d/${slug}/${user}`)).status).toBe(451)
  expect((await get(bytesUrl)).status).toBe(451)
  const isRead = async () => {
    const { rows } = await server.services.db.execute(sql`select 1 from download_sessions where readers > 0`)
    return rows.length > 0
  }
  vi.advanceTimersByTime(10_000)
  await waitFor(async () => !(await isRead()))

  const ended = new Promise<string>((end) => void running.on('error', () => end('cut')).on('end', () => end('whole')))
  running.resume()
  expect(await ended).toBe('cut')
  expect((await call(takeDownTransfer, [slug])).text).toContain('was taken down already')
  const notice = await mailOf(sender.email, 'was taken down')
  expect(notice.text).toContain('because it breaks the rules')
  expect(notice.text).not.toMatch(/report/i)
  const { id } = await rowOf(slug)
  const rung = await server.services.db.select().from(notifications).where(eq(notifications.transferId, id))
  expect(rung.map(({ kind }) => kind)).toContain('takenDown')
  expect((await call(listReports)).text).not.toContain(slug)

  expect((await call(restoreTransfer, [slug])).text).toBe(`${slug} is as it was before.`)
  expect((await get(`${server.url}/d/${slug}/${user}`)).status).toBe(200)
  await mailOf(sender.email, 'available again')
  expect((await call(restoreTransfer, [slug])).text).toContain('was not taken down')
  await report(reader, { reason: 'other', text: 'still' })
  expect((await call(dismissReports, [slug])).text).toBe(`${slug} stays as it is. 1 report is settled.`)
  expect((await get(`${server.url}/d/${slug}/${user}`)).status).toBe(200)
})

test('D7 other links to the same files are shown to the operator, and taken down along with it when asked', async () => {
  const reader = await sentBy(server, [...files, { path: 'notes.txt', bytes: randomBytes(20) }])
  const stranger = await sentBy(server, files)
  const { slug, sender, fileId } = reader
  const forward = async (fileIds: string[]): Promise<string> => {
    const { json } = await sender.call('POST', `/api/transfers/${slug}/forward`, { sendAs: 'link', fileIds })
    return json.slug
  }
  const copy = await forward([fileId])
  const later = await forward([fileId])
  await report({ slug: copy }, { reason: 'malware', text: 'Here too.' })
  await report(reader, { reason: 'malware', text: 'Look.' })
  const mail = await mailOf('abuse@harbour.example', slug)
  for (const part of [copy, later, `sampan reports take-down ${slug} --with-copies`]) expect(mail.text).toContain(part)
  const shown = (await call(showReports, [slug])).text
  expect(shown).toContain(`1 of its files also in ${copy}  ${sender.email}  active`)
  expect(shown).not.toContain(stranger.slug)
  expect(JSON.parse((await call(showReports, [slug], { json: true })).text).copies).toHaveLength(2)

  expect((await call(takeDownTransfer, [later])).text).toBe(`${later} is taken down.`)
  expect((await rowOf(slug)).state).toBe('active')
  const done = await call(takeDownTransfer, [slug], { 'with-copies': true })
  expect(done.text).toBe(`${slug} is taken down, with ${copy}. 2 reports are settled.`)
  for (const each of [slug, copy, later]) expect((await rowOf(each)).state).toBe('takenDown')
  expect((await rowOf(stranger.slug)).state).toBe('active')
  expect((await get(`${server.url}/w/${copy}`)).status).toBe(451)
})

test('D7 what is taken down stays so through deletion and coming back, and one whose upload runs is finished when it is lifted', async () => {
  const { slug, sender } = await sentBy(server, files)
  await sender.call('POST', '/deleteTransfer', { slug })
  await takeDown(server.services, slug)
  expect((await rowOf(slug)).state).toBe('deleted')
  await sender.call('POST', `/api/transfers/${slug}/restore`)
  expect((await rowOf(slug)).state).toBe('takenDown')
  await putBack(server.services, slug)
  expect((await rowOf(slug)).state).toBe('active')

  const account = await Account.create(server)
  const plan = await begin(account, files)
  await account.publish(plan.slug, { sendAs: 'link', emailTo: undefined })
  await takeDown(server.services, plan.slug)
  await account.browser.putAll(plan, files)
  expect((await rowOf(plan.slug)).state).toBe('takenDown')
  await putBack(server.services, plan.slug)
  await waitFor(async () => (await rowOf(plan.slug)).state === 'active')
  expect((await get(`${server.url}/w/${plan.slug}`)).status).toBe(200)
})
