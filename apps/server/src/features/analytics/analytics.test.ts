/** Analytics as its sender asks for them: real downloads, comparison, lists, CSV, and what is refused (T4). */
import { randomBytes } from 'node:crypto'
import { addDays, dayOf } from '@sampan/contract/rules/day-range'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { testClock } from '../../../test/support/clock.ts'
import { sentBy, shortenBins } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { downloadEvents, owners, transfers } from '../../db/tables.ts'
import { hardDeleteLeftOvers } from '../transfers/hard-delete-transfers.ts'
import { countDownloads } from './count-downloads.ts'
import { noteStorage } from './queries-count.ts'
import { insertDownloads, type MadeDownload, makeTransfer } from './test-downloads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const now = testClock()
const today = dayOf(now)
const ago = (count: number) => new Date(now.getTime() - count * 86_400_000)
const week = `from=${addDays(today, -6)}&to=${today}`
const ask = async (account: Account, path: string) => (await account.call('GET', path)).json
const made = { email: 'li@example.cn', country: 'CN', device: 'phone', kind: 'image', bytes: 10 } as const
const download = (of: MadeDownload['of'], more: Partial<MadeDownload> = {}): MadeDownload => ({ ...made, of, at: now, ...more })

test('T4 D5 a download is in the figures at once, and R45 its reader is in no list after the transfer is deleted', async () => {
  const file = { path: 'Harbour.pdf', bytes: randomBytes(3000) }
  const { sender, slug, to, user, fileId, dl } = await sentBy(server, [file])
  const bytes = await fetch(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`)
  expect((await bytes.arrayBuffer()).byteLength).toBe(3000)
  const path = `/api/analytics?${week}`
  const { totals, kinds, days, hasSent } = await waitFor(async () => {
    const answer = await ask(sender, path)
    return answer.totals.downloads === 1 && answer
  })
  expect([totals, kinds, hasSent]).toEqual([
    { downloads: 1, sizeBytes: 3000, sent: 1 },
    [{ kind: 'document', downloads: 1 }],
    true,
  ])
  expect(days.at(-1)).toEqual({ day: today, downloads: 1, sent: 1, usedBytes: (await sender.owner()).usedBytes })
  expect(await ask(sender, `/api/analytics/recipients?${week}`)).toEqual({ rows: [{ email: to, downloads: 1 }], matchCount: 1 })
  expect((await ask(sender, `/api/analytics/transfers?${week}`)).rows).toMatchObject([
    { slug, name: 'Harbour.pdf', downloads: 1, isGone: false },
  ])
  await countDownloads(server.services)
  await sender.call('POST', '/deleteTransfer', { slug })
  await shortenBins(server)
  expect((await ask(sender, `/api/analytics/transfers?${week}`)).matchCount).toBe(0)
  const clock = () => new Date(server.services.clock().getTime() + 3_600_000)
  await hardDeleteLeftOvers({ ...server.services, clock })
  expect(await ask(sender, `/api/analytics/recipients?${week}`)).toEqual({ rows: [], matchCount: 0 })
  expect((await ask(sender, path)).totals).toEqual({ downloads: 1, sizeBytes: 3000, sent: 1 })
  const { rows } = await server.services.db.execute(
    sql`select 1 from recipient_weeks where email = ${to} union all select 1 from download_events where recipient_email = ${to}`,
  )
  expect(rows).toEqual([])
})

test('T4 an account that has sent nothing, and one whose transfers nobody downloaded', async () => {
  const account = await Account.create(server)
  const path = `/api/analytics?${week}&compare=1`
  const nothing = { downloads: 0, sizeBytes: 0, sent: 0 }
  const empty = await ask(account, path)
  expect(empty).toMatchObject({
    totals: nothing,
    previous: { totals: nothing },
    countries: [],
    devices: [],
    kinds: [],
    hasSent: false,
  })
  expect(empty.days).toHaveLength(7)
  expect(empty.previous.days).toHaveLength(7)
  for (const list of ['transfers', 'recipients'])
    expect(await ask(account, `/api/analytics/${list}?${week}`)).toEqual({ rows: [], matchCount: 0 })
  await makeTransfer(server, account, 'a.pdf', ago(1))
  expect(await ask(account, path)).toMatchObject({ totals: { ...nothing, sent: 1 }, hasSent: true })
})

test('T4 the range before has as many days; a country narrows both; another account has none of it', async () => {
  const [account, other] = [await Account.create(server), await Account.create(server)]
  const transfer = await makeTransfer(server, account, 'a.pdf', ago(30))
  const at = (days: number, country: string | null) => download(transfer, { at: ago(days), country })
  await insertDownloads(server, [at(0, 'CN'), at(6, null), at(6, 'DE'), at(7, 'CN'), at(7, 'DE'), at(13, 'DE'), at(14, 'CN')])
  const compared = await ask(account, `/api/analytics?${week}&compare=1`)
  expect([compared.totals.downloads, compared.previous.totals.downloads]).toEqual([3, 3])
  expect(compared.previous.days[0]).toEqual({ day: addDays(today, -13), downloads: 1, sent: 0 })
  const german = await ask(account, `/api/analytics?${week}&compare=1&country=DE`)
  expect([german.totals.downloads, german.previous.totals.downloads]).toEqual([1, 2])
  // Another one can be chosen instead.
  expect(german.countries).toEqual(['CN', 'DE', 'ZZ'].map((country) => ({ country, downloads: 1 })))
  expect((await ask(account, `/api/analytics/transfers?${week}&country=ZZ`)).rows).toMatchObject([{ downloads: 1 }])
  expect((await ask(other, `/api/analytics?${week}`)).totals.downloads).toBe(0)
  for (const list of ['transfers', 'recipients'])
    expect((await ask(other, `/api/analytics/${list}?${week}`)).rows, `R25 ${list}`).toEqual([])
})

test('T4 lists are searched and paged, the most downloaded first', async () => {
  const account = await Account.create(server)
  for (const [name, count] of [
    ['100% final.pdf', 3],
    ['Draft.pdf', 2],
    ['合同.docx', 1],
  ] as const) {
    const transfer = await makeTransfer(server, account, name, ago(3))
    await insertDownloads(
      server,
      Array.from({ length: count }, (_, n) => download(transfer, { email: `r${n}@example.com` })),
    )
  }
  await countDownloads(server.services)
  const names = async (query: string) =>
    (await ask(account, `/api/analytics/transfers?${week}&${query}`)).rows.map(({ name }: { name: string }) => name)
  expect(await names('')).toEqual(['100% final.pdf', 'Draft.pdf', '合同.docx'])
  expect(await names('skip=1&limit=1')).toEqual(['Draft.pdf'])
  expect(await names(new URLSearchParams({ search: '0% F' }).toString())).toEqual(['100% final.pdf'])
  expect(await names(new URLSearchParams({ search: '合同' }).toString())).toEqual(['合同.docx'])
  expect(await names('search=_')).toEqual([])
  expect(await ask(account, `/api/analytics/recipients?${week}&limit=1`)).toEqual({
    rows: [{ email: 'r0@example.com', downloads: 3 }],
    matchCount: 3,
  })
  // Expired and purged: it was not deleted by its sender, and still has its name.
  await server.services.db.update(transfers).set({ state: 'deleted' }).where(eq(transfers.fileName, 'Draft.pdf'))
  expect((await ask(account, `/api/analytics/transfers?${week}&search=draft`)).rows).toMatchObject([{ isGone: true }])
})

test('T4 storage is what a day ended with, and a day without a change is like the one before', async () => {
  const account = await Account.create(server)
  const keep = (usedBytes: number) => server.services.db.update(owners).set({ usedBytes }).where(eq(owners.id, account.ownerId))
  for (const [days, bytes] of [
    [9, 500],
    [5, 700],
    [4, 700],
    [2, 0],
  ] as const) {
    await keep(bytes)
    for (const _ of [1, 2]) await noteStorage(server.services.db, addDays(today, -days))
  }
  await keep(40)
  const { days } = await ask(account, `/api/analytics?from=${addDays(today, -6)}&to=${addDays(today, 1)}`)
  expect(days.map(({ usedBytes }: { usedBytes: number }) => usedBytes)).toEqual([500, 700, 700, 700, 0, 0, 40, null])
  const { rows } = await server.services.db.execute(sql`select 1 from storage_days where owner_id = ${account.ownerId}`)
  expect(rows).toHaveLength(3)
})

test('T4 every list as CSV for spreadsheets: UTF-8, and no cell is a formula', async () => {
  const account = await Account.create(server)
  const transfer = await makeTransfer(server, account, '=HYPERLINK("http://evil.example";"合同")', ago(2))
  await insertDownloads(server, [
    download(transfer, { email: '+1@example.com' }),
    download(transfer, { email: '-2@example.com', country: null }),
    download(transfer, { email: null, country: 'DE' }),
  ])
  const csv = async (query: string, language = 'en') => {
    const headers = { authorization: `Bearer ${account.accessToken}`, 'accept-language': language }
    const reply = await fetch(`${server.url}/api/analytics.csv?${week}&${query}`, { headers })
    return { reply, text: Buffer.from(await reply.arrayBuffer()).toString('utf8') }
  }
  for (const list of ['downloads', 'days', 'countries', 'transfers', 'recipients', 'kinds', 'devices']) {
    const { reply, text } = await csv(`list=${list}`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="${list}-${addDays(today, -6)}-${today}.csv"`)
    expect(text.startsWith('\uFEFF'), list).toBe(true)
    expect(text.slice(1), list).not.toMatch(/(^|[,\n])"?[=+\-@\t]/)
    expect(text.endsWith('\r\n')).toBe(true)
  }
  expect((await csv('list=transfers')).text).toContain(`"'=HYPERLINK(""http://evil.example"";""合同"")",${transfer.slug},`)
  expect((await csv('list=countries')).text).toBe(
    '\uFEFFCountry or region,Country code,Downloads\r\nChina,CN,1\r\nGermany,DE,1\r\nUnknown place,,1\r\n',
  )
  expect((await csv('list=countries', 'zh')).text).toContain('中国,CN,1')
  expect((await csv('list=recipients&country=DE')).text).toBe('\uFEFFRecipient,Downloads\r\nSomeone with the link,1\r\n')
  expect((await csv('')).text.trimEnd().split('\r\n')).toHaveLength(4)
})

test('T4 a CSV of more downloads than are read at once has each of them once, those of one moment too', async () => {
  const account = await Account.create(server)
  const transfer = await makeTransfer(server, account, 'a.pdf', ago(2))
  for (let n = 0; n < 5; n++)
    await insertDownloads(
      server,
      Array.from({ length: 900 }, (_, k) => download(transfer, { email: `${n}-${k}@example.com` })),
    )
  const { json } = await account.call('GET', `/api/analytics.csv?${week}`)
  const addresses = (json as string)
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[3])
  expect(addresses).toHaveLength(4500)
  expect(new Set(addresses).size).toBe(4500)
  await server.services.db.delete(downloadEvents).where(eq(downloadEvents.ownerId, account.ownerId))
})

test('T4 R38 what is wrong with a question is said by its field; only one’s own is told', async () => {
  const account = await Account.create(server)
  const fields = async (query: string, path = '/api/analytics') =>
    (await account.call('GET', `${path}?${query}`)).json.error?.fields
  expect(await fields('')).toEqual({ from: 'required', to: 'required' })
  expect(await fields('from=2026-02-30&to=yesterday')).toEqual({ from: 'invalid', to: 'invalid' })
  expect(await fields('from=2026-03-02&to=2026-03-01')).toEqual({ to: 'tooSmall' })
  expect(await fields('from=2024-01-01&to=2026-01-01')).toEqual({ from: 'tooSmall' })
  expect(await fields('from=2024-01-02&to=2026-01-01')).toBeUndefined()
  expect(await fields('from=1999-12-31&to=3000-01-01')).toMatchObject({ from: 'tooSmall', to: 'tooLarge' })
  expect(await fields(`${week}&country=China`)).toEqual({ country: 'invalid' })
  expect(await fields(`${week}&compare=yes`)).toEqual({ compare: 'invalid' })
  expect(await fields(`${week}&limit=1000&skip=-1`, '/api/analytics/transfers')).toEqual({ limit: 'tooLarge', skip: 'tooSmall' })
  expect(await fields(`${week}&list=secrets`, '/api/analytics.csv')).toEqual({ list: 'invalid' })
  for (const path of ['', '/transfers', '/recipients', '.csv'])
    expect((await fetch(`${server.url}/api/analytics${path}?${week}`)).status, path).toBe(401)
})
