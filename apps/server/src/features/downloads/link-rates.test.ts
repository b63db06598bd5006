/** Guessing links and their passwords, by whom it counts (R19, reliability "Decisions"). */
import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { floodPasswords } from '../../../test/support/flood-passwords.ts'
import { sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { hashPassword } from '../../adapters/passwords/passwords.ts'
import { makeApp } from '../../app.ts'
import { transfers } from '../../db/tables.ts'
import { makeServices } from '../../services.ts'

const file = { path: 'a.txt', bytes: Buffer.from('some bytes') }

let server: TestServer
let behindProxy: TestServer
beforeAll(async () => {
  server = await startTestServer()
  behindProxy = await startTestServer({ TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'linkMiss=3/600' })
})
afterAll(() => Promise.all([server?.close(), behindProxy?.close()]))

async function sendLocked() {
  const { slug, user } = await sendTo(server, [file])
  await server.services.db
    .update(transfers)
    .set({ passwordHash: await hashPassword('the right one') })
    .where(eq(transfers.slug, slug))
  const unlock = (password: string, headers: Record<string, string> = {}, query = `?user=${user}`) =>
    fetch(`${server.url}/api/transfers/${slug}/unlock${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ password }),
    })
  const useUp = async () => {
    for (let i = 0; i < 10; i++) expect((await unlock(`guess ${i}`)).status).toBe(401)
  }
  return { slug, user, unlock, useUp }
}

test('R19 after ten wrong passwords the right one waits too, forged headers change nothing, and after the window it opens', async () => {
  const { unlock, useUp } = await sendLocked()
  await useUp()
  const refused = await unlock('the right one')
  expect(refused.status).toBe(429)
  const { error } = await refused.json()
  expect(error).toMatchObject({ code: 'rateLimited', message: 'That was too often. Please try again in 15 minutes.' })
  expect(Number(refused.headers.get('retry-after'))).toBe(error.retryAfterSeconds)
  expect(error.retryAfterSeconds).toBeGreaterThan(880)
  expect((await (await unlock('the right one', { 'accept-language': 'zh' })).json()).error.message).toContain('请在15分钟后再试')
  for (let i = 0; i < 20; i++) {
    const forged = { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` }
    expect((await unlock('the right one', forged)).status).toBe(429)
  }
  server.moveClock(901)
  expect((await unlock('the right one')).status).toBe(200)
})

test('R19 50 wrong passwords at once are ten tries', async () => {
  const { unlock } = await sendLocked()
  const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => unlock(`guess ${i}`)))
  const count = (status: number) => replies.filter((reply) => reply.status === status).length
  expect([count(401), count(429)]).toEqual([10, 40])
})

test('R19 ten colleagues behind one address open it, and so does the eleventh', async () => {
  const { unlock } = await sendLocked()
  for (let i = 0; i < 9; i++) await unlock(`guess ${i}`)
  for (let i = 0; i < 12; i++) expect((await unlock('the right one')).status).toBe(200)
  expect((await unlock('guess 10')).status).toBe(401)
  expect((await unlock('the right one')).status).toBe(429)
})

test('R50 R19 a try that was turned away unseen is given back', async () => {
  const { slug, unlock } = await sendLocked()
  const endFlood = floodPasswords('link')
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await unlock('wrong')).status)
  await endFlood()
  expect(statuses).toEqual(Array(12).fill(503))
  expect((await unlock('wrong')).status).toBe(401)
  const [transfer] = await server.services.db.select({ id: transfers.id }).from(transfers).where(eq(transfers.slug, slug))
  const { rows } = await server.services.db.execute(
    sql`select 1 from rate_hits where rule = 'linkPassword' and key like ${`${transfer!.id}:%`}`,
  )
  expect(rows).toHaveLength(1)
})

test('R19 a restart keeps what was tried', async () => {
  const { slug, user, useUp } = await sendLocked()
  await useUp()
  const { config, db, log, clock } = server.services
  const { $client: pool } = db as unknown as { $client: pg.Pool }
  const again = await makeApp(await makeServices(config, { db, pool, pools: [pool], close: async () => {} }, log, { clock }))
  onTestFinished(() => again.close())
  const url = await again.listen({ port: 0, host: '127.0.0.1' })
  const reply = await fetch(`${url}/api/transfers/${slug}/unlock?user=${user}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'the right one' }),
  })
  expect(reply.status).toBe(429)
})

test('R19 D10 a form without scripts is told when to come back as a page, in its language', async () => {
  const { slug, user, useUp } = await sendLocked()
  await useUp()
  const send = (language: string) =>
    fetch(`${server.url}/api/transfers/${slug}/unlock?user=${user}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', 'accept-language': language },
      body: new URLSearchParams({ password: 'the right one' }),
    })
  const page = await send('en')
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(880)
  expect(await page.text()).toContain('<p>That was too often. Please try again in 15 minutes.</p>')
  expect(await (await send('zh')).text()).toContain('操作过于频繁，请在15分钟后再试。')
})

test('D6 a form without scripts with a wrong password leads back to the page, which says so', async () => {
  const { slug, user } = await sendLocked()
  const path = `${server.url}/api/transfers/${slug}/unlock?user=${user}`
  const reply = await fetch(path, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ password: 'a guess' }) })
  expect([reply.status, reply.headers.get('location')]).toEqual([303, `/d/${slug}/${user}?wrong=1`])
  const page = await fetch(server.url + reply.headers.get('location'), { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('Wrong password. Ask the sender for it.')
})

/** Unknown links, by page and by call, until they are used up. */
async function missAll(server: TestServer, headers: Record<string, string> = {}, times = 30): Promise<void> {
  for (let i = 0; i < times; i++) {
    const path = i % 2 ? `/d/${String(1000000 + i)}` : `/api/transfers/${String(1000000 + i)}`
    expect((await fetch(server.url + path, { headers })).status).toBe(404)
  }
}

test('R19 after 30 misses a network learns of no link any more, right ones included, until the window is over', async () => {
  const { slug, user, url, view } = await sendTo(server, [file])
  await missAll(server)
  for (const path of [
    '/api/transfers/1234567',
    `/api/transfers/${slug}?user=${user}`,
    `/api/transfers/${slug}/zip?user=${user}`,
  ]) {
    const reply = await fetch(server.url + path)
    expect(reply.status, path).toBe(429)
    expect((await reply.json()).error.message).toBe('That was too often. Please try again in 10 minutes.')
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(580)
  }
  const page = await fetch(`${server.url}/d/${slug}/${user}`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(429)
  expect(await page.text()).toContain('Please try again in 10 minutes.')
  // Whoever opened the page before goes on; a dl that is not ours is none.
  const path = `files/${view.files[0].fileId}`
  expect((await fetch(url(path))).status).toBe(200)
  expect((await fetch(url(path, { user, dl: `${view.dl}x` }))).status).toBe(429)
  expect((await fetch(`${server.url}/api/transfers/1234567?dl=${view.dl}`)).status).toBe(429)
  server.moveClock(601)
  expect((await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).status).toBe(200)
})

test('R19 misses count by network: an IPv6 /64, an IPv4 address in either spelling, and the proxy that is trusted', async () => {
  const ask = async (ip: string) =>
    (await fetch(`${behindProxy.url}/api/transfers/1234567`, { headers: { 'x-forwarded-for': ip } })).status
  await missAll(behindProxy, { 'x-forwarded-for': '2001:db8:1:2::1' }, 3)
  expect(await ask('2001:db8:1:2:ffff::9')).toBe(429)
  expect(await ask('2001:db8:1:3::1')).toBe(404)
  await missAll(behindProxy, { 'x-forwarded-for': '198.51.100.7' }, 2)
  expect(await ask('::ffff:198.51.100.7')).toBe(404)
  expect(await ask('::ffff:c633:6407')).toBe(429)
  expect(await ask('198.51.100.8')).toBe(404)
  // What stands before the proxy's own word is the visitor's invention.
  expect(await ask('203.0.113.1, 198.51.100.7')).toBe(429)
})

test('R19 many misses over many networks raise the alarm', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      fetch(`${behindProxy.url}/api/transfers/1234567`, { headers: { 'x-forwarded-for': `192.0.2.${i}` } }),
    ),
  )
  expect(behindProxy.logs.filter((line) => line.includes('somebody may be guessing'))).toHaveLength(1)
  expect(await behindProxy.services.metrics.text()).toMatch(/^sampan_link_miss_alarms_total [1-9]/m)
})
