/** The operator's lists (O11) at the door: each row once, however many there are, and what failed in the reader's words. */
import { operatorLimits } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sentBy } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { listBounces } from '../../commands/service/bounces.ts'
import { showQueue } from '../../commands/service/queue.ts'
import { callCommand, poolOf } from '../../commands/test-store.ts'
import { operatorRole } from '../../commands/users/operator.ts'
import { type Secured, secured } from '../accounts/test-second-factor.ts'

let server: TestServer
let operator: Secured
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'transferMails=1000/3600' })
  operator = await secured(server)
  await run(operatorRole, [operator.email, 'on'])
})
afterAll(() => server?.close())

async function run(command: Parameters<typeof callCommand>[0], operands: string[] = [], values: Record<string, string> = {}) {
  const out: string[] = []
  await callCommand(command, server.services.config, poolOf(server).options, { values, operands }, out)
  return out.join('\n')
}
async function read(path: string) {
  const { status, json } = await operator.browser.withAccess('GET', `/api/admin/${path}`)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
/** All of a list, page by page, as it comes. */
async function wholeOf(path: string, name: string) {
  const ids: string[] = []
  let next = ''
  do {
    const answer = await read(`${path}${next && `${path.includes('?') ? '&' : '?'}before=${next}`}`)
    expect(answer[name].length).toBeLessThanOrEqual(operatorLimits.rows)
    expect(answer.hasMore).toBe(answer.next !== null)
    ids.push(...answer[name].map(({ _id }: { _id: string }) => _id))
    next = answer.next
  } while (next)
  return ids
}
const makeRequests = async (account: Account, count: number, more = {}) => {
  for (let n = 0; n < count; n++) {
    const { status, json } = await account.call('POST', '/api/requests', { title: `Papers ${n}`, ...more })
    expect(status, JSON.stringify(json)).toBe(201)
  }
}
const people = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.cn` }))

test('O11 T10 each mail that came back is read once, of transfers and requests, also those of one moment and of none', async () => {
  const { db } = server.services
  const account = await Account.create(server, { role: 'team' })
  await makeRequests(account, 1, { sendAs: 'email', emailTo: people(70) })
  await makeRequests(account, 1, { sendAs: 'email', emailTo: people(60) })
  await db.execute(sql`update suppliers set mail_state = 'bounced', mail_reason = '550', mailed_at = case
    when email < 'p3' then null when email < 'p5' then '2026-01-01T10:00:00Z'::timestamptz else '2026-01-01T11:00:00Z'::timestamptz end`)
  const ids = await wholeOf('bounces', 'bounces')
  expect([ids.length, new Set(ids).size]).toEqual([130, 130])
  const { bounces } = await read('bounces')
  expect(bounces[0].mailedAt).toBe(Date.parse('2026-01-01T11:00:00Z'))
  for (const before of ['x', '1', '1.x', `-1.${ids[0]}`, `99999999999999999.${ids[0]}`])
    expect((await operator.browser.withAccess('GET', `/api/admin/bounces?before=${before}`)).json.error.code).toBe('invalidInput')
  expect((await run(listBounces)).split('\n')).toHaveLength(100)
  expect((await run(listBounces, [], { limit: '130' })).split('\n')).toHaveLength(130)
})

test('O11 D7 everything that was reported is read once, the latest first, and what is decided meanwhile moves nothing', async () => {
  const account = await Account.create(server, { role: 'team' })
  await makeRequests(account, operatorLimits.rows + 5)
  await server.services.db.execute(
    sql`insert into abuse_reports (request_id, reason, text, reported_at) select id, 'other', 'x', '2026-01-01T10:00:00Z' from file_requests where owner_id = ${account.ownerId}`,
  )
  const ids = await wholeOf('reports?which=open', 'reported')
  expect([ids.length, new Set(ids).size]).toEqual([operatorLimits.rows + 5, operatorLimits.rows + 5])
  const first = await read('reports')
  const proof = server.services.clock().toISOString()
  await server.services.db.execute(sql`update sessions set proven_at = ${proof} where user_id = ${operator.userId}`)
  await operator.browser.withAccess('POST', `/api/admin/reports/${first.reported[0].slug}/dismiss`)
  const rest = await read(`reports?before=${first.next}`)
  expect(rest.reported.map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(operatorLimits.rows))
})

test('O11 D7 what was reported and then put into the bin says so, is taken down there, and comes back closed', async () => {
  const account = await Account.create(server)
  const { slug, user } = await sentBy(server, [{ path: 'invoice.pdf', bytes: Buffer.from('pay here') }], { sender: account })
  const asked = (await account.call('POST', '/api/requests', { title: 'Your passwords' })).json.request.slug
  const { db } = server.services
  await db.execute(sql`insert into abuse_reports (transfer_id, reason, text, reported_at)
    select id, 'phishing', '', '2026-02-01T10:00:00Z' from transfers where slug = ${slug}`)
  await db.execute(sql`insert into abuse_reports (request_id, reason, text, reported_at)
    select id, 'phishing', '', '2026-02-01T10:00:00Z' from file_requests where slug = ${asked}`)
  const proof = server.services.clock().toISOString()
  await db.execute(sql`update sessions set proven_at = ${proof} where user_id = ${operator.userId}`)
  const rowOf = async (name: string) => {
    const row = (await read('reports?which=all')).reported.find((each: { slug: string }) => each.slug === name)
    return [row.state, row.isDown, row.restorableUntil]
  }
  const decide = (name: string, act: 'takeDown' | 'putBack') =>
    operator.browser.withAccess('POST', `/api/admin/reports/${name}/${act}`, act === 'takeDown' ? {} : undefined)
  const { restorableUntil } = (await account.call('POST', '/deleteTransfer', { slug })).json
  await account.call('DELETE', `/api/requests/${asked}`)
  expect(await rowOf(slug)).toEqual(['deleted', false, restorableUntil])
  expect(await rowOf(asked)).toEqual(['deleted', false, expect.any(Number)])
  for (const name of [slug, asked]) expect((await decide(name, 'takeDown')).json).toMatchObject({ changed: true, settled: 1 })
  for (const name of [slug, asked]) expect(await rowOf(name)).toEqual(['deleted', true, expect.any(Number)])
  for (const path of [`/api/transfers/${slug}/restore`, `/api/requests/${asked}/restore`])
    expect((await account.call('POST', path)).status).toBe(200)
  for (const name of [slug, asked]) expect(await rowOf(name)).toEqual(['takenDown', true, null])
  expect((await fetch(`${server.url}/d/${slug}/${user}`)).status).toBe(451)
  for (const name of [slug, asked]) expect((await decide(name, 'putBack')).json.changed).toBe(true)
  expect((await fetch(`${server.url}/d/${slug}/${user}`)).status).toBe(200)

  await account.call('POST', '/deleteTransfer', { slug })
  await account.call('DELETE', `/api/bin?kind=transfer&slug=${slug}`)
  expect(await rowOf(slug)).toEqual(['deleted', false, null])
})

test('O11 an error of ours is told by its code, another as it was said', async () => {
  const { db } = server.services
  const give = async (key: string, error: string) => {
    await db.execute(
      sql`select graphile_worker.add_job('nobody:knows', '{}'::json, job_key := ${key}, max_attempts := 1, run_at := now() + interval '1 day')`,
    )
    await db.execute(sql`update graphile_worker._private_jobs set attempts = 1, last_error = ${error} where key = ${key}`)
  }
  await give('ours', 'storageFull {"limitBytes":5000000000}')
  await give('theirs', 'connect ECONNREFUSED 10.0.0.5:25')
  const { jobs } = await read('queue')
  expect(jobs.map(({ problem }: { problem: unknown }) => problem)).toEqual(
    expect.arrayContaining([{ code: 'storageFull', details: { limitBytes: 5e9 } }, null]),
  )
  const told = await run(showQueue)
  expect(told).toContain('Your storage is now full')
  expect(told).toContain('connect ECONNREFUSED 10.0.0.5:25')
})
