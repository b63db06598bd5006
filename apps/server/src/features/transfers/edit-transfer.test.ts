import { randomBytes } from 'node:crypto'
import { graceSeconds } from '@sampan/contract/limits'
import { expirySeconds } from '@sampan/contract/plans'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { type ReaderOf, recordOf, sentBy } from '../../../test/support/dashboard.ts'
import { edit, timelineOf, viewBy } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { transfers } from '../../db/tables.ts'
import { purgeTransfers } from './purge-transfers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600,linkPassword=1000/60' })
})
afterAll(() => server?.close())

const files = [{ path: 'a.bin', bytes: randomBytes(3000) }]
const sentBySomebody = async (role = 'pro') => sentBy(server, files, { sender: await Account.create(server, { role }) })
const rowOf = async (slug: string) => (await server.services.db.select().from(transfers).where(eq(transfers.slug, slug)))[0]!
/** As if so much time had gone by since it was sent. */
const age = ({ slug }: ReaderOf, seconds: number) =>
  server.services.db
    .update(transfers)
    .set({ expiresAt: sql`expires_at - make_interval(secs => ${seconds})` })
    .where(eq(transfers.slug, slug))
const changes = async ({ sender, slug }: ReaderOf) =>
  (await timelineOf(sender, slug)).filter(({ kind }) => kind === 'changed').map(({ detail }) => detail)
const found = async (account: Account, search: string) =>
  (await account.call('GET', `/getQs?search=${encodeURIComponent(search)}`)).json.matchCount

test('T9 title, message, limit and notices change with the link as it is; a search finds the new words and not the old', async () => {
  const one = await sentBySomebody()
  const { sender, slug, user } = one
  const reply = await edit(sender, slug, {
    title: ' Final artwork ',
    message: 'The third try',
    downloadLimit: 5,
    notifyOnDownload: false,
  })
  expect(reply.status).toBe(200)
  expect(reply.json.transfer).toMatchObject({
    slug,
    title: 'Final artwork',
    message: 'The third try',
    downloadLimit: 5,
    notifyOnDownload: false,
  })
  expect(reply.json.transfer).toEqual(await recordOf(sender, slug))
  const view = await viewBy(server, slug, { user })
  expect([view.state, view.json.message, view.json.downloadsLeft]).toEqual(['open', 'The third try', 5])
  expect([await found(sender, 'ARTWORK'), await found(sender, 'third try'), await found(sender, 'a.bin')]).toEqual([1, 1, 1])
  await edit(sender, slug, { title: '', message: 'Fourth', downloadLimit: null })
  expect([await found(sender, 'artwork'), await found(sender, 'fourth'), await found(sender, one.to)]).toEqual([0, 1, 1])
  expect((await recordOf(sender, slug)).downloadLimit).toBeNull()
  expect(await changes(one)).toEqual([
    { fields: 'title,message,downloadLimit', downloadLimit: null },
    { fields: 'title,message,downloadLimit,notifyOnDownload', downloadLimit: 5 },
  ])
})

test('T9 what is as it was asked to be changes nothing and tells nothing', async () => {
  const one = await sentBySomebody()
  await edit(one.sender, one.slug, { title: 'A', isRestricted: false, notifyOnDownload: true, password: null })
  const before = [await rowOf(one.slug), await timelineOf(one.sender, one.slug)]
  await edit(one.sender, one.slug, { title: 'A', isRestricted: false, password: null, downloadLimit: null, isDisabled: false })
  await edit(one.sender, one.slug, {})
  expect([await rowOf(one.slug), await timelineOf(one.sender, one.slug)]).toEqual(before)
})

test.each([
  [{ title: 'x'.repeat(121) }, 'title', 'tooLong'],
  [{ message: 'x'.repeat(281) }, 'message', 'tooLong'],
  [{ expirySeconds: 0 }, 'expirySeconds', 'tooSmall'],
  [{ expirySeconds: 1.5 }, 'expirySeconds', 'invalid'],
  [{ expiryDate: 1 }, 'expiryDate', 'tooSmall'],
  [{ expiryDate: 253_402_300_799_999 }, 'expiryDate', 'tooLarge'],
  [{ expiryDate: 9_000_000_000_000, expirySeconds: 604_800 }, 'expiryDate', 'invalid'],
  [{ downloadLimit: 0 }, 'downloadLimit', 'tooSmall'],
  [{ password: 'short' }, 'password', 'passwordTooShort'],
  [{ password: 'password' }, 'password', 'passwordTooCommon'],
  [{ isRestricted: 'yes' }, 'isRestricted', 'invalid'],
])('T9 R30 %j is refused and changes nothing', async (body, field, code) => {
  const { sender, slug } = await sentBySomebody()
  const before = await rowOf(slug)
  const { status, json } = await edit(sender, slug, { title: 'Never', ...body })
  expect([status, json.error.fields]).toEqual([400, { [field]: code }])
  expect(await rowOf(slug)).toEqual(before)
})

test('T9 K4 R17 the expiry is what the plan of now allows, counted from now or to the very moment', async () => {
  const one = await sentBySomebody('free')
  const { sender, slug } = one
  const expiryDate = server.services.clock().getTime() + 3_600_000
  for (const body of [{ expirySeconds: expirySeconds.month }, { expirySeconds: 86_400 }, { expiryDate }])
    expect((await edit(sender, slug, body)).json.error.code).toBe('expiryNotAllowed')
  await age(one, 86_400)
  const week = (await edit(sender, slug, { expirySeconds: expirySeconds.week })).json.transfer
  expect(week.expiryDate - server.services.clock().getTime()).toBeGreaterThan((expirySeconds.week - 60) * 1000)
  await sender.setOwner({ role: 'personal' })
  expect((await edit(sender, slug, { expiryDate: expiryDate + 86_400_000 })).json.transfer.expiryDate).toBe(
    expiryDate + 86_400_000,
  )
  expect((await changes(one)).map(({ fields, expiryDate: to }) => [fields, to])).toEqual([
    ['expiry', expiryDate + 86_400_000],
    ['expiry', week.expiryDate],
  ])
  await sender.setOwner({ status: 'unpaid' })
  expect((await edit(sender, slug, { expirySeconds: expirySeconds.week })).json.error.code).toBe('planUnpaid')
  expect((await edit(sender, slug, { title: 'Still mine' })).status).toBe(200)
  await sender.setOwner({ status: 'revoke' })
  expect((await edit(sender, slug, { title: 'No more' })).json.error.code).toBe('accountSuspended')
})

test('T9 X1 an expired transfer comes back while its bytes are there, and not after they went', async () => {
  const one = await sentBySomebody('free')
  await age(one, expirySeconds.week + graceSeconds - 3600)
  expect((await viewBy(server, one.slug, { user: one.user })).state).toBe('expired')
  const reply = await edit(one.sender, one.slug, { expirySeconds: expirySeconds.week })
  expect([reply.status, reply.json.transfer?.status ?? reply.json]).toEqual([200, 'active'])
  await purgeTransfers(server.services)
  const { state, dl } = await viewBy(server, one.slug, { user: one.user })
  expect(state).toBe('open')
  const bytes = await get(`${server.url}/api/transfers/${one.slug}/files/${one.fileId}?user=${one.user}&dl=${dl}`)
  expect(bytes.bytes.equals(files[0]!.bytes)).toBe(true)
  // And the day that a reader may delay it.
  await age(one, expirySeconds.week + graceSeconds + 86_460)
  await purgeTransfers(server.services)
  expect((await edit(one.sender, one.slug, { expirySeconds: expirySeconds.week })).json.error.code).toBe('notYours')
})

test('T9 X1 R27 bringing back and purging race: whole or gone, never half', async () => {
  const sender = await Account.create(server, { role: 'free' })
  const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => sentBy(server, files, { sender })))
  await Promise.all(all.map((one) => age(one, expirySeconds.week + graceSeconds + 60)))
  const edits = all.map(({ slug }) => edit(sender, slug, { expirySeconds: expirySeconds.week }))
  const [replies] = await Promise.all([Promise.all(edits), purgeTransfers(server.services), purgeTransfers(server.services)])
  for (const [i, { status, json }] of replies.entries()) {
    const { state } = await viewBy(server, all[i]!.slug, { user: all[i]!.user })
    expect([status, json.error?.code, state]).toEqual(status === 200 ? [200, undefined, 'open'] : [404, 'notYours', 'deleted'])
    const zip = await get(`${server.url}/api/transfers/${all[i]!.slug}/zip?user=${all[i]!.user}`)
    expect(zip.status).toBe(status === 200 ? 200 : 410)
  }
})

test('T9 D6 R27 another password ends what was opened with the one before, at every door', async () => {
  const { sender, slug, user, fileId, dl: before } = await sentBySomebody()
  const bytes = async (dl: string | null) =>
    (await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`)).status
  const unlock = async (password: string) =>
    (await new Browser(server).call('POST', `/api/transfers/${slug}/unlock?user=${user}`, { password })).json
  expect(await bytes(before)).toBe(200)
  await edit(sender, slug, { password: 'first of them' })
  expect([await bytes(before), (await viewBy(server, slug, { user, dl: before })).state]).toEqual([401, 'password'])
  const first = (await unlock('first of them')).dl
  expect(await bytes(first)).toBe(200)
  await edit(sender, slug, { password: 'second of them' })
  expect([await bytes(first), (await unlock('first of them')).error.code]).toEqual([401, 'passwordWrong'])
  expect((await viewBy(server, slug, { user, dl: first })).status).toBe(401)
  const second = (await unlock('second of them')).dl
  expect(await bytes(second)).toBe(200)
  await edit(sender, slug, { password: null })
  expect(await bytes(before)).toBe(200)
  await edit(sender, slug, { password: 'second of them' })
  expect(await bytes(second)).toBe(401)
  const timeline = await timelineOf(sender, slug)
  expect(timeline.filter(({ kind }) => kind === 'changed').map(({ detail }) => detail.password)).toEqual([
    'set',
    'removed',
    'changed',
    'set',
  ])
  expect(timeline.find(({ kind }) => kind === 'passwordWrong')).toMatchObject({ actor: 'recipient' })
})

test('T9 D6 a limit below what was downloaded is used up, and a higher one opens again', async () => {
  const { sender, slug, user, fileId, dl } = await sentBySomebody()
  await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`)
  await waitFor(async () => (await recordOf(sender, slug)).total_downloads === 1)
  expect((await edit(sender, slug, { downloadLimit: 1 })).json.transfer.status).toBe('limitReached')
  expect((await viewBy(server, slug, { user })).state).toBe('limitReached')
  expect((await edit(sender, slug, { downloadLimit: 2 })).json.transfer.status).toBe('active')
})

test('D6 T9 only named recipients: the bare link opens nothing, copied or not, nor does what its page handed out', async () => {
  const { sender, slug, user } = await sentBySomebody()
  const copy = () => sender.call('POST', `/api/transfers/${slug}/link`)
  await copy()
  const { dl } = await viewBy(server, slug)
  const doors = async () =>
    Promise.all([
      viewBy(server, slug).then(({ status }) => status),
      viewBy(server, slug, { dl: dl! }).then(({ status }) => status),
      get(`${server.url}/w/${slug}`).then(({ status }) => status),
      get(`${server.url}/api/transfers/${slug}/zip?dl=${dl}`).then(({ status }) => status),
      viewBy(server, slug, { user }).then(({ status }) => status),
    ])
  expect(await doors()).toEqual([200, 200, 200, 200, 200])
  expect((await edit(sender, slug, { isRestricted: true })).json.transfer).toMatchObject({
    isRestricted: true,
    isLinkOpen: false,
  })
  expect(await doors()).toEqual([404, 404, 404, 404, 200])
  expect((await copy()).json.error.code).toBe('linkRestricted')
  await edit(sender, slug, { isRestricted: false })
  expect(await doors()).toEqual([200, 200, 200, 200, 200])
  expect((await timelineOf(sender, slug)).filter(({ kind }) => kind === 'linkOpened')).toHaveLength(1)
})

test('T9 D6 closing and opening are told, once each', async () => {
  const { sender, slug } = await sentBySomebody()
  for (const isDisabled of [true, true, false, false]) await edit(sender, slug, { isDisabled })
  const kinds = (await timelineOf(sender, slug)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'disabled' || kind === 'enabled')).toEqual(['enabled', 'disabled'])
})

test('T9 R26 fifty edits at once leave one row that one of them meant, and a timeline and a search that agree', async () => {
  const one = await sentBySomebody()
  const { sender, slug } = one
  const wishes = Array.from({ length: 50 }, (_, i) => ({
    title: `Title ${i} end`,
    message: `Message ${i} end`,
    downloadLimit: i + 1,
  }))
  const replies = await Promise.all(wishes.map((wish) => edit(sender, slug, wish)))
  expect(replies.map(({ status }) => status)).toEqual(wishes.map(() => 200))
  const { title, message, downloadLimit } = await rowOf(slug)
  expect(wishes).toContainEqual({ title, message, downloadLimit })
  expect([await found(sender, title), await found(sender, message)]).toEqual([1, 1])
  const others = await Promise.all([0, 1, 2].map((i) => found(sender, `Title ${i} end`)))
  expect(others.filter((count) => count > 0).length).toBeLessThanOrEqual(1)
  expect(await changes(one)).toHaveLength(50)
})
