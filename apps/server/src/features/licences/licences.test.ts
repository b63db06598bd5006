/** Licence codes at the door: what counts, what is refused, and who wins a race. */
import { licenceRole } from '@sampan/contract/rules/standing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { licenceCodes } from '../../db/tables.ts'
import { makeLicenceCodes, revokeLicenceCodes } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ SUPPORT_EMAIL: 'help@example.com', RATE_LIMITS: 'licenceCodes=10000/3600' })
})
afterAll(() => server?.close())

let batches = 0
async function make(count: number, batch = `batch-${++batches}`): Promise<string[]> {
  let made: string[] = []
  await makeLicenceCodes(server.services, { batch, count }, (codes) => {
    made = codes
  })
  return made
}
const activate = (account: Account, codes: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  account.call('POST', '/api/appSumo/upgradeAppSumo', { codes, ...more }, headers)
const licencesOf = async (account: Account) => (await account.call('GET', '/api/licences')).json.licences
const rows = () => server.services.db.select().from(licenceCodes).orderBy(licenceCodes.id)
const invalid = { code: 'licenceCodesInvalid', message: 'Code(s) are invalid! Reach out to help@example.com' }

test('P6 n codes give the n-th paid role, one call after the other, and are told by their hints alone', async () => {
  const account = await Account.create(server)
  const codes = await make(8)
  for (const [index, code] of codes.entries()) {
    const { status, json } = await activate(account, ['', code, ''], { userId: account.userId, email: account.email })
    expect(status).toBe(200)
    expect(json.map(({ hint }: { hint: string }) => hint)).toEqual(codes.slice(0, index + 1).map((each) => each.slice(-4)))
    expect(await account.owner()).toMatchObject({ role: licenceRole(index + 1), status: 'active' })
    const { isSumo } = (await account.call('POST', '/updateProfile', {})).json.user
    const ends = Array.from({ length: 8 }, (_, nth) => (nth <= index ? codes[nth]!.slice(-4) : ''))
    expect(isSumo).toEqual({ isSumo: true, ...Object.fromEntries(ends.map((end, nth) => [`code${nth + 1}`, end])) })
  }
  expect(await account.owner()).toMatchObject({ role: 'teamelite' })
  const listed = JSON.stringify(await licencesOf(account))
  for (const code of codes) expect(listed).not.toContain(code)
  const [ninth] = await make(1)
  const before = await rows()
  expect(await activate(account, [ninth])).toMatchObject({
    status: 422,
    json: { error: { code: 'licenceCodesTooMany', details: { limit: 8 } } },
  })
  expect(await rows()).toEqual(before)
})

test('P6 as they are typed, all at once, beside own ones; several give as many roles at once', async () => {
  const account = await Account.create(server)
  const [a, b, c] = (await make(3)) as [string, string, string]
  await activate(account, [a])
  const typed = [` ${a.toLowerCase()} `, `${b.slice(0, 5)}-${b.slice(5)}`, '', c.replaceAll('0', 'o').replaceAll('1', 'l')]
  const hints = (await activate(account, typed)).json.map(({ hint }: { hint: string }) => hint)
  expect(hints).toEqual([a, b, c].map((code) => code.slice(-4)))
  expect(await account.owner()).toMatchObject({ role: 'business' })
})

describe('refused with one sentence, and nothing changed', () => {
  test.each<[string, (own: string, free: string, others: string, revoked: string) => string[]]>([
    ['a new one twice', (_, free) => [free, free]],
    ['none that is new', (own) => [own, '']],
    ['nothing at all', () => []],
    ['one that was never made', (_, free) => [free, '00000-00000-00000-00000']],
    ['one of another account', (_, free, others) => [free, others]],
    ['one that was revoked', (_, free, __, revoked) => [free, revoked]],
    ['one that is cut', (_, free) => [free, free.slice(0, 19)]],
    ['other letters', (_, free) => [free, '授权码']],
  ])('P6 §5 %s', async (_, codesOf) => {
    const [account, other] = [await Account.create(server), await Account.create(server)]
    const [own, free, others, revoked] = (await make(4)) as [string, string, string, string]
    await activate(account, [own])
    await activate(other, [others])
    await revokeLicenceCodes(server.services, { code: revoked })
    const before = await rows()
    const { status, json } = await activate(account, codesOf(own, free, others, revoked))
    expect(status).toBe(422)
    expect(json.error).toMatchObject(invalid)
    expect(await rows()).toEqual(before)
    expect(await account.owner()).toMatchObject({ role: 'personal' })
  })

  test('P6 H4 R26 ids of somebody else, a suspended account, an API token, wrong shapes', async () => {
    const [account, other] = [await Account.create(server), await Account.create(server)]
    const [code] = await make(1)
    const { json } = await account.call('POST', '/api/tokens', { name: 'script' })
    const before = await rows()
    const asked = async (...args: Parameters<typeof activate>) => {
      const reply = await activate(...args)
      expect(await rows()).toEqual(before)
      return reply.json.error.code
    }
    expect(await asked(account, [code], { userId: other.userId })).toBe('notYours')
    expect(await asked(account, [code], { email: other.email })).toBe('notYours')
    expect(await asked(account, [code], {}, { authorization: `Bearer ${json.secret}` })).toBe('sessionNeeded')
    expect(await asked(account, [code], {}, { authorization: '' })).toBe('signedOut')
    for (const codes of [undefined, null, 'x', [1], ['x'.repeat(101)], Array(33).fill(''), [['x']], { length: 1 }])
      expect(await asked(account, codes)).toBe('invalidInput')
    await account.setOwner({ status: 'revoke', revokedAt: server.services.clock() })
    expect(await asked(account, [code])).toBe('accountSuspended')
  })
})

describe('races', () => {
  test('P6 R15 two accounts with one code, again and again: one of them has it', async () => {
    for (const code of await make(5)) {
      const accounts = [await Account.create(server), await Account.create(server)]
      const replies = await Promise.all(accounts.map((account) => activate(account, [code])))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
      const roles = await Promise.all(accounts.map(async (account) => (await account.owner()).role))
      expect(roles.sort()).toEqual(['free', 'personal'])
    }
  })

  test('P6 R15 one account with nine codes in nine calls at once: eight, and the role of eight', async () => {
    const account = await Account.create(server)
    const replies = await Promise.all((await make(9)).map((code) => activate(account, [code])))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(8)
    expect(replies.find(({ status }) => status !== 200)!.json.error.code).toBe('licenceCodesTooMany')
    expect(await licencesOf(account)).toHaveLength(8)
    expect(await account.owner()).toMatchObject({ role: 'teamelite' })
  })

  test('P6 sets of the same codes in opposite order: one whole set is activated, never a part of each', async () => {
    const codes = await make(6)
    const accounts = await Promise.all(Array.from({ length: 6 }, () => Account.create(server)))
    const replies = await Promise.all(
      accounts.map((account, index) => activate(account, index % 2 ? codes : [...codes].reverse())),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
    const counts = await Promise.all(accounts.map(async (account) => (await licencesOf(account)).length))
    expect(counts.sort()).toEqual([0, 0, 0, 0, 0, 6])
  })

  test('P6 a batch that is revoked while its codes are activated: no account keeps a role of it', async () => {
    const batch = 'withdrawn'
    const codes = await make(12, batch)
    const accounts = await Promise.all(codes.map(() => Account.create(server)))
    await activate(accounts[0]!, [codes[0]])
    const [, ...replies] = await Promise.all([
      revokeLicenceCodes(server.services, { batch }),
      ...accounts.slice(1).map((account, index) => activate(account, [codes[index + 1]])),
    ])
    expect(replies.every(({ status }) => status === 200 || status === 422)).toBe(true)
    for (const account of accounts) expect(await account.owner()).toMatchObject({ role: 'free' })
  })

  test('P6 R15 a batch is being revoked when an account that has one of its codes activates another: neither waits for the other in a circle', async () => {
    const batch = 'circle'
    const [first, second, third] = (await make(3, batch)) as [string, string, string]
    const account = await Account.create(server)
    await activate(account, [first])
    const hint = third.slice(-4)
    const waiting = async (count: number) => {
      const { rows } = await server.services.db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length === count
    }
    // The revocation has come as far as the third code, when the activation begins.
    const { revoking, activating } = await server.services.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from licence_codes where batch = ${batch} and hint = ${hint} for update`)
      const revoking = revokeLicenceCodes(server.services, { batch })
      await waitFor(() => waiting(1))
      const activating = activate(account, [second])
      await waitFor(() => waiting(2))
      return { revoking, activating }
    })
    expect(await revoking).toEqual({ found: 3, revoked: 3, accounts: 1 })
    expect((await activating).json.error).toMatchObject(invalid)
    expect(await account.owner()).toMatchObject({ role: 'free' })
  })

  test('H3 P6 the same call again, whose answer was lost: the same answer, one place taken', async () => {
    const account = await Account.create(server)
    const codes = await make(2)
    const key = { 'idempotency-key': 'a-call-of-one-s-own' }
    const replies = await Promise.all([1, 2, 3].map(() => activate(account, codes, {}, key)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ json }) => JSON.stringify(json))).size).toBe(1)
    expect(await account.owner()).toMatchObject({ role: 'pro' })
  })
})

test('P6 A8 what is revoked falls: to fewer codes, to the gift, to free; places are free again', async () => {
  const account = await Account.create(server)
  const [first, ...batch] = (await make(3, 'falling')) as [string, ...string[]]
  const [kept] = await make(1)
  await activate(account, [first, ...batch, kept])
  expect(await account.owner()).toMatchObject({ role: 'businessplus' })
  expect(await revokeLicenceCodes(server.services, { code: first.toLowerCase() })).toEqual({
    found: 1,
    revoked: 1,
    accounts: 1,
  })
  expect(await account.owner()).toMatchObject({ role: 'business' })
  await account.setOwner({ givenRole: 'pro' })
  expect(await revokeLicenceCodes(server.services, { batch: 'falling' })).toEqual({ found: 3, revoked: 2, accounts: 1 })
  expect(await account.owner()).toMatchObject({ role: 'pro', status: 'active' })
  expect(await revokeLicenceCodes(server.services, { batch: 'falling' })).toEqual({ found: 3, revoked: 0, accounts: 0 })
  expect(await licencesOf(account)).toHaveLength(1)
  expect((await activate(account, [first])).json.error).toMatchObject(invalid)
})

test('P6 R46 the table holds no code, only what nobody can make one of', async () => {
  const codes = await make(50, 'sealed')
  expect(new Set(codes).size).toBe(50)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
  const stored = await server.services.db.select().from(licenceCodes).where(eq(licenceCodes.batch, 'sealed'))
  expect(stored).toHaveLength(50)
  expect(stored.every(({ codeHash }) => codeHash.length === 32)).toBe(true)
  const text = JSON.stringify(stored) + server.logs.join('\n')
  for (const code of codes) expect(text).not.toContain(code.slice(0, 10))
})
