/** What a sender does with the link of a transfer of their own, in the browser that is signed in to the account. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

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
