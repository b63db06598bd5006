import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { findPart, keepParts } from './kept-parts.ts'
import type { BuiltFile } from './web-build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const script = (name: string, text: string): BuiltFile => ({
  path: `/assets/${name}`,
  type: 'text/javascript; charset=utf-8',
  body: Buffer.from(text),
  hasHashInName: true,
})
const old = script('dash-home-1a2b3c4d.js', 'old()'.repeat(500))
const shared = script('button-5e6f7a8b.js', 'shared()')
const fresh = script('dash-home-9c0d1e2f.js', 'new()')
const font: BuiltFile = { path: '/assets/inter-00aa11bb.woff2', type: 'font/woff2', body: Buffer.from('f'), hasHashInName: true }
const day = 86_400
const get = (path: string) => fetch(server.url + path)

test('W6 O12 what pages of the build before ask for is still there a week after that build last ran, and no longer', async () => {
  const { services } = server
  await keepParts(services, [old, shared, font])
  server.moveClock(3 * day)
  // Two replicas of the next build come up at once.
  await Promise.all([keepParts(services, [fresh, shared]), keepParts(services, [fresh, shared])])
  const reply = await get(old.path)
  expect([reply.status, await reply.text()]).toEqual([200, old.body.toString()])
  expect(reply.headers.get('content-type')).toBe(old.type)
  expect(reply.headers.get('cache-control')).toContain('immutable')
  expect(reply.headers.get('content-security-policy')).toBeTruthy()
  expect((await get(font.path)).status).toBe(404)
  server.moveClock(4 * day + 1)
  await keepParts(services, [fresh, shared])
  expect((await get(old.path)).status).toBe(404)
  expect(await findPart(services.db, shared.path)).toEqual(shared)
})

test('W6 R37 what cannot be the name of a part is looked for nowhere', async () => {
  const nobody = { select: () => expect.unreachable() } as never
  for (const path of [
    '/assets/../secret.js',
    '/assets/a.js',
    '/assets/x.map',
    '/assets/button-5e6f7a8b.html',
    '/other/button-5e6f7a8b.js',
  ])
    expect(await findPart(nobody, path), path).toBeNull()
})
