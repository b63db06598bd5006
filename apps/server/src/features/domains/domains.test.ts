import type { DomainsView } from '@sampan/contract/routes/domains'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { uploaded } from '../../../test/support/account-sends.ts'
import { type Asked, askAt } from '../../../test/support/ask-at.ts'
import { startDnsServer } from '../../../test/support/dns-server.ts'
import { teamOwner } from '../../../test/support/team.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { hashPassword } from '../../adapters/passwords/passwords.ts'
import { linkDomains, users } from '../../db/tables.ts'

const base = 'send.sampan-test.com'
const host = 'files.acme-test.com'
const zone: Parameters<typeof startDnsServer>[0] = {}
let dns: Awaited<ReturnType<typeof startDnsServer>>
let server: TestServer
beforeAll(async () => {
  dns = await startDnsServer(zone)
  server = await startTestServer({
    PUBLIC_URL: `http://${base}`,
    BILLING: 'off',
    BILLING_PLAN: 'business',
    DNS_SERVERS: dns.address,
    SUBDOMAINS: 'yes',
  })
})
afterAll(async () => {
  await server?.close()
  await dns?.close()
})
beforeEach(() => {
  for (const name of Object.keys(zone)) delete zone[name]
  zone[base] = { A: ['203.0.113.7'], AAAA: ['2001:db8:0:0:0:0:0:7'] }
})

const add = (account: Account, name = host) => account.call('POST', '/api/domains', { host: name })
const check = async (account: Account, name = host): Promise<DomainsView> =>
  (await account.call('POST', `/api/domains/${name}/check`)).json
const one = ({ domains }: DomainsView, name = host) => domains.find((each) => each.host === name)!
const proofIn = (view: DomainsView, name = host) => one(view, name).records.find(({ kind }) => kind === 'TXT')!.value
/** Right in DNS, as somebody would set it there. */
const setUp = (view: DomainsView, name = host) => {
  zone[`_sampan.${name}`] = { TXT: ['v=other', proofIn(view, name)] }
  zone[name] = { CNAME: [base] }
}
const sendLink = async (account: Account) =>
  (await account.publish((await uploaded(account)).slug, { sendAs: 'link', emailTo: [] })).json
const ask = async (name: string) => (await fetch(`${server.url}/api/domains/ask?domain=${name}`)).status

const at = (name: string, path: string, asked: Asked = {}, url = server.url) => askAt(url, name, path, asked)

test('B2 a host is taken, waits until DNS is right, and is told what is there instead', async () => {
  const account = await Account.create(server)
  zone[host] = { A: ['198.51.100.4'] }
  const { json } = await add(account)
  expect(one(json)).toMatchObject({ state: 'waiting', isSubdomain: false })
  expect(one(json).records).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'TXT', name: `_sampan.${host}`, state: 'missing', found: [] }),
      expect.objectContaining({ kind: 'CNAME', name: host, value: base, state: 'other', found: ['198.51.100.4'] }),
      expect.objectContaining({ kind: 'A', value: '203.0.113.7', state: 'other', found: ['198.51.100.4'] }),
      expect.objectContaining({ kind: 'AAAA', state: 'missing' }),
    ]),
  )
  expect(await ask(host)).toBe(404)
  zone[host] = { CNAME: ['elsewhere.example.net'] }
  zone[`_sampan.${host}`] = { TXT: ['sampan=somebody-else'] }
  expect(one(await check(account)).records).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'TXT', state: 'other', found: ['sampan=somebody-else'] }),
      expect.objectContaining({ kind: 'CNAME', state: 'other', found: ['elsewhere.example.net'] }),
    ]),
  )
  setUp(json)
  expect(one(await check(account))).toMatchObject({
    state: 'verified',
    records: [
      { kind: 'TXT', state: 'right' },
      { kind: 'CNAME', state: 'right' },
    ],
  })
  expect(await ask(host)).toBe(200)
  // The same again changes nothing.
  expect((await add(account)).json.domains).toHaveLength(1)
  await account.call('DELETE', `/api/domains/${host}`)
  expect(await ask(host)).toBe(404)
})

test('B2 a chain of names is followed, an apex leads by its addresses, and long answers come over TCP', async () => {
  const account = await Account.create(server)
  const { json } = await add(account, 'acme-apex.com')
  const proof = proofIn(json, 'acme-apex.com')
  zone['_sampan.acme-apex.com'] = { TXT: [...Array.from({ length: 8 }, (_, i) => `${i}`.repeat(200)), proof] }
  zone['acme-apex.com'] = { A: ['203.0.113.7'] }
  const before = dns.asked.tcp
  expect(one(await check(account, 'acme-apex.com'), 'acme-apex.com').state).toBe('verified')
  expect(dns.asked.tcp).toBeGreaterThan(before)
  await account.call('DELETE', '/api/domains/acme-apex.com')
  // One address of ours beside a foreign one leads half of the people elsewhere.
  zone['acme-apex.com'] = { A: ['203.0.113.7', '198.51.100.9'] }
  expect(one((await add(account, 'acme-apex.com')).json, 'acme-apex.com').state).toBe('waiting')
  zone['acme-apex.com'] = { CNAME: ['one.example.net'] }
  zone['one.example.net'] = { CNAME: ['two.example.net'] }
  zone['two.example.net'] = { CNAME: [base] }
  expect(one(await check(account, 'acme-apex.com'), 'acme-apex.com').state).toBe('verified')
})

test('B2 what was right stays right while name servers are silent, and breaks once they say otherwise; its owner is told once', async () => {
  const account = await Account.create(server)
  const name = 'files.breaks-test.com'
  const { json } = await add(account, name)
  setUp(json, name)
  expect(one(await check(account, name), name).state).toBe('verified')
  zone[name] = 'broken'
  zone[`_sampan.${name}`] = 'broken'
  expect(one(await check(account, name), name)).toMatchObject({ state: 'verified' })
  delete zone[`_sampan.${name}`]
  zone[name] = { CNAME: [base] }
  await server.services.db.update(linkDomains).set({ checkedAt: null })
  await server.runJobs('domains:check')
  await server.runJobs('domains:check')
  const mail = await server.mailTo(account.email, /no longer stand/)
  expect(mail.text).toContain('/dash/account/domain')
  expect((await server.mailsTo(account.email)).filter(({ subject }) => subject?.includes('no longer stand'))).toHaveLength(1)
  expect(one((await account.call('GET', '/api/domains')).json, name).state).toBe('broken')
  expect(await ask(name)).toBe(404)
  setUp(json, name)
  expect(one(await check(account, name), name).state).toBe('verified')
})

test('B2 two that want one host: who proves it has it, also when they race; the other, and what lies below, is refused', async () => {
  const [first, other] = await Promise.all([Account.create(server), Account.create(server)])
  const name = 'files.fought-test.com'
  const [mine, theirs] = await Promise.all([add(first, name), add(other, name)])
  zone[`_sampan.${name}`] = { TXT: [proofIn(mine.json, name), proofIn(theirs.json, name)] }
  zone[name] = { CNAME: [base] }
  const views = await Promise.all([first, other].map((account) => check(account, name)))
  expect(views.map((view) => one(view, name).state).sort()).toEqual(['verified', 'waiting'])
  const third = await Account.create(server)
  expect((await add(third, name)).json.error.code).toBe('domainTaken')
  expect((await add(third, `sub.${name}`)).json.error.code).toBe('domainTaken')
  for (const [method, path] of [
    ['POST', `/api/domains/${name}/check`],
    ['DELETE', `/api/domains/${name}`],
  ] as const) {
    const { status, json } = await third.call(method, path)
    expect([status, json.error.code], path).toEqual([404, 'domainUnknown'])
  }
  expect(await ask(name)).toBe(200)
})

test.each([base, 'sampan-test.com', 'www.send.sampan-test.com', '192.0.2.1', 'localhost', 'files.acme.local', 'x'])(
  'B2 R28 nobody can have %s',
  async (name) => {
    const account = await Account.create(server)
    const { status, json } = await add(account, name)
    expect([status, Object.keys(json.error.fields)]).toEqual([400, ['host']])
  },
)

test('B2 a sub-domain of the installation is whoever’s takes it first, beside one of their own, and needs no proof', async () => {
  const [account, other] = await Promise.all([Account.create(server), Account.create(server)])
  zone[`acme.${base}`] = { A: ['203.0.113.7'] }
  expect(one((await add(account, `acme.${base}`)).json, `acme.${base}`)).toMatchObject({ state: 'verified', isSubdomain: true })
  expect((await add(other, `acme.${base}`)).json.error.code).toBe('domainTaken')
  expect((await add(account, `more.${base}`)).json.error.code).toBe('domainThere')
  expect((await add(account, 'own.acme-test.com')).status).toBe(200)
})

test('B2 R27 at a proven host there are links of its owner and what they need, never the log-in, the dashboard or links of others', async () => {
  const [account, other] = await Promise.all([Account.create(server), Account.create(server)])
  const name = 'files.links-test.com'
  const { json } = await add(account, name)
  setUp(json, name)
  await check(account, name)
  const own = await sendLink(account)
  const foreign = await sendLink(other)
  expect(own.linkUrl).toBe(`http://${name}/w/${own.slug}`)
  expect(foreign.linkUrl).toBe(`http://${base}/w/${foreign.slug}`)
  expect((await at(name, `/w/${own.slug}`)).status).toBe(200)
  expect((await at(base, `/w/${own.slug}`)).status).toBe(200)
  expect((await at(name, `/w/${foreign.slug}`)).status).toBe(404)
  expect((await at(name, '/api/brands/themes/1d4ed8.css')).status).toBe(200)
  for (const path of ['/', '/login', '/dash', '/api/brand', '/register', '/zh/', '/api/auth', '/openapi.json', '/outbox'])
    expect((await at(name, path)).status, path).toBe(404)
  for (const [path, method] of [
    ['/api/login', 'POST'],
    ['/api/refreshToken', 'GET'],
    ['/getQs?userid=x', 'GET'],
  ] as const) {
    const reply = await at(name, path, { method, headers: { authorization: `Bearer ${account.accessToken}` } })
    expect([reply.status, reply.cookies], path).toEqual([404, []])
  }
  // A name that somebody only wants answers nothing at all.
  await add(other, 'files.wanted-test.com')
  expect((await at('files.wanted-test.com', `/w/${foreign.slug}`)).status).toBe(404)
  expect((await at('files.wanted-test.com', '/login')).status).toBe(404)
})

test('B2 R27 however the name of a link host is written, nothing but links is there, and no header says otherwise', async () => {
  const [account, other] = await Promise.all([Account.create(server), Account.create(server)])
  const name = 'files.written-test.com'
  const { json } = await add(account, name)
  setUp(json, name)
  await check(account, name)
  const [{ slug }, foreign] = [await sendLink(account), await sendLink(other)]
  for (const written of [name, name.toUpperCase(), `${name}.`, `${name}:8443`, `Files.Written-Test.COM.:80`]) {
    expect((await at(written, `/w/${slug}`)).status, written).toBe(200)
    for (const path of ['/login', '/dash', '/register', `/w/${foreign.slug}`])
      expect((await at(written, path)).status, `${written}${path}`).toBe(404)
  }
  // The whole address in the first line: the name beside it counts, and so does the path.
  expect((await at(name, `http://${base}/login`)).status).toBe(404)
  expect((await at(name, `http://${base}/w/${slug}`)).status).toBe(200)
  expect((await at(name, `http://${base}/api/login`, { method: 'POST' })).status).toBe(404)
  // Nobody is trusted to name another host here.
  const forwarded = (to: string) => ({ headers: { 'x-forwarded-host': to } })
  expect((await at(name, '/login', forwarded(base))).status).toBe(404)
  expect((await at(base, '/login', forwarded(name))).status).toBe(200)
})

test('R27 B2 a session’s cookie stays at the host that set it, and pages of a link host cause nothing at the installation', async () => {
  const account = await Account.create(server)
  const [name, password] = [`acme2.${base}`, 'rowing-upstream-7']
  const passwordHash = await hashPassword(password)
  await server.services.db.update(users).set({ passwordHash }).where(eq(users.id, account.userId))
  zone[name] = { A: ['203.0.113.7'] }
  await add(account, name)
  const { slug } = await sendLink(account)
  const { cookies } = await at(base, '/combinedAuth', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: `http://${base}` },
    body: JSON.stringify({ email: account.email, password }),
  })
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).not.toMatch(/domain=/i)
  const cookie = cookies.map((each) => each.replace(/;.*$/, '')).join('; ')
  const session = (headers: Record<string, string>) => at(base, '/refreshToken', { headers: { cookie, ...headers } })
  expect((await session({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  // A sub-domain is another origin, though browsers send it the same cookies as of one site.
  for (const headers of [
    { 'sec-fetch-site': 'same-site', origin: `http://${name}` },
    { 'sec-fetch-site': 'cross-site', origin: 'http://files.written-test.com' },
    { origin: `http://${name}` },
  ] as Record<string, string>[])
    expect((await session(headers)).status, JSON.stringify(headers)).toBe(404)
  const seen = await at(name, `/w/${slug}`, { headers: { cookie } })
  expect([seen.status, seen.cookies]).toEqual([200, []])
  for (const path of ['/refreshToken', '/logout', '/dash']) {
    const reply = await at(name, path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect([reply.status, reply.cookies], path).toEqual([404, []])
  }
})

test('B2 of two teams that want one name the second proves it first: the first waits, and has it once the record of the other is gone', async () => {
  const [first, second] = [await teamOwner(server), await teamOwner(server)]
  const name = 'files.taken-test.com'
  const [mine, theirs] = [await add(first, name), await add(second, name)]
  setUp(theirs.json, name)
  expect(one(await check(second, name), name).state).toBe('verified')
  const [ownLink, theirLink] = [await sendLink(first), await sendLink(second)]
  expect([ownLink, theirLink].map(({ linkUrl }) => new URL(linkUrl).hostname)).toEqual([base, name])
  // Both records are there: who was first at the proof has it.
  zone[`_sampan.${name}`] = { TXT: [proofIn(theirs.json, name), proofIn(mine.json, name)] }
  expect(one(await check(first, name), name)).toMatchObject({ state: 'waiting' })
  expect((await at(name, `/w/${ownLink.slug}`)).status).toBe(404)
  expect((await at(name, `/w/${theirLink.slug}`)).status).toBe(200)
  // The name has another holder by now.
  zone[`_sampan.${name}`] = { TXT: [proofIn(mine.json, name)] }
  await server.services.db.update(linkDomains).set({ checkedAt: null })
  await server.runJobs('domains:check')
  expect(one(await check(first, name), name).state).toBe('verified')
  expect(one((await second.call('GET', '/api/domains')).json, name).state).toBe('broken')
  server.moveClock(6)
  expect((await at(name, `/w/${ownLink.slug}`)).status).toBe(200)
  expect((await at(name, `/w/${theirLink.slug}`)).status).toBe(404)
  expect(new URL((await sendLink(second)).linkUrl).hostname).toBe(base)
  // Back in DNS it is too late.
  zone[`_sampan.${name}`] = { TXT: [proofIn(theirs.json, name), proofIn(mine.json, name)] }
  expect(one(await check(second, name), name).state).toBe('broken')
})

// The last one: with its own server ends what all accounts share.
test('B2 R27 O2 behind a proxy that is trusted the host is what it says, and of several what it said itself', async () => {
  const trusting = await startTestServer({ PUBLIC_URL: `http://${base}`, TRUST_PROXY: '127.0.0.1' })
  onTestFinished(() => trusting.close())
  const account = await Account.create(trusting)
  const name = 'files.proxied-test.com'
  const now = trusting.services.clock()
  await trusting.services.db
    .insert(linkDomains)
    .values({ ownerId: account.ownerId, host: name, addedAt: now, checkedAt: now, verifiedAt: now })
  const login = (host: string, forwarded: string) =>
    at(host, '/login', { headers: { 'x-forwarded-host': forwarded } }, trusting.url).then(({ status }) => status)
  expect(await login(base, name)).toBe(404)
  expect(await login(base, `${base}, ${name}`)).toBe(404)
  expect(await login(base, `${name.toUpperCase()}.:443`)).toBe(404)
  expect(await login(name, base)).toBe(200)
})
