/** The operator's pages (O11) at the door: whom they open to, what they do, and what is written down of it. */
import { randomBytes } from 'node:crypto'
import { proofSeconds } from '@sampan/contract/limits'
import * as contract from '@sampan/contract/routes/admin'
import * as decisions from '@sampan/contract/routes/admin-decisions'
import type { Route } from '@sampan/contract/routes/route'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sentBy } from '../../../test/support/dashboard.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import type { Command } from '../../commands/command.ts'
import { showAudit } from '../../commands/service/audit.ts'
import { dropJob, retryJob, showQueue } from '../../commands/service/queue.ts'
import { showStorage } from '../../commands/service/storage.ts'
import { callCommand, poolOf } from '../../commands/test-store.ts'
import { logUserOut } from '../../commands/users/log-out.ts'
import { operatorRole } from '../../commands/users/operator.ts'
import { setRole } from '../../commands/users/role.ts'
import { signedIn } from '../accounts/test-credentials.ts'
import { appCode, type Secured, secured } from '../accounts/test-second-factor.ts'

let server: TestServer
let operator: Secured
beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600,loginNetwork=1000/60,abuseReport=100/60',
  })
})
afterAll(() => server?.close())

const run = async (command: Command, operands: string[] = [], values: Record<string, string | boolean> = {}) => {
  const out: string[] = []
  await callCommand(command, server.services.config, poolOf(server).options, { values, operands }, out)
  return out.join('\n')
}
const codeOf = ({ json }: { json: any }) => json.error?.code as string | undefined
const read = async (path: string) => {
  const { status, json } = await operator.browser.withAccess('GET', `/api/admin/${path}`)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
/** Of the operator, whose proof is fresh. */
async function act(path: string, body?: object, headers = {}) {
  return operator.browser.withAccess('POST', `/api/admin/${path}`, body, headers)
}
const acts = async () => (await read('audit')).acts as contract.AdminAct[]
const ofOperator = Object.values<Route>({ ...contract, ...decisions }).filter(({ who }) => who === 'operator')
const askFor = (browser: Browser, { method, path }: Route) =>
  browser.withAccess(method, path.replace(/:\w+/g, '0b0c5a4e-2f6a-4c1e-9a53-1d2c3b4a5968'), method === 'GET' ? undefined : {})

describe('whom they open to', () => {
  test.each(ofOperator.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'O11 R25 %s: an unknown address to everybody, and what is missing to an operator with a password alone',
    async (_, route) => {
      const unknown = await new Browser(server).call('GET', '/api/nowhere')
      const account = await Account.create(server)
      const { secret } = (await account.call('POST', '/api/tokens', { name: 'x', scopes: ['account'] })).json
      account.browser.accessToken = account.accessToken
      const token = Object.assign(new Browser(server), { accessToken: secret })
      for (const browser of [new Browser(server), account.browser, token]) {
        const headers: Record<string, string> = browser.accessToken ? { authorization: `Bearer ${browser.accessToken}` } : {}
        const { status, json } = await browser.call(
          route.method,
          route.path.replace(/:\w+/g, '1'),
          route.method === 'GET' ? undefined : {},
          headers,
        )
        expect([status, json.error.code]).toEqual([404, unknown.json.error.code])
      }
      await server.services.db.execute(sql`update users set is_operator = true where id = ${account.userId}`)
      const refused = await askFor(account.browser, route)
      expect([refused.status, codeOf(refused)]).toEqual([403, 'operatorUnsecured'])
      expect(codeOf(await askFor(token, route))).toBe('notFound')
    },
  )
})

describe('an operator', () => {
  beforeAll(async () => {
    operator = await secured(server)
    expect(await run(operatorRole, [operator.email, 'on'])).toContain('/admin')
  })
  beforeEach(async () => {
    // A proof is fresh for some minutes only.
    await server.services.db.execute(
      sql`update sessions set proven_at = ${server.services.clock().toISOString()} where user_id = ${operator.userId}`,
    )
  })

  test('O11 A10 is known as one to the menu, needs a passkey where there is no second step, and no password makes up for it', async () => {
    const { json } = await operator.browser.refresh()
    expect(json.user.isOperator).toBe(true)
    const other = await signedIn(server)
    await run(operatorRole, [other.email, 'on'])
    expect(codeOf(await other.browser.withAccess('GET', '/api/admin/health'))).toBe('operatorUnsecured')
    await server.services.db.execute(sql`update sessions set proof = 'passkey' where user_id = ${other.userId}`)
    expect((await other.browser.withAccess('GET', '/api/admin/health')).status).toBe(200)
    await run(operatorRole, [other.email, 'off'])
    expect(codeOf(await other.browser.withAccess('GET', '/api/admin/health'))).toBe('notFound')
  })

  test.each(ofOperator.filter(({ method }) => method === 'POST').map((route) => [route.path, route] as const))(
    'O11 A12 %s wants a fresh proof, but for what changes nothing',
    async (path, route) => {
      const old = new Date(server.services.clock().getTime() - proofSeconds * 1000).toISOString()
      await server.services.db.execute(sql`update sessions set proven_at = ${old} where user_id = ${operator.userId}`)
      if (path === contract.adminExamine.path) expect(route.needsProof).toBeUndefined()
      else expect(codeOf(await askFor(operator.browser, route))).toBe('proofNeeded')
    },
  )

  test('O11 reads how the service is, what the doctor finds, what is stored, and by whom the most', async () => {
    const [account, more] = [await Account.create(server, { usedBytes: 7e9 }), await Account.create(server, { usedBytes: 8e9 })]
    expect((await read('storage')).biggest).toMatchObject([{ email: more.email }, { email: account.email, usedBytes: 7e9 }])
    expect(await run(showStorage)).toContain(account.email)
    expect(await read('health')).toMatchObject({ version: expect.stringMatching(/^\d+\./), accounts: expect.any(Number) })
    const { json } = await act('examine')
    expect(json.findings.map(({ about }: { about: string }) => about)).toEqual(expect.arrayContaining(['database', 'backup']))
    expect(json.findings.find(({ about }: { about: string }) => about === 'backup').change).toEqual([
      'sampan backup FOLDER, each night',
    ])
  })

  test('O11 O5 suspends an account and lifts it: its sending stops at once, the owner reads why, and both are written down', async () => {
    const account = await Account.create(server)
    const user = `users/${account.userId}`
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }])
      expect(codeOf(await act(`${user}/suspend`, body))).toBe('invalidInput')
    const before = (await acts()).length
    const same = { 'idempotency-key': 'one press' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(`${user}/suspend`, { reason: ' Phishing ' }, same)))
    for (const { json } of answers) expect(json).toMatchObject({ status: 'revoke', suspendedAt: expect.any(Number) })
    expect(answers[0]!.json.standingActs).toMatchObject([{ act: 'suspended', reason: 'Phishing' }])
    expect(codeOf(await account.declare([{ path: 'a', size: 1 }]))).toBe('accountSuspended')
    expect((await account.call('POST', '/updateProfile', {})).json.user.suspendedFor).toBe('Phishing')
    expect((await acts()).length - before).toBe(1)
    expect((await acts())[0]).toMatchObject({
      act: 'suspended',
      by: operator.email,
      isByCommand: false,
      about: account.email,
      detail: 'Phishing',
    })
    expect((await act(`${user}/restore`, { reason: 'A mistake' })).json).toMatchObject({ status: 'active', suspendedAt: null })
    expect((await account.declare([{ path: 'a', size: 1 }])).status).toBe(201)
    // Of one that is not suspended nothing is told.
    await act(`${user}/restore`, { reason: 'Again' })
    expect((await acts()).slice(0, 2).map(({ act: done }) => done)).toEqual(['restored', 'suspended'])
    expect((await act('users/0b0c5a4e-2f6a-4c1e-9a53-1d2c3b4a5968/suspend', { reason: 'x' })).status).toBe(404)
  })

  test('O11 gives a plan and takes it back, logs somebody out everywhere, and the command line does the same', async () => {
    const account = await Account.create(server)
    const { secret } = (await account.call('POST', '/api/tokens', { name: 'x', scopes: ['read'] })).json
    const role = (word: string | null) => act(`users/${account.userId}/role`, { role: word })
    expect((await role('pro')).json).toMatchObject({ role: 'pro', givenRole: 'pro' })
    await role('pro')
    expect(codeOf(await role('emperor'))).toBe('invalidInput')
    expect((await role(null)).json).toMatchObject({ role: 'free', givenRole: null })
    expect((await acts()).slice(0, 2)).toMatchObject([
      { act: 'planTakenBack', about: account.email },
      { act: 'planGiven', detail: 'pro' },
    ])
    expect((await act(`users/${account.userId}/endSessions`)).json).toMatchObject({ sessions: 0 })
    for (const token of [account.accessToken, secret])
      expect((await account.browser.call('GET', '/getQs', undefined, { authorization: `Bearer ${token}` })).status).toBe(401)
    await run(setRole, [account.email, 'team'])
    expect(await run(logUserOut, [account.email])).toContain('logged in nowhere')
    // A command goes by the machine's own clock, which the test's is ahead of.
    const byCommand = (await acts()).filter(({ isByCommand }) => isByCommand)
    expect(byCommand[0]).toMatchObject({ act: 'sessionsEnded', by: null, about: account.email })
    expect(await run(showAudit)).toMatch(/command {2}sessionsEnded .*\n.*command {2}planGiven /)
  })

  test('O11 finds accounts by what they are called, some at a time, and never their passwords', async () => {
    const account = await Account.create(server)
    await account.call('POST', '/updateProfile', { fullName: '50%_Mei Harbour' })
    const { users } = await read(`users?search=${encodeURIComponent('%_mei')}`)
    expect(users).toMatchObject([{ email: account.email, role: 'free', status: 'active', isOperator: false }])
    const { users: all } = await read('users')
    expect(new Set((await read(`users?before=${all[1]._id}`)).users.map(({ _id }: { _id: string }) => _id)).has(all[1]._id)).toBe(
      false,
    )
    expect((await read(`users?before=${all[0]._id}`)).users[0]._id).toBe(all[1]._id)
    expect(JSON.stringify(await read(`users/${account.userId}`))).not.toMatch(/hash|password/i)
  })

  test('O11 has work tried anew that was given up, or drops it; of all who press one does, and it is written down', async () => {
    const { db } = server.services
    const give = async (key: string) => {
      await db.execute(
        sql`select graphile_worker.add_job('nobody:knows', '{}'::json, job_key := ${key}, max_attempts := 1, run_at := now() + interval '1 day')`,
      )
      const { rows } = await db.execute<{ id: string }>(
        sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'the mail server said no' where key = ${key} returning id::text`,
      )
      return rows[0]!.id
    }
    const [again, away, third] = [await give('a'), await give('b'), await give('c')]
    const queue = await read('queue')
    expect(queue.failed).toBe(3)
    expect(queue.jobs.find(({ _id }: { _id: string }) => _id === again)).toMatchObject({
      kind: 'nobody:knows',
      error: 'the mail server said no',
      tries: 1,
    })
    expect(await run(showQueue)).toContain('3 were given up')
    const before = (await acts()).length
    await Promise.all(Array.from({ length: 10 }, () => act(`queue/${away}/drop`)))
    await Promise.all(Array.from({ length: 10 }, () => act(`queue/${again}/retry`)))
    expect((await acts()).length - before).toBe(2)
    const { rows } = await db.execute<{ id: string }>(
      sql`select id::text from graphile_worker.jobs where task_identifier = 'nobody:knows' and attempts = 0 and run_at <= now()`,
    )
    expect(rows.map(({ id }) => id)).toEqual([again])
    expect((await acts())[0]).toMatchObject({ act: 'jobRetried', about: 'nobody:knows' })
    expect(await run(dropJob, [third])).toContain('forgotten')
    await expect(run(retryJob, [third])).rejects.toThrow('was given up')
    await db.execute(sql`select graphile_worker.complete_jobs(array[${again}::bigint])`)
  })

  test('O11 D7 reads what was reported and takes it down: its link says so, what else holds the files too, and it is written down', async () => {
    const link = await sentBy(server, [{ path: 'invoice.pdf', bytes: randomBytes(30) }])
    const report = { reason: 'phishing', text: 'It asks for a password', email: 'li@example.cn' }
    await new Browser(server).call('POST', `/api/transfers/${link.slug}/reports?user=${link.user}`, report)
    const { reported } = await read('reports')
    expect(reported[0]).toMatchObject({
      slug: link.slug,
      title: 'invoice.pdf',
      kind: 'transfer',
      reports: 1,
      reasons: ['phishing'],
    })
    expect((await read(`reports/${link.slug}`)).reports).toMatchObject([{ ...report, outcome: null }])
    const view = () => fetch(`${server.url}/d/${link.slug}/${link.user}`)
    expect((await view()).status).toBe(200)
    expect((await act(`reports/${link.slug}/takeDown`, {})).json).toEqual({ changed: true, settled: 1, copies: [] })
    expect((await view()).status).toBe(451)
    await act(`reports/${link.slug}/takeDown`, {})
    expect((await read('reports')).reported).toEqual([])
    expect((await read('reports?which=all')).reported[0]).toMatchObject({ slug: link.slug, state: 'takenDown' })
    expect((await act(`reports/${link.slug}/putBack`)).json).toMatchObject({ changed: true })
    expect((await view()).status).toBe(200)
    expect((await acts()).slice(0, 2)).toMatchObject([
      { act: 'putBack', about: link.slug },
      { act: 'takenDown', about: link.slug },
    ])
    expect((await act('reports/Unknown1/dismiss')).status).toBe(404)
  })

  test('T7 O11 reads what people say and is done with it; T10 sees the mails that came back', async () => {
    const account = await Account.create(server)
    await account.call('POST', '/api/feedback', { message: 'Boats!', rating: 'Fantastic', route: '/dash', requestKey: 'x' })
    const { feedback } = await read('feedback')
    expect(feedback[0]).toMatchObject({ message: 'Boats!', rating: 'Fantastic', email: account.email, handledAt: null })
    const handle = (isHandled: boolean) => act(`feedback/${feedback[0]._id}/handled`, { isHandled })
    await handle(true)
    await handle(true)
    expect((await read('feedback')).feedback).toEqual([])
    expect((await read('feedback?which=all')).feedback[0].handledAt).toEqual(expect.any(Number))
    await handle(false)
    expect((await acts()).slice(0, 2).map(({ act: done }) => done)).toEqual(['feedbackReopened', 'feedbackHandled'])
    const link = await sentBy(server, [{ path: 'a.bin', bytes: randomBytes(3) }])
    await server.services.db.execute(
      sql`update recipients set mail_state = 'bounced', mail_reason = '550 no such user' where email = ${link.to}`,
    )
    expect((await read('bounces')).bounces[0]).toMatchObject({ email: link.to, slug: link.slug, reason: '550 no such user' })
  })

  test('O11 what was done is written down in the same transaction or not done, and nobody changes it', async () => {
    const { db } = server.services
    for (const change of [sql`update operator_log set detail = ''`, sql`delete from operator_log`, sql`truncate operator_log`])
      await expect(db.execute(change)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('stays as it was written down') },
      })
    const account = await Account.create(server)
    await db.execute(sql`alter table operator_log add constraint nothing_more check (act <> 'suspended') not valid`)
    expect((await act(`users/${account.userId}/suspend`, { reason: 'x' })).status).toBe(500)
    await db.execute(sql`alter table operator_log drop constraint nothing_more`)
    expect((await account.owner()).revokedAt).toBeNull()
    await waitFor(async () => (await read(`users/${account.userId}`)).status === 'active')
    const stays = await acts()
    expect(stays.length).toBeGreaterThan(5)
    // Somebody who is gone is named no more.
    await act(`users/${account.userId}/suspend`, { reason: 'x' })
    await db.execute(sql`delete from users where id = ${account.userId}`)
    expect((await acts())[0]).toMatchObject({ act: 'suspended', about: '' })
  })

  test('O11 A10 whose second step is taken away is shut out at once', async () => {
    const { browser, key } = operator
    server.moveClock(30)
    const { status } = await browser.withAccess('POST', '/api/proof', { code: appCode(server, key) })
    expect(status).toBeLessThan(300)
    await server.services.db.execute(sql`delete from second_factors where user_id = ${operator.userId}`)
    expect(codeOf(await browser.withAccess('GET', '/api/admin/users'))).toBe('operatorUnsecured')
  })
})
