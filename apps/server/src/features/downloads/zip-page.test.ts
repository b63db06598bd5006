import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkPassword } from '../../../test/support/actors.ts'
import { sentBy } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = ['a.bin', 'b/c.bin'].map((path) => ({ path, bytes: randomBytes(3000) }))
const page = async (path: string, method = 'GET') => {
  const { bytes, ...reply } = await get(server.url + path, { accept: 'text/html' }, method)
  const body = bytes.toString()
  const action = /<form method="post" action="([^"]*\/downloads\?[^"]*)"><button>/.exec(body)?.[1]?.replaceAll('&amp;', '&')
  return { ...reply, body, action }
}
/** Without scripts a button starts it. */
const pressed = async (action: string | undefined) => {
  const started = await fetch(server.url + action!, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })
  return get(new URL(started.headers.get('location')!, server.url).href)
}
const counted = async (slug: string) => {
  const { rows } = await server.services.db.execute(
    sql`select download_count as count, (select count(*)::int from download_sessions where transfer_id = transfers.id) as sessions from transfers where slug = ${slug}`,
  )
  return rows[0]
}

test('D2 D10 /downloads/{id}/{user}/zip opens the page, whose button starts the zip of everything without scripts; a lone second segment is the user', async () => {
  const { slug, user } = await sentBy(server, files)
  for (const path of [`/downloads/${slug}/${user}`, `/downloads/${slug}/${user}/`]) {
    const plain = await page(path)
    expect([plain.status, plain.body.includes('a.bin')]).toEqual([200, true])
  }
  // Not a zip of the bare link: "zip" is then a wrong user.
  expect((await page(`/downloads/${slug}/zip`)).status).toBe(404)
  expect((await page(`/downloads/${slug}/${user}/tar`)).status).toBe(404)
  const started = await page(`/downloads/${slug}/${user}/zip`)
  expect([started.status, started.body.includes('a.bin')]).toEqual([200, true])
  expect(started.headers.get('referrer-policy')).toBe('no-referrer')
  const zip = await pressed(started.action)
  expect([zip.status, zip.headers.get('content-type'), zip.bytes.length > 6000]).toEqual([200, 'application/zip', true])
  await waitFor(async () => (await counted(slug))?.count === 1)
})

test('D5 whoever only looks at the page that starts the zip has downloaded nothing', async () => {
  const { slug, user } = await sentBy(server, files)
  for (const method of ['HEAD', 'GET', 'GET']) expect((await page(`/downloads/${slug}/${user}/zip`, method)).status).toBe(200)
  expect(await counted(slug)).toEqual({ count: 0, sessions: 0 })
})

test('D2 D6 a password is asked for first, and the zip is there after it, also after a wrong one; without scripts', async () => {
  const { slug, user } = await sentBy(server, files, { more: { password: linkPassword } })
  const path = `/downloads/${slug}/${user}/zip`
  const locked = await page(path)
  expect([locked.status, locked.action]).toEqual([401, undefined])
  const action = /<form method="post" action="([^"]*)"/.exec(locked.body)![1]!.replaceAll('&amp;', '&')
  const submit = (password: string) =>
    fetch(server.url + action, { method: 'POST', body: new URLSearchParams({ password }), redirect: 'manual' })
  expect((await submit('not this one')).headers.get('location')).toBe(`${path}?wrong=1`)
  const to = (await submit(linkPassword)).headers.get('location')!
  expect(to.startsWith(`${path}?dl=`)).toBe(true)
  expect((await pressed((await page(to)).action)).status).toBe(200)
})

test('D2 D6 for a link that is closed nothing starts', async () => {
  const { sender, slug, user } = await sentBy(server, files)
  await sender.call('PATCH', `/api/transfers/${slug}`, { isDisabled: true })
  const closed = await page(`/downloads/${slug}/${user}/zip`)
  expect([closed.status, closed.action]).toEqual([403, undefined])
})
