import { codeLifeSeconds } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser, codeIn } from '../../../test/support/sender.ts'
import { stateOf } from '../../../test/support/state-dump.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { address, ask, create, verified, verify } from './test-sign-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600,emailTakenNetwork=1000/3600' })
})
afterAll(() => server?.close())

const accountsOf = async (email: string) =>
  (
    await server.services.db.execute<Record<string, unknown>>(
      sql`select u.*, o.kind, o.key, o.role, o.status from users u join owners o on o.id = u.owner_id where email = ${email}`,
    )
  ).rows

describe('signing up', () => {
  test('A1 a code proves the address, signing up makes a free, active account and signs in', async () => {
    const [browser, email] = [new Browser(server), address()]
    const first = await ask(browser, ` ${email.toUpperCase()} `)
    expect(first).toMatchObject({ status: 200, json: { ok: true, verified: false } })
    const life = Date.parse(first.json.expiresAt) - server.services.clock().getTime()
    expect(life).toBeGreaterThan((codeLifeSeconds - 60) * 1000)
    expect(life).toBeLessThanOrEqual(codeLifeSeconds * 1000)
    const mail = await server.mailTo(email)
    expect(mail.text).toContain('Without the code no account is made.')
    expect(await verify(browser, email, codeIn(mail).toLowerCase())).toMatchObject({ status: 200, json: { verified: true } })
    const { status, json } = await create(browser, email, { fullName: ' Mei Lin ', company: ' Harbour ', lang: 'zh' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ refreshToken: null, accessToken: expect.any(String) })
    expect(json.user).toEqual({
      _id: expect.any(String),
      email,
      fullName: 'Mei Lin',
      company: 'Harbour',
      role: 'free',
      plan: 'free',
      status: 'active',
      stripeId: '',
      isSumo: { isSumo: false, code1: '', code2: '', code3: '', code4: '', code5: '', code6: '', code7: '', code8: '' },
      language: 'zh',
      hasPassword: true,
      isOperator: false,
      isTeamMember: false,
      finished_onboarding: false,
      loginCount: 1,
      folderSize: 0,
      createdAt: expect.any(Number),
      profilePic: '',
      logoPic: '',
      ownLimits: null,
      tellsDownloads: true,
      tellsExpiry: true,
      deleteAt: null,
      suspendedFor: null,
      transferSettings: {},
      requestSettings: {},
      endorsely_referral: null,
      // Of who belongs to no team and has no domain.
      region: 'cn-hongkong',
      ...{ parentAdmin: null, parentAdminID: null, team: null, contacts: null },
      ...{ pmDomain: null, domain_status: null, customDomainOption: null, typedDomain: null },
    })
    expect(await accountsOf(email)).toMatchObject([{ id: json.user._id, kind: 'user', key: json.user._id }])
    browser.accessToken = json.accessToken
    expect((await browser.withAccess('POST', '/updateProfile', {})).json.user).toEqual(json.user)
  })

  test('A1 R26 role, status, trial and unknown fields of the payload are ignored; P7 where a person came from is kept', async () => {
    const { browser, email } = await verified(server)
    const wished = {
      role: 'teamelite',
      status: 'trialing',
      trial: true,
      role_full: 'x',
      period: 'year',
      loginCount: 99,
      _id: 'x',
    }
    const { json } = await create(browser, email, { ...wished, referrer: 'https://example.org/\0', endorsely_referral: 'e1' })
    expect(json.user).toMatchObject({ role: 'free', status: 'active', loginCount: 1 })
    expect(await accountsOf(email)).toMatchObject([{ role: 'free', referrer: 'https://example.org/', referral: 'e1' }])
  })

  test('A1 the language is that of the request where none is named', async () => {
    const browser = new Browser(server, { 'accept-language': 'zh-CN' })
    expect((await browser.signUp(address())).language).toBe('zh')
  })

  test('A1 an address that this browser proved for sending skips the code', async () => {
    const [browser, email] = [new Browser(server), address()]
    await browser.verify(email)
    expect((await ask(browser, email)).json.verified).toBe(true)
    expect(await server.mailsTo(email)).toHaveLength(1)
    expect((await create(browser, email)).status).toBe(200)
  })

  test('A1 a proved sign-up code also lets that browser send', async () => {
    const { browser, email } = await verified(server)
    expect((await browser.call('POST', '/verifyEmail', { email })).json.verified).toBe(true)
  })

  test('A1 a taken address answers 409 in both languages and nothing is mailed', async () => {
    const email = address()
    await new Browser(server).signUp(email)
    expect(await ask(new Browser(server), email)).toMatchObject({
      status: 409,
      json: { error: { code: 'emailTaken', message: 'This email has been taken' } },
    })
    const chinese = await ask(new Browser(server, { 'accept-language': 'zh' }), email)
    expect(chinese.json.error.message).toMatch(/\p{Script=Han}/u)
    expect(await server.mailsTo(email)).toHaveLength(1)
  })

  test('A1 two browsers race for one address: one account, the other hears that it is taken', async () => {
    const email = address()
    const browsers = [new Browser(server), new Browser(server)]
    for (const browser of browsers) await verify(browser, email, (await browser.askCode('/newsignupverify', email))!)
    const replies = await Promise.all(browsers.map((browser) => create(browser, email)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.json.error.code).toBe('emailTaken')
    expect(await accountsOf(email)).toHaveLength(1)
    const { rows } = await server.services.db.execute(
      sql`select 1 from owners o where kind = 'user' and not exists (select 1 from users where owner_id = o.id)`,
    )
    expect(rows).toHaveLength(0)
  })
})

describe('a password', () => {
  test.each([
    ['five letters', '12345', 'passwordTooShort'],
    ['five Chinese characters', '船船船船船', 'passwordTooShort'],
    ['three emoji', '😀😀😀', 'passwordTooShort'],
    ['a common one', 'password', 'passwordTooCommon'],
    ['a common one in capitals', 'QWERTY', 'passwordTooCommon'],
    ['257 characters', 'x'.repeat(257), 'tooLong'],
    ['none', undefined, 'required'],
    ['a number', 123456789, 'invalid'],
  ])('K5 %s is refused and uses no ticket up', async (_, wrong, code) => {
    const { browser, email } = await verified(server)
    const before = await stateOf(server)
    expect(await create(browser, email, { password: wrong })).toMatchObject({
      status: 400,
      json: { error: { code: 'invalidInput', fields: { password: code } } },
    })
    expect(await stateOf(server)).toEqual(before)
    expect((await create(browser, email)).status).toBe(200)
  })

  test.each([
    ['12345', 'passwordTooShort'],
    ['QWERTY', 'passwordTooCommon'],
  ])('K5 A1 %j is refused before a code is mailed', async (password, code) => {
    const [browser, email] = [new Browser(server), address()]
    expect(await browser.call('POST', '/newsignupverify', { email, password })).toMatchObject({
      status: 400,
      json: { error: { code: 'invalidInput', fields: { password: code } } },
    })
    expect(await server.mailsTo(email)).toEqual([])
    expect((await browser.call('POST', '/newsignupverify', { email, password: 'correct horse battery' })).status).toBe(200)
  })

  test.each(['六个字的口令', 'x y z ', 'pass\0word-of-mine'])('K5 %j is taken as typed', async (good) => {
    const [browser, email] = [new Browser(server), address()]
    await browser.signUp(email, good)
    expect((await new Browser(server).logIn(email, good)).loginCount).toBe(2)
    expect((await new Browser(server).call('POST', '/combinedAuth', { email, password: `${good.trim()}!` })).status).toBe(401)
  })
})

describe('what was sent before', () => {
  const files = [{ path: 'plan.txt', bytes: Buffer.from('the plan') }]
  const sentBy = async (email: string) =>
    (
      await server.services.db.execute<{ email: string | null }>(
        sql`select u.email from transfers t left join users u on u.id = t.author_id and u.owner_id = t.owner_id where sender_email = ${email}`,
      )
    ).rows.map((row) => row.email)

  test('A7 joins the account that signs up with the address, and counts as its storage', async () => {
    const [browser, email] = [new Browser(server), address()]
    await browser.send(files, { senderEmail: email })
    expect(await sentBy(email)).toEqual([null])
    const user = await browser.signUp(email)
    expect(user.folderSize).toBe(files[0]!.bytes.length)
    expect(await sentBy(email)).toEqual([email])
  })

  test('A7 T6 Q19 whom the address sent to are contacts of the account, with how often and what', async () => {
    const [browser, email] = [new Browser(server), address()]
    const [li, bo] = [{ email: `li-${email}`, name: 'Li Wei', company: 'Huatai' }, { email: `bo-${email}` }]
    await browser.send(files, { senderEmail: email, emailTo: [li, bo] })
    const last = (await browser.send(files, { senderEmail: email, emailTo: [{ email: li.email }] })).json
    await browser.signUp(email)
    const { contacts } = (await browser.withAccess('GET', '/api/contacts')).json
    expect(contacts).toMatchObject([
      { ...li, timesSent: 2, lastSentAt: last.dateSent },
      { ...bo, name: '', timesSent: 1 },
    ])
    const history = (await browser.withAccess('GET', `/api/contacts/${contacts[0]._id}/history`)).json
    expect(history).toMatchObject({ count: 2, transfers: [{ slug: last.slug }, {}] })
    const found = (await browser.withAccess('GET', '/api/contacts/suggest?search=huatai')).json
    expect(found.contacts).toEqual([li])
  })

  test('A7 is there at once where it was sent logged out; other addresses keep theirs', async () => {
    const [email, stranger] = [address(), address()]
    const browser = new Browser(server)
    await browser.signUp(email)
    await new Browser(server).send(files, { senderEmail: stranger })
    await new Browser(server).send(files, { senderEmail: email })
    expect(await sentBy(email)).toEqual([email])
    expect((await browser.logIn(email)).folderSize).toBe(files[0]!.bytes.length)
    expect(await sentBy(stranger)).toEqual([null])
  })
})
