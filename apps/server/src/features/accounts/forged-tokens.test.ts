import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { cookies } from '@sampan/contract/cookies'
import { accessTokenSeconds } from '@sampan/contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { stateOf } from '../../../test/support/state-dump.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { address } from './test-sign-up.ts'

const [email, otherEmail] = [address(), address()]
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const each of [email, otherEmail]) await new Browser(server).signUp(each)
})
afterAll(() => server?.close())

async function signedIn(as = email) {
  const browser = new Browser(server)
  const user = await browser.logIn(as)
  return { browser, user, token: browser.accessToken }
}
type Given = Awaited<ReturnType<typeof signedIn>>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const hmac = (secret: Buffer | string, text: string, hash = 'sha256') => createHmac(hash, secret).update(text).digest('base64url')
/** Signed with the right key: what is wrong is all else. */
const signed = (header: object, claims: object, hash = 'sha256') => {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${hmac(server.services.secrets.access, text, hash)}`
}
const header = { alg: 'HS256', typ: 'at+jwt' }

const forgeries: [string, (given: Given) => string | Promise<string>][] = [
  ['alg none', ({ token }) => `${encode({ ...header, alg: 'none' })}.${token.split('.')[1]}.`],
  [
    'alg none with the old signature',
    ({ token }) => `${encode({ ...header, alg: 'none' })}.${token.split('.').slice(1).join('.')}`,
  ],
  ['another algorithm of the same key', ({ token }) => signed({ ...header, alg: 'HS512' }, claimsOf(token), 'sha512')],
  [
    'RS256 with a key of the caller',
    ({ token }) => {
      const text = `${encode({ ...header, alg: 'RS256' })}.${token.split('.')[1]}`
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      return `${text}.${signWith('sha256', Buffer.from(text), privateKey).toString('base64url')}`
    },
  ],
  [
    'a kid that names an empty file',
    ({ token }) => {
      const text = `${encode({ ...header, kid: '../../../../dev/null' })}.${token.split('.')[1]}`
      return `${text}.${hmac('', text)}`
    },
  ],
  [
    'an edited subject',
    async ({ token }) => {
      const [head, , mac] = token.split('.')
      return `${head}.${encode({ ...claimsOf(token), sub: (await signedIn(otherEmail)).user._id })}.${mac}`
    },
  ],
  [
    'another account in the subject than the session has',
    async ({ token }) => signed(header, { ...claimsOf(token), sub: (await signedIn(otherEmail)).user._id }),
  ],
  ['no session', ({ token }) => signed(header, { ...claimsOf(token), sid: undefined })],
  ['no type', ({ token }) => signed({ alg: 'HS256' }, claimsOf(token))],
  ['another audience', ({ token }) => signed(header, { ...claimsOf(token), aud: 'sampan-upload' })],
  ['no end', ({ token }) => signed(header, { ...claimsOf(token), exp: undefined })],
  ['a beginning that lies ahead', ({ token }) => signed(header, { ...claimsOf(token), nbf: claimsOf(token).exp })],
  ['a storage ticket', async ({ browser }) => browser.takeUserTicket()],
  ['a refresh token', ({ browser }) => browser.jar.get(cookies.refresh.name)!],
  [
    'its time is over',
    ({ token }) => {
      server.moveClock(accessTokenSeconds + 1)
      return token
    },
  ],
  [
    'its session has ended',
    async ({ browser, token }) => {
      await browser.call('GET', '/logout', undefined, { 'x-sampan': 'web' })
      return token
    },
  ],
]

test.each(forgeries)('R23 an access token does not pass: %s', async (_, forge) => {
  const given = await signedIn()
  const authorization = `Bearer ${await forge(given)}`
  const before = await stateOf(server)
  for (const [path, body] of [
    ['/updateProfile', { fullName: 'Mallory' }],
    ['/stsAuth', { id: given.user._id, type: 'userUpload' }],
  ] as const) {
    const reply = await given.browser.call('POST', path, body, { authorization })
    expect([reply.status, reply.json.error.code]).toEqual([401, 'signedOut'])
  }
  expect(await stateOf(server)).toEqual(before)
})

test('R23 an access token is no storage ticket and no refresh token', async () => {
  const { browser, token } = await signedIn()
  const before = await stateOf(server)
  const files = { files: [{ path: 'a.txt', size: 1 }] }
  const created = await browser.call('POST', '/api/uploads', files, { authorization: `Bearer ${token}` })
  expect([created.status, created.json.error.code]).toEqual([401, 'ticketInvalid'])
  browser.jar.set(cookies.refresh.name, token)
  expect((await browser.refresh()).status).toBe(401)
  expect(await stateOf(server)).toEqual(before)
})

test('R26 the profile of another account is not known here', async () => {
  const [one, other] = [await signedIn(), await signedIn(otherEmail)]
  const before = await stateOf(server)
  const reply = await one.browser.withAccess('POST', '/updateProfile', { userid: other.user._id, fullName: 'Mallory' })
  expect([reply.status, reply.json.error.code]).toEqual([404, 'notYours'])
  expect(await stateOf(server)).toEqual(before)
})
