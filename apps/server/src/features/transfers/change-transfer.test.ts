import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { begin, type ReaderOf, recordOf, send, sentBy } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { recipients, transfers } from '../../db/tables.ts'
import { addJob } from '../../jobs/queue.ts'
import { mailKey, mailRecipientJob } from './job-names.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: randomBytes(2000) }]
const setDisabled = (account: Account, slug: string, isDisabled: unknown) =>
  account.call('PATCH', `/api/transfers/${slug}`, { isDisabled })
const copy = (account: Account, slug: string) => account.call('POST', `/api/transfers/${slug}/link`)

/** Status and state or error of the page, its view, a file and the zip. */
async function doors({ slug, user, dl, fileId }: Pick<ReaderOf, 'slug' | 'user' | 'dl' | 'fileId'>) {
  const query = `user=${user}&dl=${dl}`
  const replies = [
    `/d/${slug}/${user}`,
    ...['', `/files/${fileId}`, '/zip'].map((path) => `/api/transfers/${slug}${path}?${query}`),
  ]
  return Promise.all(
    replies.map(async (path) => {
      const reply = await fetch(server.url + path)
      const json = (reply.headers.get('content-type') ?? '').includes('json') ? await reply.json() : {}
      return [reply.status, json.state ?? json.error?.code]
    }),
  )
}
const open = [
  [200, undefined],
  [200, 'open'],
  [200, undefined],
  [200, undefined],
]
const closed = [
  [403, undefined],
  [403, 'disabled'],
  [403, 'transferDisabled'],
  [403, 'transferDisabled'],
]

test('D6 T2 a closed link says so at every door, and opens again; repeating changes nothing', async () => {
  const one = await sentBy(server, files)
  expect(await doors(one)).toEqual(open)
  for (const _ of [1, 2]) {
    const reply = await setDisabled(one.sender, one.slug, true)
    expect([reply.status, reply.json.transfer.status]).toEqual([200, 'disabled'])
    expect(await doors(one)).toEqual(closed)
  }
  for (const _ of [1, 2]) expect((await setDisabled(one.sender, one.slug, false)).json.transfer.status).toBe('active')
  expect(await doors(one)).toEqual(open)
  expect((await setDisabled(one.sender, one.slug, 'yes')).json.error.fields).toEqual({ isDisabled: 'invalid' })
})

/** The recipient's mail as if it had not gone yet, and its job. */
async function unmailed({ slug }: ReaderOf) {
  const { db } = server.services
  const transferId = db.select({ id: transfers.id }).from(transfers).where(eq(transfers.slug, slug))
  const ofTransfer = eq(recipients.transferId, transferId)
  const [{ id: recipientId } = { id: '' }] = await db.select().from(recipients).where(ofTransfer)
  const key = mailKey(recipientId)
  const isAtRest = async () => {
    const { rows } = await db.execute(
      sql`select 1 from graphile_worker._private_jobs where key = ${key} or payload::text like ${`%${recipientId}%`}`,
    )
    return rows.length === 0
  }
  await waitFor(isAtRest)
  const isSent = async () => (await db.select().from(recipients).where(ofTransfer))[0]!.mailState === 'sent'
  const forget = () => db.update(recipients).set({ mailState: 'queued' }).where(ofTransfer)
  return { forget, isAtRest, isSent, queue: () => addJob(db, mailRecipientJob, { recipientId }, { key }) }
}

test('T10 D6 a mail whose turn came while its link was closed goes when the link opens again', async () => {
  const one = await sentBy(server, files)
  const { forget, isAtRest, isSent, queue } = await unmailed(one)
  await forget()
  await setDisabled(one.sender, one.slug, true)
  await queue()
  await waitFor(isAtRest)
  expect(await isSent()).toBe(false)
  await setDisabled(one.sender, one.slug, false)
  await waitFor(isSent)
})

test('T10 INV7 a mail whose turn comes just as its link opens is not lost, however the two meet', async () => {
  const one = await sentBy(server, files)
  const { forget, isAtRest, isSent, queue } = await unmailed(one)
  for (let round = 0; round < 10; round++) {
    await setDisabled(one.sender, one.slug, true)
    await forget()
    await Promise.all([queue(), setDisabled(one.sender, one.slug, false)])
    await waitFor(isSent)
    await waitFor(isAtRest)
  }
})

test('D6 neither what uploads nor what was taken down is closed or opened by its sender', async () => {
  const account = await Account.create(server)
  const plan = await begin(account, files)
  await account.publish(plan.slug)
  expect((await setDisabled(account, plan.slug, true)).json.error.code).toBe('transferUploading')
  const slug = await send(account, files)
  await server.services.db.update(transfers).set({ state: 'takenDown' }).where(eq(transfers.slug, slug))
  for (const isDisabled of [true, false])
    expect((await setDisabled(account, slug, isDisabled)).json.error.code).toBe('transferTakenDown')
  expect((await recordOf(account, slug)).status).toBe('takenDown')
})

test('D6 the bare slug of an e-mail transfer opens once its sender copied the link, and is closed like any other', async () => {
  const one = await sentBy(server, files)
  const bare = async () => (await fetch(`${server.url}/w/${one.slug}`)).status
  expect(await bare()).toBe(404)
  const { linkUrl } = (await copy(one.sender, one.slug)).json
  expect(linkUrl).toBe(`${server.services.config.publicUrl}/w/${one.slug}`)
  expect(await bare()).toBe(200)
  expect((await copy(one.sender, one.slug)).json).toEqual({ linkUrl })
  expect((await recordOf(one.sender, one.slug)).isLinkOpen).toBe(true)
  await setDisabled(one.sender, one.slug, true)
  expect(await bare()).toBe(403)
  await one.sender.call('POST', '/deleteTransfer', { slug: one.slug })
  expect([await bare(), (await copy(one.sender, one.slug)).status]).toEqual([404, 404])
  expect((await setDisabled(one.sender, one.slug, false)).json.error.code).toBe('notYours')
})

test('R27 A8 the links of a suspended sender look closed at once; the sender may read and delete, nothing else', async () => {
  const one = await sentBy(server, files)
  await one.sender.setOwner({ status: 'revoke' })
  expect(await doors(one)).toEqual(closed)
  const view = await (await fetch(`${server.url}/api/transfers/${one.slug}?user=${one.user}`)).json()
  expect([view.sender, view.files, view.message]).toEqual([null, [], ''])
  const list = (await one.sender.call('GET', '/getQs?filter=active')).json
  expect([list.allDocs, list.activeCount, list.expiredCount, list.closedCount, list.allCount]).toEqual([[], 0, 0, 1, 1])
  expect((await recordOf(one.sender, one.slug)).status).toBe('disabled')
  for (const slug of [one.slug, 'zzzzzzz']) {
    expect((await setDisabled(one.sender, slug, false)).json.error.code).toBe('accountSuspended')
    expect((await copy(one.sender, slug)).json.error.code).toBe('accountSuspended')
  }
  await one.sender.setOwner({ status: 'past_due' })
  expect(await doors(one)).toEqual(open)
  await one.sender.setOwner({ status: 'revoke' })
  expect((await one.sender.call('POST', '/deleteTransfer', { slug: one.slug })).status).toBe(200)
  expect((await one.sender.call('POST', `/api/transfers/${one.slug}/restore`)).status).toBe(200)
})
