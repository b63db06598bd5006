import { routes } from '@sampan/contract/routes/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('O4 health and readiness answer', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' })
})

test('H1 /openapi.json describes every route with its errors', async () => {
  const { paths } = await (await fetch(`${server.url}/openapi.json`)).json()
  for (const { method, path } of routes)
    expect(paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
})

test('H1 the shape of every call changes only on purpose', () => {
  expect(routes.map(({ method, path, who }) => `${method} ${path} ${who}`).sort()).toMatchSnapshot()
})

test('H1 every route of the contract is served: none answers as an unknown address', async () => {
  for (const { method, path } of routes) {
    const reply = await fetch(server.url + path.replace(/:\w+/g, '0'), {
      method,
      ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
    })
    const { error } = await reply.json().catch(() => ({}))
    expect(error?.code, `${method} ${path}`).not.toBe('notFound')
  }
})

test.each([
  ['text for a number', '{"files":[{"path":"a","size":"1"}]}', 400],
  ['no JSON', '{', 400],
  ['a prototype', '{"__proto__":{"x":1},"files":[]}', 400],
  ['another type of content', 'x=1', 415],
])('H2 R30 %s is a clear error in one shape', async (_, body, status) => {
  const type = body === 'x=1' ? 'application/x-www-form-urlencoded' : 'application/json'
  const reply = await fetch(`${server.url}/sendVerifyEmail`, {
    method: 'POST',
    headers: { 'content-type': type, 'accept-language': 'zh' },
    body,
  })
  const { error } = await reply.json()
  expect(reply.status).toBe(status)
  expect(error).toMatchObject({
    code: expect.any(String),
    message: expect.stringMatching(/[一-龥]/),
    requestId: reply.headers.get('x-request-id'),
  })
  expect(JSON.stringify(error)).not.toMatch(/at .*\.ts|select |FST_/)
})

test('H2 a wrong field is named with its code', async () => {
  const reply = await fetch(`${server.url}/verifyEmail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"jo@"}',
  })
  expect((await reply.json()).error).toMatchObject({ code: 'invalidInput', fields: { email: 'invalidEmail' } })
})
