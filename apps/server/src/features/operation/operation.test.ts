import { rename } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { routes } from '@sampan/contract/routes/index'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('O4 health and readiness answer', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
    status: 'ready',
    version: 'development',
    store: 'disk',
    moving: false,
  })
})

test('O4 /readyz says 503 while the folder of stored files is gone or hangs, and 200 once it is back', async () => {
  const { config, storage } = server.services
  const folder = join(config.dataDir, 'blobs')
  const ready = async () => (await fetch(`${server.url}/readyz`)).status
  await rename(folder, `${folder}.away`)
  expect(await ready()).toBe(503)
  await rename(`${folder}.away`, folder)
  expect(await ready()).toBe(200)
  let answer = () => {}
  const probe = vi.spyOn(storage, 'probe').mockReturnValue(new Promise((resolve) => (answer = resolve)))
  expect(await Promise.all([ready(), ready(), ready()])).toEqual([503, 503, 503])
  // Of a disk that hangs nobody asks twice.
  expect(probe).toHaveBeenCalledTimes(1)
  answer()
  probe.mockRestore()
  expect(await ready()).toBe(200)
})

test('O4 R52 /readyz says in words that the disk is full, or that the database is read-only', async () => {
  const { storage, db } = server.services
  const said = async () => {
    const reply = await fetch(`${server.url}/readyz`)
    const { status, error } = (await reply.json()) as { status?: string; error?: { code: string; message: string } }
    return [reply.status, error?.code ?? status, error?.message]
  }
  const free = vi.spyOn(storage, 'freeBytes').mockResolvedValue(0)
  expect(await said()).toEqual([503, 'serverDiskFull', expect.stringContaining('disk is full')])
  free.mockRestore()
  const asked = vi.spyOn(db, 'execute').mockResolvedValue({ rows: [{ readOnly: 'on' }] } as never)
  expect(await said()).toEqual([503, 'databaseReadOnly', expect.stringContaining('read-only')])
  asked.mockRestore()
  expect(await said()).toEqual([200, 'ready', undefined])
})

test('H1 every route of the contract is served: none answers as an unknown address', async () => {
  // Those of operators are unknown to everybody else; the permission matrix asks them as operators.
  for (const { method, path } of routes.filter(({ who }) => who !== 'operator')) {
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

/** Sends pieces of requests on one connection, and reads what comes back until it ends. */
async function talk(url: string, first: string, then: () => Promise<string>): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answers = ''
  socket.on('data', (data) => {
    answers += data
  })
  const ended = new Promise((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve) => socket.write(first, () => resolve()))
  socket.write(await then())
  await ended
  return answers
}

test('O4 once stopping has begun /readyz says 503 on connections that there are, and what runs is finished', async () => {
  const stopping = await startTestServer()
  const body = '{"email":"anna@example.com"}'
  const head = `POST /verifyEmail HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  let closed: Promise<void> | undefined
  const answers = await talk(stopping.url, head, async () => {
    // The head has arrived once another, later request is answered.
    expect((await fetch(`${stopping.url}/readyz`)).status).toBe(200)
    closed = stopping.close()
    await waitFor(async () => (await fetch(`${stopping.url}/healthz`).catch(() => null)) === null)
    return `${body}GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n`
  })
  await closed
  const [, , second = ''] = answers.split('HTTP/1.1 ')
  expect(answers).toMatch(/^HTTP\/1\.1 200 /)
  expect(second).toMatch(/^503 /)
  expect(second).toMatch(/retry-after: 5\r\n/i)
  expect(second).toMatch(/connection: close\r\n/i)
  expect(second).toContain('"code":"unavailable"')
})
