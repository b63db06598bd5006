/** Scanners of links and browsers that fetch ahead count nowhere, whether they say so or not; people and their programs do. */
import { randomBytes } from 'node:crypto'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkPassword } from '../../../test/support/actors.ts'
import { type ReaderOf, sentBy } from '../../../test/support/dashboard.ts'
import { detailOf, edit, kindsOf, timelineOf } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = ['a.bin', 'b/c.bin'].map((path) => ({ path, bytes: randomBytes(3000) }))
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
type Headers = Record<string, string>
const plain = (text: string) => text.replaceAll('&amp;', '&')

/** Sent to somebody by mail. */
const sent = async (more: Record<string, unknown> = {}) => {
  const one = await sentBy(server, files, { more })
  const address = (path: string) => `${server.url}/api/transfers/${one.slug}/${path}?user=${one.user}&dl=${one.dl}`
  return { ...one, file: address(`files/${one.fileId}`), zip: address('zip'), page: `${server.url}/d/${one.slug}/${one.user}` }
}
/** As a form without scripts asks, which leads to the bytes. */
async function press(page: string, button: { fileId?: string } = {}, headers: Headers = {}) {
  const { bytes } = await get(page, headers)
  const action = /<form[^>]* method="post" action="([^"]*\/downloads[^"]*)"/.exec(bytes.toString())![1]!
  const body = new URLSearchParams(button)
  const started = await fetch(server.url + plain(action), { method: 'POST', headers, body, redirect: 'manual' })
  const location = started.headers.get('location')!
  return { status: started.status, location, bytes: await get(new URL(location, server.url).href, headers) }
}

/** Everything that a download leaves behind. */
async function traces({ slug, sender }: Pick<ReaderOf, 'slug' | 'sender'>) {
  const { rows } = await server.services.db.execute<{ count: number; sessions: number; bell: number; notices: number }>(
    sql`select download_count as count, (select count(*)::int from download_sessions where transfer_id = t.id) as sessions,
      (select count(*)::int from download_events where transfer_id = t.id) as events,
      (select count(*)::int from notifications where transfer_id = t.id and kind = 'downloaded') as bell,
      (select count(*)::int from download_notices where transfer_id = t.id) as notices,
      (select count(*)::int from download_places where transfer_id = t.id) as places
      from transfers t where slug = ${slug}`,
  )
  const receipt = (await sender.call('GET', `/api/transfers/${slug}/receipt`)).json
  return { ...rows[0], receipts: receipt.lineCount }
}
const none = { count: 0, sessions: 0, events: 0, bell: 0, notices: 0, places: 0, receipts: 0 }
const one = { count: 1, sessions: 1, events: 1, bell: 1, notices: 1, places: 1, receipts: 1 }

const known: [string, Headers][] = [
  ...[
    `${chrome} BingPreview/1.0b`,
    'Mozilla/5.0 (compatible; Microsoft-ATP Safe Links)',
    'Mozilla/5.0 (compatible; Proofpoint URL Defense)',
    'Mimecast-URL-Protect',
    'Barracuda Sentinel (EE)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  ].map((name): [string, Headers] => [name, { 'user-agent': name }]),
  ...(
    [
      ['sec-purpose', 'prefetch'],
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
      ['x-moz', 'prefetch'],
    ] as const
  ).map(([name, value]): [string, Headers] => [`${name}: ${value}`, { 'user-agent': chrome, [name]: value }]),
]

test('D5 D11 named scanners and what a browser fetches ahead open nothing, get no bytes and count nowhere', async () => {
  const transfer = await sent({ downloadLimit: 1 })
  // Its own view of the page has opened it.
  await server.services.db.execute(sql`update recipients set opened_at = null where email = ${transfer.to}`)
  for (const [name, headers] of known) {
    const asked = [transfer.page, transfer.file, transfer.zip].map((address) => get(address, headers))
    expect(
      (await Promise.all(asked)).map(({ status }) => status),
      name,
    ).toEqual([200, 403, 403])
    expect((await get(transfer.file, headers, 'HEAD')).status, name).toBe(200)
  }
  expect(await traces(transfer)).toEqual(none)
  expect((await detailOf(transfer.sender, transfer.slug)).recipients[0]!.openedAt).toBeNull()
  const person = await press(transfer.page, {}, { 'user-agent': chrome })
  expect(person.bytes.status).toBe(200)
  await waitFor(async () => (await traces(transfer)).count === 1)
})

test('D5 programs that download are a person’s own: they count from the first second on', async () => {
  const transfer = await sent()
  const programs = ['curl/8.5.0', 'Wget/1.21.4', 'aria2/1.37.0', 'sampan/1.0', 'python-requests/2.32', '']
  const address = `${server.url}/api/transfers/${transfer.slug}/files/${transfer.fileId}?user=${transfer.user}`
  for (const userAgent of programs) expect((await get(address, { 'user-agent': userAgent })).status, userAgent).toBe(200)
  await waitFor(async () => (await traces(transfer)).count === programs.length)
})

test('D11 D5 a scanner that calls itself a browser follows everything in the page of a fresh mail: the person’s one download is left, and told once', async () => {
  const transfer = await sent({ downloadLimit: 1 })
  const headers = { 'user-agent': chrome }
  const html = (await get(transfer.page, headers)).bytes.toString()
  for (const [, href] of html.matchAll(/(?:href|src|url)="?=?([^"]*)"/g))
    if (href!.startsWith('/')) await get(server.url + plain(href!), headers)
  // And what it makes of the rest of the page by itself.
  expect([(await get(transfer.file, headers)).status, (await get(transfer.zip, headers)).status]).toEqual([200, 200])
  expect(await traces(transfer)).toEqual(none)
  const person = await press(transfer.page, {}, headers)
  expect([person.status, person.bytes.status, person.bytes.headers.get('content-type')]).toEqual([303, 200, 'application/zip'])
  await waitFor(async () => (await traces(transfer)).count === 1)
  expect(await traces(transfer)).toEqual(one)
  const told = (await timelineOf(transfer.sender, transfer.slug)).filter(({ kind }) => kind === 'scanned')
  expect(told.map(({ email, detail }) => [email, detail])).toEqual([
    [transfer.to, { count: 2 }],
    [transfer.to, { path: 'a.bin' }],
  ])
  const { activities } = (await transfer.sender.call('GET', '/api/activity')).json
  expect(activities.map(({ kind }: { kind: string }) => kind)).not.toContain('scanned')
  // Used up: nothing is given for nothing.
  expect((await get(transfer.file, { 'user-agent': `${chrome} Edg/130.0` })).status).toBe(403)
})

test('D11 no more is read for nothing than a scanner would, each thing once whatever its ranges, and what a reader has begun goes on', async () => {
  const strict = await startTestServer({ RATE_LIMITS: 'linkScan=2/3600' })
  try {
    const { slug, user, dl, sender } = await sentBy(strict, files)
    const query = `user=${user}&dl=${dl}`
    const view: TransferView = await (await fetch(`${strict.url}/api/transfers/${slug}?user=${user}`)).json()
    const [first, second] = view.files.map(({ fileId }) => `${strict.url}/api/transfers/${slug}/files/${fileId}?${query}`)
    const statusOf = (address: string) => get(address, { 'user-agent': chrome }).then(({ status }) => status)
    for (const range of ['bytes=0-9', 'bytes=10-19', 'bytes=20-'])
      expect((await get(first!, { 'user-agent': chrome, range })).status).toBe(206)
    expect(await statusOf(second!)).toBe(200)
    expect(await statusOf(`${strict.url}/api/transfers/${slug}/zip?${query}`)).toBe(429)
    expect((await timelineOf(sender, slug)).filter(({ kind }) => kind === 'scanned')).toHaveLength(2)
    // Later than any scanner: it is a person that has kept the address.
    strict.moveClock(3601)
    expect(await statusOf(first!)).toBe(200)
  } finally {
    await strict.close()
  }
})

test('D6 D11 where downloads are limited the third thing read without a button counts', async () => {
  const transfer = await sent({ downloadLimit: 1 })
  const headers = { 'user-agent': chrome }
  const statuses = []
  for (let i = 0; i < 4; i++) {
    statuses.push((await get(transfer.zip, headers)).status)
    if (i === 2) await waitFor(async () => (await traces(transfer)).count === 1)
  }
  expect(statuses).toEqual([200, 200, 200, 403])
})

test('D11 who has the page open for a minute, or was mailed nothing, is a person', async () => {
  const headers = { 'user-agent': chrome }
  const [open, unmailed] = [await sent(), await sent()]
  const ago = new Date(server.services.clock().getTime() - 61_000)
  await server.services.db.execute(sql`update recipients set opened_at = ${ago} where email = ${open.to}`)
  await server.services.db.execute(
    sql`update recipients set mailed_at = null, mail_state = 'refused' where email = ${unmailed.to}`,
  )
  for (const transfer of [open, unmailed]) {
    expect((await get(transfer.zip, headers)).status).toBe(200)
    await waitFor(async () => (await traces(transfer)).count === 1)
  }
})

test('D11 who has had something before is no scanner, nor is who gave the password', async () => {
  const headers = { 'user-agent': chrome }
  const transfer = await sent()
  await press(transfer.page, { fileId: transfer.fileId }, headers)
  await waitFor(async () => (await traces(transfer)).count === 1)
  expect((await get(transfer.zip, headers)).status).toBe(200)
  await waitFor(async () => (await traces(transfer)).count === 2)

  const locked = await sentBy(server, files, { more: { password: linkPassword } })
  const unlock = `/api/transfers/${locked.slug}/unlock?user=${locked.user}`
  const { json: view } = await locked.sender.browser.call('POST', unlock, { password: linkPassword })
  const query = `user=${locked.user}&dl=${view.dl}`
  expect((await get(`${server.url}/api/transfers/${locked.slug}/zip?${query}`, headers)).status).toBe(200)
  await waitFor(async () => (await traces(locked)).count === 1)
  expect(await kindsOf(locked.sender, locked.slug)).not.toContain('scanned')
})

test('D10 D11 no address of bytes stands in the page; without scripts a button brings one file, chosen ones or all, resumable', async () => {
  const transfer = await sent()
  for (const path of [`/d/${transfer.slug}/${transfer.user}`, `/downloads/${transfer.slug}/${transfer.user}/zip`]) {
    const html = (await get(server.url + path)).bytes.toString()
    expect(html).not.toMatch(/(?:href|src|url)="?=?[^"]*\/api\/transfers/)
    expect(html).not.toContain('http-equiv="refresh"')
  }
  const file = await press(transfer.page, { fileId: transfer.fileId })
  expect([file.status, file.bytes.bytes]).toEqual([303, files[0]!.bytes])
  const rest = await get(new URL(file.location, server.url).href, { range: 'bytes=1000-' })
  expect([rest.status, rest.bytes]).toEqual([206, files[0]!.bytes.subarray(1000)])
  await edit(transfer.sender, transfer.slug, { isDisabled: true })
  const { bytes } = await get(transfer.page)
  expect(bytes.toString()).not.toContain('/downloads?')
})
