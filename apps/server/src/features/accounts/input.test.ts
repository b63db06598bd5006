import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { stateOf } from '../../../test/support/state-dump.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { address, password, verified } from './test-sign-up.ts'

let server: TestServer
let browser: Browser
let email: string
beforeAll(async () => {
  server = await startTestServer()
  browser = new Browser(server)
  await browser.signUp(address(), password, { fullName: 'Mei', company: 'Harbour' })
  // Ready to sign up again: whatever is refused below is refused for its input.
  const other = await verified(server)
  for (const [name, value] of other.browser.jar) if (!browser.jar.has(name)) browser.jar.set(name, value)
  email = other.email
})
afterAll(() => server?.close())

const long = 'x'.repeat(3000)
const badEmails: [unknown, string][] = [
  [undefined, 'required'],
  [null, 'invalid'],
  [['a@example.com'], 'invalid'],
  [{ $ne: '' }, 'invalid'],
  ['', 'invalidEmail'],
  ['nobody', 'invalidEmail'],
  ['a@b', 'invalidEmail'],
  ['a@example.com\0', 'invalidEmail'],
  ['a@example.com\r\nBcc: b@example.com', 'invalidEmail'],
  [`${long}@example.com`, 'tooLong'],
]
const badTexts: [unknown, string][] = [
  [long, 'tooLong'],
  [7, 'invalid'],
  [['x'], 'invalid'],
]
const badLanguages: [unknown, string][] = [
  ['fr', 'invalid'],
  [1, 'invalid'],
]
const table = (path: string, field: string, bad: [unknown, string][]) =>
  bad.map(([value, code]) => [path, field, value, code] as const)

const cases = [
  ...['/newsignupverify', '/signup2', '/combinedAuth'].flatMap((path) => table(path, 'email', badEmails)),
  ...table('/newsignupverify', 'verifyComplete', [
    ['', 'invalid'],
    ['ABC', 'invalid'],
    ['ABCDEF', 'invalid'],
    [12345, 'invalid'],
    [long, 'tooLong'],
  ]),
  ...table('/newsignupverify', 'language', badLanguages),
  ...table('/newsignupverify', 'isTeamMember', [['yes', 'invalid']]),
  ...['fullName', 'company', 'referrer', 'endorsely_referral'].flatMap((field) => table('/signup2', field, badTexts)),
  ...table('/signup2', 'lang', badLanguages),
  ...table('/combinedAuth', 'password', [
    [undefined, 'required'],
    ['', 'required'],
    [long, 'tooLong'],
    [{}, 'invalid'],
  ]),
  ...['fullName', 'company', 'userid'].flatMap((field) => table('/updateProfile', field, badTexts)),
  ...table('/updateProfile', 'language', badLanguages),
  ...table('/updateProfile', 'finished_onboarding', [
    [false, 'invalid'],
    ['true', 'invalid'],
  ]),
]

test.each(cases)('H2 %s names %s %j', async (path, field, value, code) => {
  const before = await stateOf(server)
  const good = path === '/updateProfile' ? { company: 'Mallory Ltd' } : { email, password: 'a good one' }
  const reply = await browser.withAccess('POST', path, { ...good, [field]: value })
  expect(reply).toMatchObject({ status: 400, json: { error: { code: 'invalidInput', fields: { [field]: code } } } })
  expect(await stateOf(server)).toEqual(before)
})

test.each([null, [], 'text', 7])('H2 R30 a body that is %j is refused', async (body) => {
  const before = await stateOf(server)
  for (const path of ['/newsignupverify', '/signup2', '/combinedAuth', '/updateProfile'])
    expect((await browser.withAccess('POST', path, body)).status).toBe(400)
  expect(await stateOf(server)).toEqual(before)
})

test('A1 the profile takes what is given, trimmed, and leaves the rest', async () => {
  const change = async (body: object) => (await browser.withAccess('POST', '/updateProfile', body)).json.user
  expect(await change({ fullName: '  李梅\0 ' })).toMatchObject({
    fullName: '李梅',
    company: 'Harbour',
    language: 'en',
    finished_onboarding: false,
  })
  expect(await change({ userid: browser.user!._id, company: '', language: 'zh', finished_onboarding: true })).toMatchObject({
    fullName: '李梅',
    company: '',
    language: 'zh',
    finished_onboarding: true,
  })
  expect(await change({})).toMatchObject({ fullName: '李梅', company: '', language: 'zh', finished_onboarding: true })
  expect((await browser.refresh()).json.user).toMatchObject({ fullName: '李梅', language: 'zh', finished_onboarding: true })
})
