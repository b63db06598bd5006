/** Q14: a sign-up that is to save a transfer, with another address than the one that it was sent from. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { transfers } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: randomBytes(1000) }]
let count = 0
const password = 'a long enough one'

async function sendAs(browser: Browser, email: string): Promise<string> {
  await browser.verify(email)
  await browser.takeTicket()
  const plan = (await browser.create(files, { sender: email })).json
  await browser.putAll(plan, files)
  expect((await browser.publish(plan.slug, { senderEmail: email, emailTo: [{ email: `to-${email}` }] })).status).toBe(200)
  return plan.slug
}

/** Of another address, in `browser`, with what is to be saved. */
async function signUp(browser: Browser, save: string) {
  const email = `new${++count}@example.com`
  const verifyComplete = await browser.askCode('/newsignupverify', email)
  await browser.call('POST', '/newsignupverify', { email, verifyComplete })
  const { status, json } = await browser.call('POST', '/signup2', { email, password, save })
  expect(status).toBe(200)
  return json
}

const authorOf = async (slug: string) =>
  (await server.services.db.select().from(transfers).where(eq(transfers.slug, slug)))[0]!.authorId

test('Q14 A7 what this browser sent from another address joins the account that signs up to save it, bytes and month with it', async () => {
  const browser = new Browser(server)
  const slug = await sendAs(browser, 'anna1@example.com')
  const { savedSlug, user } = await signUp(browser, slug)
  expect(savedSlug).toBe(slug)
  expect(await authorOf(slug)).toBe(user._id)
  expect(user.folderSize).toBe(1000)
})

test.each([
  ['another browser’s transfer', 2, true],
  ['a transfer of an address that sends from elsewhere too', 3, false],
])('R25 Q14 %s joins nobody’s account but its address’s', async (_, nth, isForeign) => {
  const [browser, other] = [new Browser(server), new Browser(server)]
  const email = `anna${nth}@example.com`
  await other.verify(email)
  const slug = await sendAs(browser, email)
  if (!isForeign) await sendAs(other, email)
  const { savedSlug, user } = await signUp(isForeign ? other : browser, slug)
  expect(savedSlug).toBeNull()
  expect(await authorOf(slug)).toBeNull()
  expect(user.folderSize).toBe(0)
})

test('Q14 R34 what is no transfer, or too long for one, saves nothing and hinders no sign-up', async () => {
  expect((await signUp(new Browser(server), 'nothing')).savedSlug).toBeNull()
})
