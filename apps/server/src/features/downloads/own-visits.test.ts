/** What of a visit counts: nothing of a sender's own, and one download of a limit for each of the others. */
import { randomBytes } from 'node:crypto'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, sendTo as sendByMail } from '../../../test/support/reader.ts'
import { Browser, linkIn, type TestFile } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { transfers } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files: TestFile[] = [
  { path: 'a.bin', bytes: randomBytes(2000) },
  { path: 'b.bin', bytes: randomBytes(3000) },
]

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(server)
  await browser.signUp(email)
  return browser
}

async function sendTo(browser: Browser, email: string, more = {}): Promise<string> {
  await browser.takeUserTicket()
  const { json: plan } = await browser.create(files)
  await browser.putAll(plan, files)
  const sent = await browser.withAccess('POST', '/quicksend2', {
    slug: plan.slug,
    senderEmail: email,
    emailTo: [{ email: 'li@example.cn' }],
    ...more,
  })
  expect(sent.status, JSON.stringify(sent.json)).toBe(200)
  return plan.slug
}

test('D5 D6 what a sender opens and fetches of their own counts nowhere, and neither password, limit nor a link by mail alone closes it to them', async () => {
  const email = 'own.visits@example.com'
  const browser = await signedIn(email)
  const slug = await sendTo(browser, email, { password: 'ocean deep', downloadLimit: 1 })
  const path = `/api/transfers/${slug}`
  const seen = await browser.call('GET', path)
  expect([seen.status, seen.json.state, seen.json.isOwn, seen.json.files.length]).toEqual([200, 'open', true, 2])
  // Nothing of it opens anything elsewhere.
  expect(seen.json.dl).toBe(null)
  for (const { fileId } of [...seen.json.files, ...seen.json.files])
    expect((await browser.call('GET', `${path}/files/${fileId}`)).status).toBe(200)
  expect((await browser.call('GET', `${path}/zip`)).status).toBe(200)
  expect((await browser.call('GET', `/w/${slug}`)).status).toBe(200)

  const { transfer, recipients } = (await browser.withAccess('GET', `${path}/detail`)).json
  expect([transfer.total_downloads, transfer.status, recipients[0].openedAt, recipients[0].downloadedAt]).toEqual([
    0,
    'active',
    null,
    null,
  ])
  const { events } = (await browser.withAccess('GET', `${path}/timeline`)).json
  expect(events.map(({ kind }: { kind: string }) => kind)).not.toEqual(expect.arrayContaining(['opened']))
  expect(events.filter(({ kind }: { kind: string }) => ['started', 'downloaded', 'opened'].includes(kind))).toEqual([])
  expect((await browser.withAccess('POST', '/notifications', {})).json.notifications).toEqual([])

  // To everybody else it is as closed as it was, and to this browser once its session has ended.
  const foreign = await signedIn('own.foreign@example.com')
  for (const other of [new Browser(server), foreign])
    expect((await other.call('GET', path)).json.state, other === foreign ? 'foreign' : 'nobody').toBe('unknown')
  const copied = new Browser(server)
  copied.cookie = browser.cookie
  expect((await browser.call('GET', '/logout', undefined, { 'x-sampan': 'web' })).status).toBe(200)
  server.moveClock(31)
  expect((await copied.call('GET', path)).json.state).toBe('unknown')
})

test('D6 a limit counts visits: one that takes all files one by one is one, the same file again is one more', async () => {
  const one = await sendByMail(server, files)
  await server.services.db.update(transfers).set({ downloadLimit: 2 }).where(eq(transfers.slug, one.slug))
  const viewed = async (dl = ''): Promise<TransferView> =>
    (await fetch(`${server.url}/api/transfers/${one.slug}?user=${one.user}${dl && `&dl=${encodeURIComponent(dl)}`}`)).json()
  const counted = async () =>
    (await server.services.db.select().from(transfers).where(eq(transfers.slug, one.slug)))[0]!.downloadCount
  const { dl, files: given } = await viewed()
  const take = (name: string, by = dl!) => {
    const { fileId } = given.find(({ path }) => path === name)!
    return get(one.url(`files/${fileId}`, { user: one.user, dl: by }))
  }
  const press = async (name: string, by = dl!) => {
    const body = JSON.stringify({ fileId: given.find(({ path }) => path === name)!.fileId })
    const headers = { 'content-type': 'application/json' }
    const address = `${server.url}/api/transfers/${one.slug}/downloads?user=${one.user}&dl=${encodeURIComponent(by)}`
    return (await fetch(address, { method: 'POST', headers, body })).status
  }
  expect((await take('a.bin')).status).toBe(200)
  await waitFor(async () => (await counted()) === 1)
  expect(await viewed(dl!)).toMatchObject({ state: 'open', downloadsLeft: 1, isCounted: true })

  // Another visit takes the last one, and the first one still has what it was counted for.
  const other = (await viewed()).dl!
  expect((await take('a.bin', other)).status).toBe(200)
  await waitFor(async () => (await counted()) === 2)
  expect(await viewed()).toMatchObject({ state: 'limitReached' })
  const rest = await viewed(dl!)
  expect(rest).toMatchObject({ state: 'open', downloadsLeft: 0, isCounted: true })
  expect([await press('a.bin'), await press('b.bin'), await press('b.bin', rest.dl!)]).toEqual([403, 200, 200])
  expect([(await take('a.bin')).status, (await take('b.bin')).status]).toEqual([403, 200])
  await waitFor(async () => (await counted()) === 3)
  // It has everything now.
  expect(await viewed(dl!)).toMatchObject({ state: 'limitReached' })
  expect((await take('b.bin')).status).toBe(403)
})

test('D6 files put together in ever new ways are no more than everything twice', async () => {
  const three = ['a.bin', 'b.bin', 'c.bin'].map((path) => ({ path, bytes: randomBytes(50_000) }))
  const one = await sendByMail(server, three)
  await server.services.db.update(transfers).set({ downloadLimit: 1 }).where(eq(transfers.slug, one.slug))
  const address = `${server.url}/api/transfers/${one.slug}`
  const { dl, files: given }: TransferView = await (await fetch(`${address}?user=${one.user}`)).json()
  const take = async (path: string, more = {}) => (await get(one.url(path, { user: one.user, dl: dl!, ...more }))).status
  const ids = given.map(({ fileId }) => fileId)
  const choose = async (fileIds: string[]): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${address}/selections?user=${one.user}&dl=${encodeURIComponent(dl!)}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ fileIds }),
    })
    return (await reply.json()).selection
  }
  const two = await choose(ids.slice(0, 2))
  const taken = async () => [await take(`files/${ids[0]}`), await take(`files/${ids[1]}`), await take(`files/${ids[2]}`)]
  expect(await taken()).toEqual([200, 200, 200])
  expect([await take('zip', { selection: two }), await take('zip', { selection: await choose(ids.slice(1)) })]).toEqual([
    200, 403,
  ])
})

test('D6 T5 a limit that is used up is told to its sender where somebody still waits, and not where nobody does', async () => {
  const browser = await signedIn('limit.sender@example.com')
  const kinds = async () =>
    (await browser.withAccess('POST', '/notifications', {})).json.notifications.map(({ kind }: { kind: string }) => kind)
  const links = async (to: string[]) => {
    const slug = await sendTo(browser, 'limit.sender@example.com', {
      emailTo: to.map((email) => ({ email })),
      downloadLimit: 1,
    })
    return {
      slug,
      user: linkIn(await server.mailTo(to[0]!))
        .split('/')
        .at(-1)!,
    }
  }
  const takeAll = async ({ slug, user }: { slug: string; user: string }) =>
    expect((await get(`${server.url}/api/transfers/${slug}/zip?user=${user}`)).status).toBe(200)
  await takeAll(await links(['limit.alone@example.com']))
  await waitFor(async () => (await kinds()).includes('downloaded'))
  expect(await kinds()).not.toContain('limitReached')
  await takeAll(await links(['limit.first@example.com', 'limit.second@example.com']))
  await waitFor(async () => (await kinds()).includes('limitReached'))
})

test('D6 D10 whoever is led to bytes that are refused reads why on a page with the way back; a program gets the error', async () => {
  const one = await sendByMail(server, files)
  await server.services.db.update(transfers).set({ downloadLimit: 0 }).where(eq(transfers.slug, one.slug))
  for (const path of ['zip', `files/${one.view.files[0].fileId}`]) {
    const page = await get(one.url(path), { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([page.status, page.headers.get('content-type'), page.headers.get('content-disposition')]).toEqual([
      403,
      'text/html; charset=utf-8',
      null,
    ])
    expect(page.bytes.toString()).toContain('used as often as the sender allowed')
    expect(page.bytes.toString()).toContain(`href="/d/${one.slug}/${one.user}"`)
    const error = await get(one.url(path))
    expect([error.status, JSON.parse(error.bytes.toString()).error.code]).toEqual([403, 'downloadLimitReached'])
    expect(error.headers.get('vary')).toMatch(/accept/i)
  }
  // The page of the link then leads to the sender, who alone can help; a wrong link does not say whose it is.
  const ask = async (path: string) => (await get(server.url + path, { accept: 'text/html' })).bytes.toString()
  expect(await ask(`/d/${one.slug}/${one.user}`)).toContain(`action="/api/transfers/${one.slug}/timeRequests?user=${one.user}"`)
  expect(await ask(`/d/${one.slug}/0000000000000000000000`)).toMatch(/href="mailto:\?subject=.*Ask the sender/)
})
