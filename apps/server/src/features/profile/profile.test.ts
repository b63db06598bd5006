import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { notifyDownloads, sentBy } from '../../../test/support/dashboard.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { logos } from '../../db/tables.ts'
import { deleteUnneededLogos } from './queries.ts'
import { jpegOfTwoSizes, made } from './test-pictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOGO_URL: 'http://127.0.0.1:1/{domain}' })
})
afterAll(() => server?.close())

const set = (account: Account, bytes: Buffer) =>
  account.call('POST', '/api/account/picture', { picture: bytes.toString('base64') })

test.each(Object.entries(made))(
  'A5 a square of %s is kept, served as what it is, and replaced under another address',
  async (kind, make) => {
    const account = await Account.create(server)
    const bytes = make(256, 256)
    const { json } = await set(account, bytes)
    const address: string = json.user.profilePic
    expect(address).toMatch(/^\/api\/pictures\/[0-9a-f-]{36}$/)
    const read = await get(server.url + address)
    expect(read.bytes.equals(bytes)).toBe(true)
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': `image/${kind.startsWith('webp') ? 'webp' : kind}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const next = (await set(account, make(128, 128))).json.user.profilePic
    expect(next).not.toBe(address)
    expect((await get(server.url + address)).status).toBe(404)
    const gone = await account.call('DELETE', '/api/account/picture')
    expect(gone.json.user.profilePic).toBe('')
    expect((await account.call('DELETE', '/api/account/picture')).status).toBe(200)
    expect((await get(server.url + next)).status).toBe(404)
  },
)

const refusals: [string, Buffer][] = [
  ['nothing of a picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a gif', Buffer.from('GIF89a\x01\0\x01\0')],
  ['no square', made.png(256, 255)],
  ['an empty one', made.png(0, 0)],
  ['a flood of pixels', made.png(30_000, 30_000)],
  ['a jpeg of 30,000', made.jpeg(30_000, 30_000)],
  ['a cut jpeg', made.jpeg(256, 256).subarray(0, 16)],
  ['a jpeg without a frame', made.jpeg(256, 256, 0xc4)],
  ['a jpeg whose size is read at two places', jpegOfTwoSizes(256, 256, 30_000)],
  ['a cut webp', made.webpLossy(256, 256).subarray(0, 20)],
  ['a webp of no known kind', Buffer.from(made.webpLossy(256, 256).toString('latin1').replace('VP8 ', 'VP9 '), 'latin1')],
]
test.each(refusals)('A5 R36 %s is refused', async (_, bytes) => {
  const account = await Account.create(server)
  const { status, json } = await set(account, bytes)
  expect([status, json.error.code]).toEqual([422, 'pictureRefused'])
})

test('O7 A5 an API token learns whose it is, and changes neither profile nor picture nor notices', async () => {
  const account = await Account.create(server)
  const { secret } = (await account.call('POST', '/api/tokens', { name: 'nightly', scopes: ['account'] })).json
  const by = { authorization: `Bearer ${secret}` }
  const call = (method: string, path: string, body?: object) => new Browser(server).call(method, path, body, by)
  const me = async () => (await call('POST', '/updateProfile', {})).json.user
  const before = await me()
  expect(before).toMatchObject({ _id: account.userId, tellsDownloads: true })
  const changes = [{ tellsDownloads: false }, { tellsExpiry: false }, { fullName: 'Mallory' }, { language: 'zh' }]
  const replies = [
    ...(await Promise.all(changes.map((each) => call('POST', '/updateProfile', each)))),
    await call('POST', '/api/account/picture', { picture: made.png(64, 64).toString('base64') }),
    await call('DELETE', '/api/account/picture'),
  ]
  expect(replies.map(({ json }) => json.error.code)).toEqual(Array(6).fill('sessionNeeded'))
  expect(await me()).toEqual(before)
})

test('A5 a picture of 256 KiB fits, one byte more does not, and what is no base64 is said', async () => {
  const account = await Account.create(server)
  const sized = (bytes: number) => Buffer.concat([made.png(256, 256), randomBytes(bytes - 60)])
  expect((await set(account, sized(256 * 1024))).status).toBe(200)
  for (const bytes of [256 * 1024 + 1, 256 * 1024 + 10])
    expect((await set(account, sized(bytes))).status).toBeGreaterThanOrEqual(400)
  for (const picture of ['', 'é', 5, null])
    expect((await account.call('POST', '/api/account/picture', { picture })).json.error.fields).toHaveProperty('picture')
  expect((await new Browser(server).call('POST', '/api/account/picture', { picture: 'aaaa' })).status).toBe(401)
  for (const id of ['x', randomBytes(16).toString('hex')])
    expect((await get(`${server.url}/api/pictures/${id}`)).status).toBe(400)
})

test('A5 D5 a download is told of, until its sender turns these mails off', async () => {
  const files = [{ path: 'a.bin', bytes: randomBytes(50) }]
  const sender = await Account.create(server)
  const download = async () => {
    const { slug, user, dl, to } = await sentBy(server, files, { sender })
    await get(`${server.url}/api/transfers/${slug}/zip?user=${user}&dl=${encodeURIComponent(dl)}`)
    await notifyDownloads(server, slug)
    return to
  }
  const mails = async () => (await server.mailsTo(sender.email)).filter(({ subject }) => subject?.includes('downloaded'))
  await download()
  await waitFor(async () => (await mails()).length === 1)
  expect((await sender.call('POST', '/updateProfile', { tellsDownloads: false })).json.user.tellsDownloads).toBe(false)
  await download()
  const done = sql`select 1 from download_notices n join transfers t on t.id = n.transfer_id where t.owner_id = ${sender.ownerId}`
  await waitFor(async () => (await server.services.db.execute(done)).rows.length === 2)
  const waiting = sql`select 1 from graphile_worker.jobs where task_identifier = 'downloads:notice'`
  await waitFor(async () => (await server.services.db.execute(waiting)).rows.length === 0)
  expect(await mails()).toHaveLength(1)
})

test('D1 A5 U8 a link’s page and the answer to sending show its sender’s picture, else the logo; neither of whoever sent without an account, or is suspended', async () => {
  const one = await sentBy(server, [{ path: 'a.txt', bytes: Buffer.from('hello') }])
  const senderOf = async (slug: string, user: string) =>
    (await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()).sender
  const plain = await senderOf(one.slug, one.user)
  expect([plain.profilePic, plain.logoPic]).toEqual(['', expect.stringMatching(/^\/api\/logos\//)])
  const bytes = made.png(64, 64)
  const { profilePic } = (await set(one.sender, bytes)).json.user
  expect((await senderOf(one.slug, one.user)).profilePic).toBe(profilePic)
  expect((await one.sender.publish(one.slug)).json.profilePic).toBe(profilePic)
  expect((await get(server.url + profilePic)).bytes.equals(bytes)).toBe(true)
  await one.sender.setOwner({ status: 'revoke' })
  expect(await senderOf(one.slug, one.user)).toBeNull()
  const guests = await sendTo(server, [{ path: 'a.txt', bytes: Buffer.from('hello') }])
  expect(await senderOf(guests.slug, guests.user)).not.toHaveProperty('profilePic')
})

test('A6 a logo by the signed address alone: kept once found, asked of nobody for other names, and never what is no picture', async () => {
  const account = await Account.create(server)
  const { db } = server.services
  const address: string = (await account.call('POST', '/updateProfile', {})).json.user.logoPic
  expect(address).toMatch(/^\/api\/logos\//)
  const answers: (Buffer | null | Error)[] = [new Error('away'), Buffer.from('<svg/>'), made.png(64, 32)]
  const asked: string[] = []
  Object.assign(server.services, {
    logos: {
      find: async (domain: string) => {
        asked.push(domain)
        const answer = answers.shift()!
        if (answer instanceof Error) throw answer
        return answer
      },
    },
  })
  const read = () => get(server.url + address)
  const later = (seconds: number) =>
    db
      .update(logos)
      .set({ fetchedAt: new Date(server.services.clock().getTime() - seconds * 1000) })
      .where(eq(logos.domain, 'example.com'))
  expect((await read()).status).toBe(404)
  expect((await read()).status).toBe(404)
  expect(asked).toEqual(['example.com'])
  await later(86_401)
  expect((await read()).status).toBe(404)
  await later(86_401)
  const found = await read()
  expect([found.status, found.headers.get('content-type'), found.bytes.length]).toEqual([200, 'image/png', 60])
  expect((await read()).status).toBe(200)
  expect(asked).toHaveLength(3)
  for (const name of ['example.com', 'x.logo:example.com', `${address.slice(11, -1)}n`])
    expect((await get(`${server.url}/api/logos/${encodeURIComponent(name)}`)).status).toBe(404)
  expect(asked).toHaveLength(3)
  // One that cannot be renewed stays, and is asked for again in a quarter of an hour.
  answers.push(new Error('away'), made.png(32, 32))
  await later(30 * 86_400 + 1)
  expect([(await read()).status, (await read()).status, asked.length]).toEqual([200, 200, 4])
  server.moveClock(901)
  expect([(await read()).status, asked.length]).toEqual([200, 5])
  await db
    .insert(logos)
    .values({ domain: 'nobody-left.example.com', kind: null, bytes: null, fetchedAt: server.services.clock() })
  await deleteUnneededLogos(db)
  expect((await db.select({ domain: logos.domain }).from(logos)).map(({ domain }) => domain)).toEqual(['example.com'])
})

test('A6 H2 logos that are looked up too often are refused with an error that the call declares', async () => {
  const limited = await startTestServer({ LOGO_URL: 'http://127.0.0.1:1/{domain}', RATE_LIMITS: 'logoLookup=1/3600' })
  const account = await Account.create(limited)
  const address: string = (await account.call('POST', '/updateProfile', {})).json.user.logoPic
  expect((await get(limited.url + address)).status).toBe(404)
  // What was not there is asked for again.
  limited.moveClock(901)
  expect((await get(limited.url + address)).status).toBe(429)
  await limited.close()
})

test('A8 the window of suspended accounts in the reader’s language, and no other file', async () => {
  const read = (path: string, language: string) =>
    new Browser(server).call('GET', path, undefined, { 'accept-language': language })
  expect((await read('/api/content/account-access', 'zh')).json.markdown).toContain('暂停')
  expect((await read('/api/content/account-access', 'en')).json.markdown).toContain('suspended')
  for (const name of ['..%2f..%2fpackage', 'legal', 'account-access.md'])
    expect((await read(`/api/content/${name}`, 'en')).status).toBe(400)
})
