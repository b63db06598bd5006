import { randomBytes } from 'node:crypto'
import { cookies } from '@sampan/contract/cookies'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, type Sent, sendTo } from '../../../test/support/reader.ts'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { hashPassword } from '../../adapters/passwords/passwords.ts'
import { seeded } from '../../adapters/storage/storage.samples.ts'
import { transfers } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const sent = (files: readonly TestFile[], more = {}) => sendTo(server, files, more)
const events = async (slug: string) =>
  (
    await server.services.db.execute<{ file_id: string | null; selection_id: string | null; file_count: number }>(
      sql`select file_id, selection_id, download_events.file_count from download_events join transfers on transfers.id = transfer_id where slug = ${slug} order by at`,
    )
  ).rows
const isSettled = async (slug: string) => {
  const { rows } = await server.services.db.execute<{ open: number }>(
    sql`select count(*)::int as open from download_sessions join transfers on transfers.id = transfer_id where slug = ${slug} and completed_at is null and lease_until > ${server.services.clock().toISOString()}`,
  )
  return rows[0]!.open === 0
}

describe('ranges', () => {
  const bytes = randomBytes(9 * 1024 * 1024 + 33)
  let one: Sent
  let file: string
  beforeAll(async () => {
    one = await sent([{ path: 'three parts.bin', bytes }], { partBytes: 4_000_001 })
    file = one.url(`files/${one.view.files[0].fileId}`)
  })

  test.each([
    ['bytes=0-0', 206, 0, 1],
    ['bytes=0-99', 206, 0, 100],
    ['bytes=4000000-4000002', 206, 4_000_000, 4_000_003],
    [`bytes=${9 * 1024 * 1024 + 32}-`, 206, 9 * 1024 * 1024 + 32, 9 * 1024 * 1024 + 33],
    ['bytes=-1', 206, 9 * 1024 * 1024 + 32, 9 * 1024 * 1024 + 33],
    ['bytes=5-2', 200, 0, 9 * 1024 * 1024 + 33],
    ['bytes=0-1,5-6,9-10', 200, 0, 9 * 1024 * 1024 + 33],
    [`bytes=${Array.from({ length: 1000 }, (_, i) => `${i * 3}-${i * 3}`).join(',')}`, 200, 0, 9 * 1024 * 1024 + 33],
  ])('R09 D3 %s', async (range, status, from, to) => {
    const reply = await get(file, { range })
    expect(reply.status).toBe(status)
    expect(reply.bytes.equals(bytes.subarray(from, to))).toBe(true)
    expect(reply.headers.get('content-length')).toBe(String(to - from))
    if (status === 206) expect(reply.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`)
  })

  test('R09 D3 a range beyond the end is 416; If-Range decides by the strong ETag; HEAD tells all and sends nothing', async () => {
    const beyond = await get(file, { range: `bytes=${bytes.length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    const head = await get(file, {}, 'HEAD')
    expect([head.status, head.bytes.length, head.headers.get('content-length')]).toEqual([200, 0, String(bytes.length)])
    const etag = head.headers.get('etag')!
    expect(etag).toMatch(/^"[^"]+"$/)
    expect((await get(file, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await get(file, { range: 'bytes=0-9', 'if-range': '"older"' })).status).toBe(200)
    expect(head.headers.get('last-modified')).not.toBeNull()
    expect(head.headers.get('content-disposition')).toContain("filename*=UTF-8''three%20parts.bin")
  })

  test('R10 random ranges and all part borders are equal to the slice', async () => {
    const random = seeded(7)
    const borders = [4_000_001, 8_000_002, 262_144, 524_288].flatMap((at) => [at - 1, at, at + 1])
    const cases = [
      ...borders.map((at) => [at, at + 1] as const),
      ...Array.from({ length: 100 }, () => {
        const from = random(bytes.length)
        return [from, Math.min(bytes.length, from + 1 + random(500_000))] as const
      }),
    ]
    for (const [from, to] of cases)
      expect((await get(file, { range: `bytes=${from}-${to - 1}` })).bytes.equals(bytes.subarray(from, to))).toBe(true)
  })
})

describe('counting', () => {
  const bytes = randomBytes(600_000)

  test('D5 R09 one download is one event over however many ranges; HEAD, small ranges and broken reads are none; one mail', async () => {
    const one = await sent([{ path: 'a.bin', bytes }])
    const file = one.url(`files/${one.view.files[0].fileId}`)
    await get(file, {}, 'HEAD')
    await get(file, { range: 'bytes=0-0' })
    const stopped = new AbortController()
    const reply = await fetch(one.url('zip'), { signal: stopped.signal, headers: { range: 'bytes=0-300000' } })
    await reply.body!.getReader().read()
    stopped.abort()
    await waitFor(() => isSettled(one.slug))
    expect(await events(one.slug)).toEqual([])
    for (const range of ['bytes=400000-', 'bytes=1-199999', 'bytes=200000-399999']) await get(file, { range })
    await waitFor(async () => (await events(one.slug)).length > 0)
    expect(await events(one.slug)).toEqual([{ file_id: one.view.files[0].fileId, selection_id: null, file_count: 1 }])
    await server.runJobs('downloads:notice')
    const mail = await server.mailTo(one.from, 3)
    expect(`${mail.subject} ${mail.text}`).toContain(one.to)
  })

  test('D5 a second full download is a second event and the same visit no second mail', async () => {
    const one = await sent([
      { path: 'a.bin', bytes },
      { path: 'b.bin', bytes: randomBytes(10) },
    ])
    await get(one.url('zip'))
    await waitFor(async () => (await events(one.slug)).length === 1)
    await server.runJobs('downloads:notice')
    await server.mailTo(one.from, 3)
    await get(one.url(`files/${one.view.files[1].fileId}`))
    await waitFor(async () => (await events(one.slug)).length === 2)
    await server.services.db.execute(
      sql`select graphile_worker.add_job('downloads:notice', json_build_object('noticeId', id)) from download_notices where transfer_id = (select id from transfers where slug = ${one.slug})`,
    )
    await waitFor(
      async () =>
        (
          await server.services.db.execute<{ left: number }>(
            sql`select count(*)::int as left from graphile_worker.jobs where task_identifier = 'downloads:notice'`,
          )
        ).rows[0]!.left === 0,
    )
    expect(await server.mailsTo(one.from)).toHaveLength(3)
  })

  test('D6 R15 a limited link gives exactly so many downloads, also when 50 race', async () => {
    const one = await sent([{ path: 'a.bin', bytes }])
    await server.services.db.update(transfers).set({ downloadLimit: 3 }).where(eq(transfers.slug, one.slug))
    const replies = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const view = await (await fetch(`${server.url}/api/transfers/${one.slug}?user=${one.user}`)).json()
        return get(one.url('zip', { user: one.user, ...(view.dl && { dl: view.dl }) }), { 'user-agent': `reader ${i}` })
      }),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ status }) => status))).toEqual(new Set([403]))
    await waitFor(async () => (await events(one.slug)).length === 3)
  })

  test('D6 a reader that fails gives its download of a limited link back', async () => {
    const one = await sent([{ path: 'a.bin', bytes }])
    await server.services.db.update(transfers).set({ downloadLimit: 1 }).where(eq(transfers.slug, one.slug))
    const other = await (await fetch(`${server.url}/api/transfers/${one.slug}?user=${one.user}`)).json()
    expect((await get(one.url('zip'), { range: 'bytes=0-9' })).status).toBe(206)
    await waitFor(() => isSettled(one.slug))
    expect((await get(one.url('zip', { user: one.user, dl: other.dl }))).status).toBe(200)
  })
})

describe('states of a link', () => {
  const set = (slug: string, values: Partial<typeof transfers.$inferInsert>) =>
    server.services.db.update(transfers).set(values).where(eq(transfers.slug, slug))
  const bytes = randomBytes(100)

  test.each([
    ['disabled', { state: 'disabled' as const }, 403],
    ['limitReached', { downloadLimit: 0 }, 403],
    ['deleted', { state: 'deleted' as const }, 410],
    ['expired', { expiresAt: new Date(0) }, 410],
    ['takenDown', { state: 'takenDown' as const }, 451],
  ])('D6 %s: page, view, file, zip and selection all say so', async (state, values, status) => {
    const one = await sent([{ path: 'secret name.bin', bytes }], { message: 'secret message' })
    await set(one.slug, values)
    const view = await fetch(`${server.url}/api/transfers/${one.slug}?user=${one.user}`)
    expect([view.status, (await view.clone().json()).state]).toEqual([status, state])
    expect(await view.text()).not.toContain('secret')
    const page = await fetch(`${server.url}/d/${one.slug}/${one.user}`)
    expect(page.status).toBe(status)
    expect(await page.text()).not.toContain('secret')
    for (const path of [`files/${one.view.files[0].fileId}`, 'zip'])
      expect((await get(one.url(path, { user: one.user }))).status).toBeGreaterThanOrEqual(400)
  })

  test('D6 a limit that is used up tells nothing of what a password hides', async () => {
    const one = await sent([{ path: 'secret name.bin', bytes }])
    await set(one.slug, { passwordHash: await hashPassword('the right one'), downloadLimit: 0 })
    for (const path of [`files/${one.view.files[0].fileId}`, 'zip'])
      for (const method of ['HEAD', 'GET']) {
        const { status, headers } = await get(one.url(path, { user: one.user }), {}, method)
        expect([status, headers.get('content-disposition')], `${method} ${path}`).toEqual([403, null])
      }
  })

  test('D6 a password opens for who knows it, by JSON and by a plain form; wrong ones are limited', async () => {
    const one = await sent([{ path: 'a.bin', bytes }])
    await set(one.slug, { passwordHash: await hashPassword('the right one') })
    expect((await fetch(`${server.url}/d/${one.slug}/${one.user}`)).status).toBe(401)
    expect((await get(one.url('zip'))).status).toBe(401)
    const unlock = (password: string) =>
      fetch(`${server.url}/api/transfers/${one.slug}/unlock?user=${one.user}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      })
    expect((await unlock('wrong')).status).toBe(401)
    const view = await (await unlock('the right one')).json()
    expect((await get(one.url('zip', { user: one.user, dl: view.dl }))).status).toBe(200)
    const form = await fetch(`${server.url}/api/transfers/${one.slug}/unlock?user=${one.user}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ password: 'the right one' }),
    })
    expect(form.status).toBe(303)
    expect((await fetch(server.url + form.headers.get('location'))).status).toBe(200)
    let last = 0
    for (let i = 0; i < 10; i++) last = (await unlock('wrong')).status
    expect(last).toBe(429)
  })

  test('D6 a password that was given is asked for no more by that browser, for that link, until it is another one', async () => {
    const [one, other] = [await sent([{ path: 'a.bin', bytes }]), await sent([{ path: 'b.bin', bytes }])]
    for (const { slug } of [one, other]) await set(slug, { passwordHash: await hashPassword(`password of ${slug}`) })
    const reader = new Browser(server)
    const pageOf = async ({ slug, user }: Sent, by = reader) => (await by.call('GET', `/d/${slug}/${user}`)).status
    expect(await pageOf(one)).toBe(401)
    const unlocked = await reader.call('POST', `/api/transfers/${one.slug}/unlock?user=${one.user}`, {
      password: `password of ${one.slug}`,
    })
    const { name, maxAgeSeconds } = cookies.unlock(one.slug)
    expect(unlocked.headers.getSetCookie().find((line) => line.startsWith(`${name}=`))).toMatch(
      new RegExp(`; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax$`),
    )
    expect([await pageOf(one), await pageOf(one, new Browser(server))]).toEqual([200, 401])
    const { json: view } = await reader.call('GET', `/api/transfers/${one.slug}?user=${one.user}`)
    expect((await get(one.url('zip', { user: one.user, dl: view.dl }))).status).toBe(200)
    // It stands for the password alone, not for the recipient's own link.
    expect((await reader.call('GET', `/d/${one.slug}`)).status).toBe(404)
    reader.jar.set(cookies.unlock(other.slug).name, reader.jar.get(name)!)
    expect(await pageOf(other)).toBe(401)
    await set(one.slug, { passwordHash: await hashPassword('another one') })
    expect(await pageOf(one)).toBe(401)
  })

  test('D6 a browser keeps that of twenty links: the oldest is asked for again', async () => {
    const one = await sent([{ path: 'a.bin', bytes }])
    await set(one.slug, { passwordHash: await hashPassword('a password') })
    const reader = new Browser(server)
    const kept = () => [...reader.jar.keys()].filter((name) => name.startsWith(cookies.unlock('').name))
    for (let n = 0; n < 25; n++) reader.jar.set(cookies.unlock(`link${n}`).name, 'x')
    const unlock = () => reader.call('POST', `/api/transfers/${one.slug}/unlock?user=${one.user}`, { password: 'a password' })
    expect((await unlock()).status).toBe(200)
    const expected = [...Array.from({ length: 19 }, (_, n) => `link${n + 6}`), one.slug]
    expect(kept()).toEqual(expected.map((slug) => cookies.unlock(slug).name))
    // Its own again takes nobody's place but its own, or the oldest one's.
    expect((await unlock()).status).toBe(200)
    expect(kept()).toContain(cookies.unlock(one.slug).name)
    expect((await reader.call('GET', `/d/${one.slug}/${one.user}`)).status).toBe(200)
  })

  test('D6 H4 an e-mail transfer opens neither by its bare slug nor with a token of another one', async () => {
    const [one, other] = [await sent([{ path: 'a', bytes }]), await sent([{ path: 'b', bytes }])]
    const id = one.view.files[0].fileId
    for (const query of [
      '',
      `user=${other.user}`,
      `dl=${other.view.dl}`,
      `user=${'A'.repeat(22)}`,
      `dl=${one.view.dl.replace(/.$/, '0')}x`,
    ]) {
      for (const path of ['', `/files/${id}`, '/zip'])
        expect((await fetch(`${server.url}/api/transfers/${one.slug}${path}?${query}`)).status).toBe(404)
      expect((await fetch(`${server.url}/d/${one.slug}`)).status).toBe(404)
    }
    expect((await get(one.url(`files/${other.view.files[0].fileId}`))).status).toBe(404)
    await set(one.slug, { isLinkOpen: true })
    expect((await fetch(`${server.url}/w/${one.slug}`)).status).toBe(200)
  })
})
