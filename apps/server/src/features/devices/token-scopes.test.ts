/** What API tokens and programs may: every call of the contract, by a token with its scope and by one with all others (O9). */
import { calls } from '@sampan/contract/routes/index'
import type { Route } from '@sampan/contract/routes/route'
import { type TokenScope, tokenScopes } from '@sampan/contract/states'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'deviceNetwork=1000/60' })
})
afterAll(() => server?.close())

/** Calls that look at a bearer token at all. */
const looking = calls.filter(({ route: { who } }) => who === 'user' || who === 'browser')
const named = looking.map((call) => [call.id, call.route] as const)

const makeToken = async (account: Account, scopes: readonly TokenScope[]): Promise<string> =>
  (await account.call('POST', '/api/tokens', { name: scopes.join(), scopes })).json.secret

type Answer = { code: string | undefined; details: Record<string, unknown> | undefined }

/** With a body that is no JSON at all, so that whoever gets as far as the body changes nothing. */
async function ask({ method, path }: Route, token: string): Promise<Answer> {
  const gone = new AbortController()
  const response = await fetch(server.url + path.replace(/:\w+/g, '00000000'), {
    method,
    signal: gone.signal,
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{' }),
  })
  const isJson = response.headers.get('content-type')?.includes('json')
  const { error } = isJson ? await response.json() : { error: undefined }
  gone.abort()
  return { code: error?.code, details: error?.details }
}

describe('every call', () => {
  const withScope = new Map<TokenScope, string>()
  const withAllOthers = new Map<TokenScope, string>()
  let withAll: string
  beforeAll(async () => {
    const account = await Account.create(server)
    withAll = await makeToken(account, tokenScopes)
    for (const scope of tokenScopes) {
      withScope.set(scope, await makeToken(account, [scope]))
      const others = tokenScopes.filter((each) => each !== scope)
      withAllOthers.set(scope, await makeToken(account, others))
    }
  })

  test.each(named)(
    'O9 R25 %s: a token with its scope gets there, one with all others is told which it lacks',
    async (_, route) => {
      const { scope } = route
      if (!scope) expect((await ask(route, withAll)).code).toBe('sessionNeeded')
      else if (scope === 'any') for (const token of withScope.values()) expect((await ask(route, token)).code).toBeUndefined()
      else {
        expect(await ask(route, withAllOthers.get(scope)!)).toMatchObject({ code: 'scopeMissing', details: { scope } })
        expect(['scopeMissing', 'sessionNeeded', 'signedOut']).not.toContain((await ask(route, withScope.get(scope)!)).code)
      }
    },
  )
})

test('O9 which scope each call needs changes only on purpose', () => {
  const needing = (scope: Route['scope']) => looking.filter(({ route }) => route.scope === scope).map(({ id }) => id)
  const table = Object.fromEntries([...tokenScopes, 'any' as const].map((scope) => [scope, needing(scope).sort()]))
  expect({ ...table, 'not for tokens': needing(undefined).sort() }).toMatchSnapshot()
})

test('O9 A12 only calls that look at tokens have a scope, and none that asks for a fresh proof', () => {
  const scoped = calls.filter(({ route }) => route.scope)
  expect(scoped.filter((call) => !looking.includes(call))).toEqual([])
  expect(scoped.filter(({ route }) => route.needsProof)).toEqual([])
})

test('O9 H1 /openapi.json says the same of each', async () => {
  const { paths } = await (await fetch(`${server.url}/openapi.json`)).json()
  for (const { id, route } of looking) {
    const { security } = paths[route.path.replace(/:(\w+)/g, '{$1}')][route.method.toLowerCase()]
    const ofTokens = security.filter((each: object) => 'apiToken' in each)
    const scopes = route.scope === 'any' ? [] : [route.scope]
    expect(ofTokens, id).toEqual(route.scope ? [{ apiToken: scopes }] : [])
  }
})

describe('programs that are let in by a code', () => {
  const letIn = async (account: Account, scopes?: readonly TokenScope[]) => {
    const program = new Browser(server)
    const { json: asked } = await program.call('POST', '/api/devices/begin', { program: 'sampan', hostName: 'desk', scopes })
    const { json: shown } = await account.call('GET', `/api/devices/${asked.userCode}`)
    await account.call('POST', `/api/devices/${asked.userCode}`, { isAllowed: true })
    const { json } = await program.call('POST', '/api/devices/poll', { deviceCode: asked.deviceCode })
    return { shown, session: json.session }
  }
  const codeOf = async (token: string, method: string, path: string, body?: object) =>
    (await new Browser(server).call(method, path, body, { authorization: `Bearer ${token}` })).json.error?.code

  test('O7 O9 A3 one that asks for some scopes has no more, now and after its session went on; its reader is told which', async () => {
    const account = await Account.create(server)
    const { shown, session } = await letIn(account, ['send', 'read', 'send'])
    expect(shown.scopes).toEqual(['send', 'read'])
    const { json: renewed } = await new Browser(server).call('GET', '/refreshToken', undefined, {
      'x-sampan': 'cli',
      authorization: `Bearer ${session.refreshToken}`,
    })
    for (const { accessToken } of [session, renewed]) {
      expect(await codeOf(accessToken, 'GET', '/getQs')).toBeUndefined()
      expect(await codeOf(accessToken, 'GET', '/api/contacts')).toBe('scopeMissing')
      expect(await codeOf(accessToken, 'GET', '/api/tokens')).toBe('sessionNeeded')
      expect(await codeOf(accessToken, 'POST', '/api/account/delete', { password: 'x' })).toBe('sessionNeeded')
    }
    const by = { authorization: `Bearer ${renewed.accessToken}` }
    expect((await new Browser(server).call('GET', '/api/token', undefined, by)).json).toMatchObject({
      userId: account.userId,
      kind: 'device',
      scopes: ['send', 'read'],
    })
  })

  test('O7 one that asks for none, as programs of before do, may what its account may', async () => {
    const account = await Account.create(server)
    const { shown, session } = await letIn(account)
    expect(shown.scopes).toBeNull()
    expect(await codeOf(session.accessToken, 'GET', '/api/sessions')).toBeUndefined()
    expect(await codeOf(session.accessToken, 'GET', '/api/contacts')).toBeUndefined()
  })

  test('O9 what is no scope, and none of them, is refused', async () => {
    const account = await Account.create(server)
    for (const scopes of [[], ['everything'], 'send', Array(6).fill('send')]) {
      const body = { program: 'sampan', hostName: '', name: 'x', scopes }
      for (const [who, path] of [
        [new Browser(server), '/api/devices/begin'],
        [account, '/api/tokens'],
      ] as const)
        expect((await who.call('POST', path, body)).json.error?.code, `${path} ${scopes}`).toBe('invalidInput')
    }
  })
})
