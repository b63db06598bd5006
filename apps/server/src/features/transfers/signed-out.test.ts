/** What the owner of an account sends signed out: it takes what the account has, and no second set of limits. */
import { randomBytes } from 'node:crypto'
import { plans } from '@sampan/contract/plans'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { owners } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMITS:
      'codeAddress=1000/60,codeAddressNetwork=1000/60,codeMailboxDay=1000/60,codeNetwork=1000/60,codeAddressBrowser=1000/60',
  })
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: randomBytes(1000) }]
let count = 0

async function signedUp() {
  const [browser, email] = [new Browser(server), `signed-out${++count}@example.com`]
  const { _id } = await browser.signUp(email)
  const { db } = server.services
  const owner = async () => (await db.select().from(owners).where(eq(owners.key, _id)))[0]!
  const set = (values: Partial<typeof owners.$inferSelect>) => db.update(owners).set(values).where(eq(owners.key, _id))
  return { browser, email, owner, set }
}
/** A browser that has verified the address and is signed in to nothing. */
async function guestWith(email: string): Promise<Browser> {
  const guest = new Browser(server)
  await guest.verify(email)
  await guest.takeTicket()
  return guest
}
const send = async (guest: Browser, email: string) => {
  const { json: plan } = await guest.create(files)
  await guest.putAll(plan, files)
  return guest.publish(plan.slug, { senderEmail: email, emailTo: [{ email: `to-${email}` }] })
}

test('K2 U8 R15 signing out, sending and logging in again, three times over, ends at the plan’s month', async () => {
  const { browser, email } = await signedUp()
  const guest = await guestWith(email)
  const statuses: number[] = []
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) statuses.push((await send(guest, email)).status)
    await browser.logIn(email)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  const { json } = await send(guest, email)
  expect(json.error).toMatchObject({ code: 'monthUsedUp' })
  expect((await guest.create(files, { sender: email })).json.error.code).toBe('monthUsedUp')
  expect((await browser.withAccess('POST', '/folderSize', {})).json).toMatchObject({
    thisMonthsTransfers: 10,
    folderSize: 10_000,
  })
})

test('K2 U8 R15 of 20 that race signed out and signed in for room for one, one is begun', async () => {
  const { browser, email, owner, set } = await signedUp()
  const guest = await guestWith(email)
  await browser.takeUserTicket()
  const begun = await Promise.all(Array.from({ length: 8 }, () => guest.create(files)))
  const before = plans.free.storageBytes - 1000
  await set({ usedBytes: before })
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, () => guest.create(files, { sender: email })),
    ...Array.from({ length: 6 }, () => browser.create(files)),
    ...begun.map(({ json }) => guest.publish(json.slug, { senderEmail: email })),
  ])
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(replies.filter(({ json }) => json.error?.code === 'storageFull')).toHaveLength(19)
  await browser.logIn(email)
  expect(await owner()).toMatchObject({ usedBytes: before, reservedBytes: 1000 })
})

test('K2 Q14 the account’s role decides room and month, a visitor’s plan what may be sent', async () => {
  const { email, set } = await signedUp()
  await set({ role: 'pro', usedBytes: plans.free.storageBytes })
  const guest = await guestWith(email)
  expect((await guest.withTicket('POST', '/api/uploads', { files: [{ path: 'a.exe', size: 1 }], sender: email })).status).toBe(
    422,
  )
  const { json: plan } = await guest.create(files, { sender: email })
  const ask = (more: object) => guest.publish(plan.slug, { senderEmail: email, ...more })
  expect((await ask({ sendAs: 'link', emailTo: [] })).json.error.code).toBe('linksReserved')
  expect((await ask({ expirySeconds: 2_629_746 })).json.error.code).toBe('expiryNotAllowed')
  expect((await ask({})).status).toBe(200)
})

test('A7 R05 T10 what was sent signed out is in the account at once; its browser may repeat the call and see its mails', async () => {
  const { browser, email } = await signedUp()
  const guest = await guestWith(email)
  const { json: plan } = await guest.create(files, { sender: email })
  await guest.putAll(plan, files)
  const publish = () => guest.publish(plan.slug, { senderEmail: email, emailTo: [{ email: `to-${email}` }] })
  const replies = await Promise.all(Array.from({ length: 5 }, publish))
  expect(new Set(replies.map(({ status, json }) => `${status} ${json._id}`)).size).toBe(1)
  const { _id } = replies[0]!.json
  expect((await browser.withAccess('GET', '/getQs')).json.allDocs.map((each: { _id: string }) => each._id)).toEqual([_id])
  expect((await guest.call('POST', '/SendTransferEmail', { _id })).status).toBe(200)
  // The verification is over: nobody is signed in here.
  await server.services.db.execute(sql`delete from verified_addresses where email = ${email}`)
  expect((await guest.call('POST', '/SendTransferEmail', { _id })).json.error.code).toBe('notYours')
})

test('A8 Q16 R27 a suspended account sends nothing signed out either', async () => {
  const { email, set } = await signedUp()
  const guest = await guestWith(email)
  const { json: begun } = await guest.create(files)
  await set({ status: 'revoke' })
  const refused = [await guest.create(files, { sender: email }), await guest.publish(begun.slug, { senderEmail: email })]
  expect(refused.map(({ status, json }) => [status, json.error.code])).toEqual(Array(2).fill([403, 'accountSuspended']))
})
