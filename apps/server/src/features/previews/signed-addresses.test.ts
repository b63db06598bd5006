/** Signed addresses of what somebody looks at end with what they show, and with whoever was given them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { get, sendTo } from '../../../test/support/reader.ts'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { owners, recipients, transfers } from '../../db/tables.ts'

let server: TestServer
let picture: Buffer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/60,codeNetwork=1000/60,loginNetwork=1000/60' })
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c8351f' } })
    .png()
    .toBuffer()
})
afterAll(() => server?.close())
afterEach(() => void vi.useRealTimers())

const password = 'a sampan at dusk'
const pictures = (): TestFile[] => [{ path: 'a.png', bytes: picture }]

/** An account with something sent and something received, looked at from a second session of its. */
async function world(files = pictures()) {
  const [owner, second] = [new Browser(server), new Browser(server)]
  const email = `${randomUUID()}@example.com`
  await owner.signUp(email, password)
  await second.logIn(email, password)
  const sent = await sendTo(server, files, { sender: owner })
  const { json: made } = await owner.withAccess('POST', '/api/requests', { title: 'Photos', emailField: 'optional' })
  const supplied = await new Supplier(server, made.request.linkUrl).sendFiles(files)
  expect(supplied.json.state).toBe('received')
  await server.runJobs('renditions:turn')
  const request = `/api/requests/${made.request.slug}`
  const received = async () => (await second.withAccess('GET', request)).json.suppliers[0].slots[0].files[0]
  return { owner, second, email, sent, request, received, slugs: [sent.slug, (await received()).transferSlug] }
}
type World = Awaited<ReturnType<typeof world>>

const previewsOf = ({ sent }: World) => `/api/transfers/${sent.slug}/files/${sent.view.files[0].fileId}/previews`

/** Each kind of address, and how it is asked for. */
const kinds: Record<string, (of: World) => Promise<string>> = {
  'thumbnail of a link': async ({ sent }) => {
    const view = await fetch(`${server.url}/api/transfers/${sent.slug}?user=${sent.user}`)
    return ((await view.json()) as any).files[0].thumbnail
  },
  'thumbnail of one’s own': async ({ second, sent }) =>
    (await second.withAccess('GET', `/api/transfers/${sent.slug}/detail`)).json.files[0].thumbnail,
  'preview of one’s own': async (of) => (await of.second.withAccess('POST', previewsOf(of), {})).json.url,
  'thumbnail of a received file': async ({ received }) => (await received()).thumbnail,
  'preview of a received file': async ({ second, request, received }) =>
    (await second.withAccess('POST', `${request}/files/${(await received()).fileId}/previews`, {})).json.url,
  'received file': async ({ second, request }) => (await second.withAccess('POST', `${request}/downloads`, {})).json.url,
}
const addressesOf = (of: World): Promise<string[]> => Promise.all(Object.values(kinds).map((ask) => ask(of)))
const statusesOf = async (addresses: string[]): Promise<number[]> =>
  Promise.all(addresses.map(async (address) => (await get(server.url + address)).status))

type Row = typeof transfers.$inferSelect
const rowsOf = ({ slugs }: World): Promise<Row[]> =>
  server.services.db.select().from(transfers).where(inArray(transfers.slug, slugs))
/** Of both, the sent one and the received one; undone by what they were. */
const set = (values: Partial<Row>) => async (of: World) => {
  const before = await rowsOf(of)
  await server.services.db.update(transfers).set(values).where(inArray(transfers.slug, of.slugs))
  return async () => {
    for (const row of before) await server.services.db.update(transfers).set(row).where(eq(transfers.id, row.id))
  }
}
const standing = async ({ owner }: World, status: 'active' | 'revoke') =>
  server.services.db.update(owners).set({ status }).where(eq(owners.key, owner.user!._id))
const signedInAgain =
  (of: World, word = password) =>
  async () =>
    void (await of.second.logIn(of.email, word))
const newPassword = 'a sampan at dawn'

type Event = (of: World) => Promise<unknown>
/** What happens, which kinds still answer a minute later (of a link, of one's own, of what was received), and how it is undone. */
const [yes, no] = [200, 404]
const events: [string, Event, number, number, number][] = [
  ['nothing', async () => async () => {}, yes, yes, yes],
  ['both are taken down', set({ state: 'takenDown' }), no, no, no],
  ['both are disabled', set({ state: 'disabled' }), no, no, no],
  ['both have ended', set({ expiresAt: new Date(1) }), no, yes, yes],
  ['both were downloaded as often as they may be', set({ downloadLimit: 1, downloadCount: 1 }), no, yes, yes],
  ['both have another password', set({ passwordHash: 'another' }), no, yes, yes],
  ['both are deleted', set({ state: 'deleted' }), no, no, no],
  [
    'its recipient is removed',
    async ({ sent }) => {
      const { db } = server.services
      const [row] = await db.delete(recipients).where(eq(recipients.email, sent.to)).returning()
      return () => db.insert(recipients).values(row!)
    },
    no,
    yes,
    yes,
  ],
  [
    'the account is suspended',
    async (of) => {
      await standing(of, 'revoke')
      return () => standing(of, 'active')
    },
    no,
    no,
    no,
  ],
  [
    'its other sessions are ended',
    async (of) => {
      expect((await of.owner.withAccess('POST', '/api/sessions/endOthers', {})).status).toBe(200)
      return signedInAgain(of)
    },
    yes,
    no,
    no,
  ],
  [
    'the account has a new password',
    async (of) => {
      const body = { password, newPassword }
      expect((await of.owner.withAccess('POST', '/api/account/password', body)).status).toBe(200)
      return signedInAgain(of, newPassword)
    },
    yes,
    no,
    no,
  ],
  [
    'the request is deleted',
    async ({ owner, request }) => {
      expect((await owner.withAccess('DELETE', request)).status).toBe(200)
    },
    yes,
    yes,
    no,
  ],
]

test('R27 R41 D4 addresses of what is looked at end within a minute, by what was blocked', async () => {
  const of = await world()
  for (const [name, happen, link, own, received] of events) {
    for (const browser of [of.owner, of.second]) browser.accessToken = (await browser.refresh()).json.accessToken
    const addresses = await addressesOf(of)
    expect(await statusesOf(addresses), name).toEqual(addresses.map(() => 200))
    const undo = (await happen(of)) as (() => Promise<unknown>) | undefined
    server.moveClock(60)
    expect(await statusesOf(addresses), name).toEqual([link, own, own, received, received, received])
    await undo?.()
    server.moveClock(60)
  }
})

test('R41 of what is taken down none is given; who disabled it or is suspended may look at their own by another', async () => {
  const of = await world()
  const { second, sent, request, received } = of
  const { fileId } = await received()
  const asked = async () => {
    const calls: [string, object][] = [
      [previewsOf(of), {}],
      [`${request}/files/${fileId}/previews`, {}],
      [`${request}/downloads`, { fileIds: [fileId] }],
    ]
    const replies = await Promise.all(calls.map(([path, body]) => second.withAccess('POST', path, body)))
    return replies.map(({ status, json }) => (status === 200 ? json.url : status))
  }
  const thumbnails = async () => {
    const detail = await second.withAccess('GET', `/api/transfers/${sent.slug}/detail`)
    return [detail.json.files[0].thumbnail, (await received()).thumbnail]
  }
  await set({ state: 'disabled' })(of)
  await standing(of, 'revoke')
  expect(await statusesOf([...(await asked()), ...(await thumbnails())])).toEqual([200, 200, 200, 200, 200])
  await set({ state: 'takenDown' })(of)
  expect([await asked(), await thumbnails()]).toEqual([
    [451, 451, 451],
    [undefined, undefined],
  ])
})

test('R27 what runs by such an address is cut within a minute', async () => {
  const of = await world([{ path: 'big.bin', bytes: randomBytes(24_000_000) }])
  const running = ['preview of a received file', 'received file']
  const addresses = await Promise.all(running.map((kind) => kinds[kind]!(of)))
  // Running ones are looked at every ten seconds.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const begun = addresses.map((address) => new Promise<IncomingMessage>((resolve) => void httpGet(server.url + address, resolve)))
  const readers = await Promise.all(begun)
  // Slow ones: most of it is still to come.
  for (const reader of readers) reader.pause()
  await of.owner.withAccess('POST', '/api/sessions/endOthers', {})
  server.moveClock(60)
  vi.advanceTimersByTime(10_000)
  await waitFor(async () => server.logs.filter((line) => line.includes('"isAborted":true')).length === 2)
  const ends = readers.map(
    (reader) => new Promise<string>((end) => void reader.on('error', () => end('cut')).on('end', () => end('whole'))),
  )
  for (const reader of readers) reader.resume()
  expect(await Promise.all(ends)).toEqual(['cut', 'cut'])
})
