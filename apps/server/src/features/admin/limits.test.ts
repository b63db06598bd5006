/** Limits that an operator gives one account (O11, K1) at the door: what then holds, what is told of it, and what is written down. */
import { GB, type OwnLimits, plans } from '@sampan/contract/plans'
import type { LimitChange } from '@sampan/contract/rules/own-limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { join } from '../../../test/support/team.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { callCommand, poolOf } from '../../commands/test-store.ts'
import { setUserLimits } from '../../commands/users/limits.ts'
import { operatorRole } from '../../commands/users/operator.ts'
import { type Secured, secured } from '../accounts/test-second-factor.ts'

let server: TestServer
let operator: Secured
beforeAll(async () => {
  server = await startTestServer()
  operator = await secured(server)
  await run(operatorRole, [operator.email, 'on'])
})
afterAll(() => server?.close())
beforeEach(() => {
  const now = server.services.clock().toISOString()
  return server.services.db.execute(sql`update sessions set proven_at = ${now} where user_id = ${operator.userId}`)
})

async function run(command: Parameters<typeof callCommand>[0], operands: string[], values: Record<string, string> = {}) {
  const out: string[] = []
  await callCommand(command, server.services.config, poolOf(server).options, { values, operands }, out)
  return out.join('\n')
}
const codeOf = ({ json }: { json: any }) => json.error?.code as string | undefined
const ask = (account: Account, body: object, headers = {}) =>
  operator.browser.withAccess('POST', `/api/admin/users/${account.userId}/limits`, body, headers)
const give = (account: Account, limits: LimitChange, reason = 'Moves house') => ask(account, { limits, reason })
const readUser = async ({ userId }: Account) => (await operator.browser.withAccess('GET', `/api/admin/users/${userId}`)).json
const meOf = async (account: Account) => (await account.call('POST', '/updateProfile', {})).json.user
const usageOf = async (account: Account) => (await account.call('POST', '/folderSize', {})).json
const race = async (calls: (n: number) => Promise<{ status: number; json: any }>) => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => calls(n)))
  const refused = answers.filter(({ status }) => status >= 400).map(codeOf)
  return { done: answers.length - refused.length, refused: [...new Set(refused)] }
}

test('O11 K1 an account has other limits than its plan, is told of them, and has the plan’s again', async () => {
  const account = await Account.create(server)
  const declare = (size: number) => account.declare([{ path: 'big.bin', size }])
  expect(codeOf(await declare(20 * GB))).toBe('overTransferLimit')
  const given = await give(account, { storageBytes: 50 * GB, uploadBytes: 20 * GB, transfersPerMonth: 'unlimited' })
  const own: OwnLimits = { storageBytes: 50 * GB, uploadBytes: 20 * GB, transfersPerMonth: null }
  expect(given.json).toMatchObject({
    role: 'free',
    storageBytes: 50 * GB,
    transfersPerMonth: null,
    ownLimits: own,
    limitActs: [
      {
        by: operator.email,
        isByCommand: false,
        limits: 'uploadBytes=20000000000 storageBytes=50000000000 transfersPerMonth=unlimited',
        reason: 'Moves house',
      },
    ],
  })
  expect((await declare(20 * GB)).status).toBe(201)
  expect(await meOf(account)).toMatchObject({ role: 'free', ownLimits: own })
  expect(await usageOf(account)).toMatchObject({ storageBytes: 50 * GB, transfersPerMonth: null, contactLimit: 20 })
  expect((await account.call('GET', '/api/billing')).json).toMatchObject({ role: 'free', ownLimits: own })
  // What is stored stays where the limit is less.
  await give(account, { storageBytes: 'plan', uploadBytes: 'plan' }, 'Has moved')
  expect(codeOf(await declare(4 * GB))).toBe('overTransferLimit')
  expect(codeOf(await declare(1))).toBe('storageFull')
  expect((await give(account, { transfersPerMonth: 'plan' })).json).toMatchObject({ ownLimits: null, transfersPerMonth: 10 })
  expect(await meOf(account)).toMatchObject({ ownLimits: null })
})

test.each([
  [{ limits: { files: 0 }, reason: 'x' }],
  [{ limits: { files: 2.5 }, reason: 'x' }],
  [{ limits: { files: 'unlimited' }, reason: 'x' }],
  [{ limits: { seats: 4 }, reason: 'x' }],
  [{ limits: {}, reason: 'x' }],
  [{ limits: { files: 4 }, reason: ' ' }],
  [{ limits: { files: 4 } }],
])('O11 R20 %j changes nothing', async (body) => {
  const account = await Account.create(server)
  expect(codeOf(await ask(account, body))).toBe('invalidInput')
  expect((await account.owner()).ownLimits).toBeNull()
})

test('O11 K2 each limit holds where it is less than the plan’s, and 50 who race get no more', async () => {
  const account = await Account.create(server, { role: 'pro', givenRole: 'pro' })
  await give(account, { requestsPerMonth: 3, contacts: 4, storageBytes: 5 * GB, recipients: 2, files: 1 })
  await server.services.db.execute(sql`delete from rate_hits`)
  const asked = await race((n) => account.call('POST', '/api/requests', { title: `Papers ${n}` }))
  expect(asked).toEqual({ done: 3, refused: ['requestsUsedUp'] })
  const noted = await race((n) => account.call('POST', '/api/contacts', { email: `c${n}@example.cn` }))
  expect(noted).toEqual({ done: 4, refused: ['contactsFull'] })
  const begun = await race(() => account.declare([{ path: 'a', size: GB }]))
  expect(begun).toEqual({ done: 5, refused: ['storageFull'] })
  expect((await account.owner()).reservedBytes).toBe(5 * GB)
  const two = ['a', 'b'].map((path) => ({ path, size: 1 }))
  expect(codeOf(await account.declare(two))).toBe('tooManyFiles')
  // The plan's own are as they were.
  expect([plans.pro.files, plans.pro.requestsPerMonth]).toEqual([250, null])
})

test('O11 U8 a limit that is made less while 50 begin is never passed by what begins after it', async () => {
  const account = await Account.create(server, { role: 'pro', givenRole: 'pro' })
  const begun = race(() => account.declare([{ path: 'a', size: GB }]))
  await give(account, { storageBytes: 5 * GB })
  await begun
  const { reservedBytes } = await account.owner()
  expect(codeOf(await account.declare([{ path: 'a', size: GB }]))).toBe('storageFull')
  expect((await account.owner()).reservedBytes).toBe(reservedBytes)
})

test('O11 M1 a team has the limits of its owner, not of who sends', async () => {
  const owner = await Account.create(server, { role: 'team', givenRole: 'team' })
  const member = await join(server, owner)
  await give(member.account, { uploadBytes: 1 })
  await give(owner, { uploadBytes: 2 * GB })
  await member.takeTicket()
  const large = await member.account.declare([{ path: 'a', size: 2 * GB }])
  expect([large.status, codeOf(large)]).toEqual([201, undefined])
  expect(codeOf(await member.account.declare([{ path: 'a', size: 2 * GB + 1 }]))).toBe('overTransferLimit')
  const { json } = await member.call('POST', '/updateProfile', {})
  expect(json.user.team.ownLimits).toEqual({ uploadBytes: 2 * GB })
})

test('O11 H3 of a press that is repeated, or changes nothing, one line is written', async () => {
  const account = await Account.create(server)
  const body = { limits: { files: 77 }, reason: 'Many small ones' }
  const same = { 'idempotency-key': 'one press' }
  await Promise.all(Array.from({ length: 10 }, () => ask(account, body, same)))
  await give(account, { files: 77 }, 'Again')
  expect((await readUser(account)).limitActs).toMatchObject([{ limits: 'files=77', reason: 'Many small ones' }])
  const { acts } = (await operator.browser.withAccess('GET', '/api/admin/audit')).json
  expect(acts[0]).toMatchObject({ act: 'limitsChanged', about: account.email, detail: 'files=77; Many small ones' })
})

test('O5 O11 the command line does the same, and says what the plan would give', async () => {
  const account = await Account.create(server)
  const set = (words: string[], values = { reason: 'By telephone' }) => run(setUserLimits, [account.email, ...words], values)
  const text = await set(['storageBytes=50GB', 'contacts=unlimited'])
  expect(text).toMatch(/storageBytes +50000000000 {2}\(the plan gives 10000000000\)/)
  expect(text).toMatch(/contacts +unlimited {2}\(the plan gives 20\)/)
  expect((await readUser(account)).limitActs[0]).toMatchObject({ by: null, isByCommand: true, reason: 'By telephone' })
  expect(await set(['storageBytes=plan', 'contacts=plan'])).not.toContain('the plan gives')
  await expect(set(['files=many'])).rejects.toThrow('"files=many"')
  await expect(run(setUserLimits, [account.email, 'files=4'])).rejects.toThrow('--reason')
})
