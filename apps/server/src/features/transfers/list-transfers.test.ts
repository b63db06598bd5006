import { randomBytes } from 'node:crypto'
import { startValues } from '@sampan/contract/rules/sender-values'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { testClock } from '../../../test/support/clock.ts'
import { begin, recordOf, send, sentBy } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { transfers } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const file = (path: string, size = 100) => ({ path, bytes: randomBytes(size) })
const change = (slug: string, set: Partial<typeof transfers.$inferInsert>) =>
  server.services.db.update(transfers).set(set).where(eq(transfers.slug, slug))
const list = async (account: Account, query = '') => (await account.call('GET', `/getQs?${query}`)).json
const slugs = async (account: Account, query: string) =>
  (await list(account, query)).allDocs.map(({ slug }: { slug: string }) => slug)
const past = (seconds: number) => new Date(testClock().getTime() - seconds * 1000)

test('T2 the list tells what was sent to whom, what became of it, and where it was downloaded', async () => {
  const one = await sentBy(server, [file('catalogue/Page 1.pdf', 3000), file('b.txt', 70)], {
    more: { message: 'Final artwork', downloadLimit: 9, password: 'a sampan at dusk' },
  })
  const { db } = server.services
  for (let n = 1; n <= 7; n++)
    await db.execute(
      sql`insert into download_events (transfer_id, owner_id, session_id, recipient_id, recipient_email, visitor, file_count, size_bytes, ip, program, country_code, city, at) select transfers.id, transfers.owner_id, gen_random_uuid(), ${n === 7 ? sql`recipients.id` : null}, ${n === 7 ? one.to : null}, 'v', 2, 3070, '', '', ${n === 7 ? 'CN' : null}, ${n === 7 ? 'Shenzhen' : ''}, ${past(100 - n).toISOString()} from transfers join recipients on transfer_id = transfers.id where slug = ${one.slug}`,
    )
  await change(one.slug, { downloadCount: 7 })
  await waitFor(async () => (await recordOf(one.sender, one.slug)).emailTo[0].state === 'sent')
  const { allDocs, ...counts } = await list(one.sender)
  expect(counts).toEqual({
    matchCount: 1,
    allCount: 1,
    activeCount: 1,
    expiredCount: 0,
    closedCount: 0,
    thisMonthsTransfers: 1,
    sentThisMonth: 1,
    receivedCount: 0,
    sharedCount: 0,
  })
  const { downloads, ...record } = allDocs[0]
  expect(record).toEqual({
    _id: expect.any(String),
    authorId: expect.any(String),
    shareWith: [],
    may: ['read', 'change', 'delete', 'forward', 'share', 'open'],
    receivedBy: null,
    foundBy: null,
    ...startValues,
    isRestricted: false,
    people: { all: 1, pending: 0, bounced: 0, refused: 0, opened: 1, downloaded: 0 },
    slug: one.slug,
    fileName: 'Page 1.pdf',
    fileNumber: 2,
    totalBytes: 3070,
    message: 'Final artwork',
    sendAs: 'email',
    status: 'active',
    dateSent: expect.any(Number),
    expiryDate: record.dateSent + 604_800_000,
    expirySeconds: 604_800,
    hasPassword: true,
    downloadLimit: 9,
    emailTo: [{ email: one.to, state: 'sent', openedAt: expect.any(Number), downloadedAt: null }],
    total_downloads: 7,
    countedDownloads: 7,
    isTakenWhole: false,
    linkUrl: `${server.services.config.publicUrl}/w/${one.slug}`,
    isLinkOpen: false,
  })
  expect(downloads).toHaveLength(5)
  expect(downloads[0]).toEqual({
    dlDate: expect.any(Number),
    receiverEmail: one.to,
    dlCountryCode: 'CN',
    country_name: 'China',
    city_name: 'Shenzhen',
    fileNumber: 2,
  })
  expect(downloads[1]).toMatchObject({ receiverEmail: null, dlCountryCode: null, country_name: '', city_name: '' })
  const chinese = await one.sender.call('GET', '/getQs', undefined, { 'accept-language': 'zh-CN' })
  expect(chinese.json.allDocs[0].downloads[0].country_name).toBe('中国')
})

describe('filters', () => {
  const by: Record<string, string> = {}
  let account: Account
  beforeAll(async () => {
    account = await Account.create(server)
    const names = ['open', 'expired', 'disabled', 'used', 'usedButMore', 'takenDown', 'old', 'purged']
    for (const name of names) by[name] = await send(account, [file(`${name}.txt`)])
    const lastMonth = new Date(Date.UTC(server.services.clock().getUTCFullYear(), server.services.clock().getUTCMonth()) - 1)
    await change(by.expired!, { expiresAt: past(1) })
    await change(by.disabled!, { state: 'disabled', expiresAt: past(1) })
    await change(by.used!, { downloadLimit: 2, downloadCount: 2 })
    await change(by.usedButMore!, { downloadLimit: 2, downloadCount: 1 })
    await change(by.takenDown!, { state: 'takenDown' })
    await change(by.old!, { sentAt: lastMonth })
    await change(by.purged!, { state: 'deleted' })
    const plan = await begin(account, [file('uploading.txt')])
    await account.publish(plan.slug)
    by.uploading = plan.slug
  })
  const named = async (query: string) => {
    const found = await slugs(account, query)
    return Object.keys(by)
      .filter((name) => found.includes(by[name]))
      .sort()
  }

  test('T2 D6 each status is that of the download page', async () => {
    const statuses = Object.fromEntries((await list(account)).allDocs.map((doc: any) => [doc.fileName.split('.')[0], doc.status]))
    expect(statuses).toEqual({
      open: 'active',
      expired: 'expired',
      disabled: 'disabled',
      used: 'limitReached',
      usedButMore: 'active',
      takenDown: 'takenDown',
      old: 'active',
      uploading: 'uploading',
    })
    const pages = { open: 404, expired: 410, disabled: 403, used: 403, takenDown: 451, uploading: 200, purged: 404 }
    await change(by.open!, { isLinkOpen: false })
    for (const name of Object.keys(pages).filter((each) => each !== 'open')) await change(by[name]!, { isLinkOpen: true })
    for (const [name, status] of Object.entries(pages))
      expect([name, (await fetch(`${server.url}/w/${by[name]}`)).status]).toEqual([name, status])
  })

  test.each([
    ['all', ['disabled', 'expired', 'old', 'open', 'takenDown', 'uploading', 'used', 'usedButMore']],
    ['active', ['old', 'open', 'uploading', 'usedButMore']],
    ['expired', ['expired']],
    ['closed', ['disabled', 'takenDown', 'used']],
    ['thisMonth', ['disabled', 'expired', 'open', 'takenDown', 'uploading', 'used', 'usedButMore']],
    ['shared', []],
    ['team', []],
  ])('T2 filter %s', async (filter, expected) => {
    expect(await named(`filter=${filter}`)).toEqual(expected)
    const { matchCount, allCount, activeCount, expiredCount, closedCount, thisMonthsTransfers } = await list(
      account,
      `filter=${filter}`,
    )
    expect(matchCount).toBe(expected.length)
    expect([allCount, activeCount, expiredCount, closedCount, thisMonthsTransfers]).toEqual([8, 4, 1, 3, 7])
  })

  test('T2 newest first, in pages that neither repeat nor miss', async () => {
    const all = await list(account, 'limit=200')
    const dates = all.allDocs.map(({ dateSent }: { dateSent: number }) => dateSent)
    expect(dates).toEqual([...dates].sort((a, b) => b - a))
    const pages = [
      await slugs(account, 'limit=3'),
      await slugs(account, 'limit=3&skip=3'),
      await slugs(account, 'limit=3&skip=6'),
    ]
    expect(pages.flat()).toEqual(all.allDocs.map(({ slug }: { slug: string }) => slug))
    expect(await slugs(account, 'skip=500')).toEqual([])
    for (const query of ['limit=201', 'skip=-1', 'filter=mine', 'limit=x', 'slug=..', 'skip=1.5'])
      expect((await account.call('GET', `/getQs?${query}`)).status).toBe(400)
  })
})

describe('search', () => {
  const longName = `${'a'.repeat(251)}.txt`
  const by: Record<string, string> = {}
  let account: Account
  beforeAll(async () => {
    account = await Account.create(server)
    by.files = await send(account, [file('a.txt'), file('Angebote/Müller 100%_final.PDF')], {
      emailTo: [{ email: 'one@harbour.cn' }],
    })
    by.long = await send(account, [file(longName)])
    by.message = await send(account, [file('b.txt')], { message: 'The ÉTÉ catalogue (50\\50)' })
    by.address = await send(account, [file('报价单.xlsx')], {
      emailTo: [{ email: 'zoe@shipyard.cn' }, { email: 'yan@shipyard.cn' }],
    })
    await change(by.message, { expiresAt: past(1) })
    const plan = await begin(account, [file('x.txt'), file('still on its way.mov')])
    await account.publish(plan.slug)
    by.uploading = plan.slug
  })

  test.each([
    ['müller', ['files']],
    ['angebote/', ['files']],
    ['100%_F', ['files']],
    ['%', ['files']],
    ['_', ['files']],
    ['\\', ['message']],
    ['été', ['message']],
    ['shipyard', ['address']],
    ['报价', ['address']],
    ['ON ITS WAY', ['uploading']],
    ['  zoe@  ', ['address']],
    [longName, ['long']],
    ["' or 1=1 --", []],
    ['nowhere', []],
    ['', ['files', 'long', 'message', 'address', 'uploading']],
  ])('T2 R31 "%s"', async (search, expected) => {
    const found = await list(account, new URLSearchParams({ search }).toString())
    expect(new Set(found.allDocs.map(({ slug }: { slug: string }) => slug))).toEqual(new Set(expected.map((name) => by[name])))
    expect([found.matchCount, found.allCount]).toEqual([expected.length, 5])
  })

  test('T2 what a search finds comes in pages, each with the count of all', async () => {
    const newest = [by.uploading, by.address, by.message, by.long, by.files]
    expect(await slugs(account, 'search=.&limit=3')).toEqual(newest.slice(0, 3))
    expect(await slugs(account, 'search=.&limit=3&skip=3')).toEqual(newest.slice(3))
    expect(await list(account, 'search=.&skip=9')).toMatchObject({ allDocs: [], matchCount: 5 })
  })

  test.each([
    ['müller', { kind: 'file', text: 'Angebote/Müller 100%_final.PDF' }],
    ['yan@', { kind: 'recipient', text: 'yan@shipyard.cn' }],
    ['été', { kind: 'message', text: 'The ÉTÉ catalogue (50\\50)' }],
    ['报价', null],
  ])('T2 what "%s" was found by is told, where the name does not say it', async (search, foundBy) => {
    expect((await list(account, new URLSearchParams({ search }).toString())).allDocs).toMatchObject([{ foundBy }])
  })

  test('T2 filter and search together', async () => {
    expect(await slugs(account, 'filter=expired&search=catalogue')).toEqual([by.message])
    expect((await list(account, 'filter=active&search=catalogue')).matchCount).toBe(0)
  })
})

test('H4 R26 the list knows its caller alone: foreign ids, teams and slugs are refused', async () => {
  const [mine, other] = [await Account.create(server), await Account.create(server)]
  const [own, foreign] = [await send(mine, [file('mine.txt')]), await send(other, [file('theirs.txt')])]
  const asked = async (query: string, headers = {}) => {
    const { status, json } = await mine.call('GET', `/getQs?${query}`, undefined, headers)
    return status === 200 ? json.allDocs.map(({ slug }: { slug: string }) => slug) : json.error.code
  }
  expect(await asked('')).toEqual([own])
  expect(await asked(`userid=${mine.userId}`, { isTeam: '[]' })).toEqual([own])
  expect(await asked(`slug=${own}`, { isTeam: JSON.stringify([mine.userId]) })).toEqual([own])
  expect(await asked(`userid=${other.userId}`)).toBe('notYours')
  expect([await asked(`slug=${foreign}`), await asked('slug=zzzzzzz')]).toEqual(['notYours', 'notYours'])
  for (const isTeam of [
    `["${other.userId}"]`,
    `["${mine.userId}","${other.userId}"]`,
    other.userId,
    'x',
    '{"a":1}',
    'null',
    '[[]]',
    '[null]',
  ])
    expect([isTeam, await asked('', { isTeam })]).toEqual([isTeam, 'notYours'])
  const size = async (body: object) => (await mine.call('POST', '/folderSize', body)).json
  expect(await size({ userid: mine.userId })).toEqual({
    folderSize: 100,
    storageBytes: 10_000_000_000,
    thisMonthsTransfers: 1,
    transfersPerMonth: 10,
    contactCount: 1,
    contactLimit: 20,
  })
  expect((await size({ userid: other.userId })).error.code).toBe('notYours')
  const signedOut = await mine.browser.call('GET', '/getQs')
  expect([signedOut.status, signedOut.json.error.code]).toEqual([401, 'signedOut'])
})

test('K2 what is deleted goes on counting in its month, and its room is still held until it is erased', async () => {
  const account = await Account.create(server)
  const slug = await send(account, [file('a.bin', 700)])
  await account.call('POST', '/deleteTransfer', { slug })
  expect(await list(account)).toMatchObject({ thisMonthsTransfers: 0, sentThisMonth: 1 })
  expect((await account.call('POST', '/folderSize', {})).json).toMatchObject({ folderSize: 700, thisMonthsTransfers: 1 })
})
