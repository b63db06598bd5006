import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { outboxUrl } from './index.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = new URL(outboxUrl(server.services)!).searchParams.get('key')!
  await new Browser(server).call('POST', '/verifyEmail', { email: 'anna@example.com' })
  await server.mailTo('anna@example.com')
})
afterAll(() => server?.close())

/** fetch may not set Host. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    request(server.url + path, { headers: { host: 'localhost', ...headers } }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => {
        text += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode!, headers: reply.headers, text }))
    })
      .on('error', reject)
      .end()
  })

test('O1 the outbox opens with its key alone, keeps it out of the address and shows the mails', async () => {
  const opened = await get(`/outbox?key=${key}`)
  expect(opened.status).toBeGreaterThanOrEqual(302)
  expect(String(opened.headers.location)).not.toContain(key)
  const cookie = String(opened.headers['set-cookie']).split(';')[0]!
  expect(String(opened.headers['set-cookie'])).toContain('HttpOnly')
  const list = await get('/outbox', { cookie })
  expect(list.status).toBe(200)
  expect(list.text).toContain('anna@example.com')
  const mail = /href="(\/outbox\/[^"]+)"/.exec(list.text)![1]!
  expect((await get(mail, { cookie })).text).toContain('sandbox')
})

test.each([
  ['without a key', '/outbox', {}],
  ['with a wrong key', '/outbox?key=AAAAAAAAAAAAAAAAAAAAAA', {}],
])('O1 the outbox is not there %s', async (_, path, headers) => {
  expect((await get(path, headers)).status).toBe(404)
})

test.each([
  ['under another name of this machine', { host: 'files.example.com' }],
  ['behind a proxy', { 'x-forwarded-for': '203.0.113.7' }],
])('O1 the outbox is not there %s, also with the key', async (_, headers) => {
  expect((await get(`/outbox?key=${key}`, headers)).status).toBe(404)
})

test('O1 the outbox has no page when people use another address', async () => {
  const far = await startTestServer({ PUBLIC_URL: 'https://files.example.com' })
  expect(outboxUrl(far.services)).toBeNull()
  expect((await fetch(`${far.url}/outbox?key=${key}`)).status).toBe(404)
  await far.close()
})
