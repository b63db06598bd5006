import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { monthCounts, owners, transfers, uploads } from '../../db/tables.ts'
import { claimAddress } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const bytes = randomBytes(1000)
const files = [{ path: 'a.bin', bytes }]
let count = 0

/** A browser that has verified an address. */
async function verified() {
  const [browser, email] = [new Browser(server), `joins${++count}@example.com`]
  await browser.verify(email)
  await browser.takeTicket()
  const begin = async () => (await browser.create(files, { sender: email })).json
  const send = async (to = `to-${email}`) => {
    const plan = await begin()
    await browser.putAll(plan, files)
    return browser.publish(plan.slug, { senderEmail: email, emailTo: [{ email: to }] })
  }
  return { browser, email, begin, send }
}
const claim = ({ ownerId, userId }: Account, email: string) =>
  inTransaction(server.services.db, (tx) => claimAddress(tx, { email, ownerId, userId, now: server.services.clock() }))
const ofAddress = async (email: string) => {
  const { db } = server.services
  const [owner] = await db.select().from(owners).where(eq(owners.key, email))
  if (!owner) return null
  const { id, usedBytes, reservedBytes } = owner
  const held = [
    await db.select().from(uploads).where(eq(uploads.ownerId, id)),
    await db.select().from(transfers).where(eq(transfers.ownerId, id)),
  ]
  const months = await db.select().from(monthCounts).where(eq(monthCounts.ownerId, id))
  return { usedBytes, reservedBytes, held: held.map(({ length }) => length), months: months.map(({ transfers: sent }) => sent) }
}
/** Somebody in this database waits for a lock. */
const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
/** Its row is gone too, which would name it for good (R45). */
const nothing = null

test('A7 what an address sent joins the account: transfers, bytes and month; links stay, and what runs goes on', async () => {
  const [sender, bystander] = [await verified(), await verified()]
  const sent = await sender.send()
  await bystander.send()
  const running = await sender.begin()
  await sender.browser.publish(running.slug, { senderEmail: sender.email, emailTo: [{ email: 'later@example.com' }] })
  const open = await sender.begin()
  const account = await Account.create(server, { usedBytes: 70 })
  await account.publish((await account.browser.create(files)).json.slug)
  await claim(account, sender.email)
  expect(await account.owner()).toMatchObject({ usedBytes: 1070, reservedBytes: 3000 })
  expect(await account.countedTransfers()).toBe(3)
  expect(await ofAddress(sender.email)).toEqual(nothing)
  expect(await ofAddress(bystander.email)).toEqual({ usedBytes: 1000, reservedBytes: 0, held: [1, 1], months: [1] })
  const [row] = await server.services.db.select().from(transfers).where(eq(transfers.id, sent.json._id))
  expect(row).toMatchObject({ ownerId: account.ownerId, authorId: account.userId, senderEmail: sender.email })
  // A search finds it at its new owner.
  expect((await account.call('GET', `/getQs?search=to-${sender.email}`)).json).toMatchObject({ matchCount: 1 })
  const [, , slug, user] = linkIn(await server.mailTo(`to-${sender.email}`)).split('/')
  const view = (await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()) as any
  const file = `${server.url}/api/transfers/${slug}/files/${view.files[0].fileId}?user=${user}&dl=${view.dl}`
  expect((await get(file)).bytes.equals(bytes)).toBe(true)

  await sender.browser.putAll(running, files)
  await server.mailTo('later@example.com')
  await sender.browser.withTicket('DELETE', `/api/uploads/${open.uploadId}`)
  expect(await account.owner()).toMatchObject({ usedBytes: 2070, reservedBytes: 1000 })
  expect((await account.call('POST', '/SendTransferEmail', { _id: sent.json._id })).status).toBe(200)
})

test('A7 T6 what an address sent to two addresses of one contact counts for that contact, each time', async () => {
  const [sender, account] = [await verified(), await Account.create(server)]
  const add = async (email: string) => (await account.call('POST', '/api/contacts', { email })).json.contact._id
  const [one, other] = [await add('one@example.com'), await add('other@example.com')]
  await account.call('POST', `/api/contacts/${one}/merge`, { contactIds: [other] })
  for (const to of ['one@example.com', 'other@example.com', 'other@example.com']) expect((await sender.send(to)).status).toBe(200)
  await claim(account, sender.email)
  expect((await account.call('GET', '/api/contacts')).json.contacts).toMatchObject([{ email: 'one@example.com', timesSent: 3 }])
})

test('A7 joining again, or with nothing there, changes nothing', async () => {
  const sender = await verified()
  await sender.send()
  const account = await Account.create(server)
  await claim(account, 'never-sent@example.com')
  expect(await account.owner()).toMatchObject({ usedBytes: 0 })
  for (let time = 0; time < 2; time++) {
    await claim(account, sender.email)
    expect(await account.owner()).toMatchObject({ usedBytes: 1000, reservedBytes: 0 })
    expect(await account.countedTransfers()).toBe(1)
  }
  await sender.send()
  await claim(account, sender.email)
  expect(await account.owner()).toMatchObject({ usedBytes: 2000 })
  expect(await account.countedTransfers()).toBe(2)
})

test('A7 R15 an address that joins while it begins, sends, completes and cancels loses and doubles nothing', async () => {
  const sender = await verified()
  const { browser, email } = sender
  const account = await Account.create(server)
  const begun = await Promise.all(Array.from({ length: 16 }, sender.begin))
  await Promise.all(begun.slice(0, 8).map((plan) => browser.putAll(plan, files)))
  const acts = begun.map((plan, i) => async () => {
    if (i >= 12) return browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}`)
    if (i >= 8) return browser.create(files, { sender: email })
    return browser.publish(plan.slug, { senderEmail: email })
  })
  const joins = Array.from({ length: 6 }, () => () => claim(account, email))
  const mixed = acts.flatMap((act, i) => (joins[i] ? [act, joins[i]] : [act]))
  const replies = await Promise.all(mixed.map((act) => act()))
  expect(replies.filter((reply) => reply && reply.status >= 400)).toEqual([])
  await claim(account, email)
  // Eight were sent; four that nobody touched and four new ones are open.
  expect(await account.owner()).toMatchObject({ usedBytes: 8000, reservedBytes: 8000 })
  expect(await account.countedTransfers()).toBe(8)
  expect(await ofAddress(email)).toEqual(nothing)
})

test('A7 R05 joining waits for an upload that is completing, and neither stops the other', async () => {
  const sender = await verified()
  const { uploadId } = await sender.begin()
  const account = await Account.create(server)
  const { db } = server.services
  const joined = await inTransaction(db, async (tx) => {
    // As completion does: the upload's row, then its owner's.
    const [upload] = await tx.select().from(uploads).where(eq(uploads.id, uploadId)).for('update')
    const joining = claim(account, sender.email).then(() => 'joined')
    await waitFor(async () => (await db.execute(isWaiting)).rows[0])
    await tx.update(owners).set({ reservedBytes: 0, usedBytes: 1000 }).where(eq(owners.id, upload!.ownerId))
    // In an object, so that the transaction ends without waiting for it.
    return { joining }
  })
  expect(await joined.joining).toBe('joined')
  expect(await account.owner()).toMatchObject({ usedBytes: 1000, reservedBytes: 0 })
})
