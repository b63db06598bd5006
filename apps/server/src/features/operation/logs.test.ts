import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { errorForLog } from '../../http/error-for-log.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

type Line = Record<string, unknown>
const linesOf = (found: (line: Line) => boolean): Line[] => server.logs.map((line) => JSON.parse(line) as Line).filter(found)
/** The line of a request comes when its connection has taken the answer. */
const lineOf = (found: (line: Line) => boolean): Promise<Line> => waitFor(async () => linesOf(found)[0])

test('O4 every request is a line with its id, the pattern of its route, status and time; an error has its code', async () => {
  const reply = await fetch(`${server.url}/api/transfers/1234567`)
  const requestId = reply.headers.get('x-request-id')
  expect(await lineOf((line) => line.requestId === requestId)).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    requestId,
    method: 'GET',
    route: '/api/transfers/:slug',
    status: 404,
    ms: expect.any(Number),
    msg: 'request',
  })
  const { error } = await (await fetch(`${server.url}/no/such/place`)).json()
  expect(await lineOf((line) => line.requestId === error.requestId)).toMatchObject({
    route: 'unknown',
    status: 404,
    code: 'notFound',
  })
})

test('O4 a signed-in request names the account, by its id alone', async () => {
  const browser = new Browser(server)
  const user = await browser.signUp('mei@example.com')
  const { headers } = await browser.withAccess('POST', '/folderSize', { userid: user._id })
  const requestId = headers.get('x-request-id')
  expect(await lineOf((line) => line.requestId === requestId)).toMatchObject({ userId: user._id, status: 200 })
  expect(server.logs.some((line) => line.includes('mei@'))).toBe(false)
})

test('O4 a refused request names the limit', async () => {
  const browser = new Browser(server)
  const ask = () => browser.call('POST', '/verifyEmail', { email: 'often@example.com' })
  while ((await ask()).status !== 429);
  expect(await lineOf((line) => line.status === 429)).toMatchObject({ code: 'rateLimited', rule: 'codeAddressBrowser' })
})

test('O4 a request that is broken off is a line too', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const head = 'POST /combinedAuth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n'
  await new Promise((resolve) => socket.write(`${head}{"em`, resolve))
  // It has arrived once a later one is answered.
  await fetch(`${server.url}/healthz`)
  socket.destroy()
  expect(await lineOf((line) => line.isAborted === true)).toMatchObject({ route: '/combinedAuth', method: 'POST' })
  expect(await server.services.metrics.text()).toContain('route="/combinedAuth",status="aborted"} 1')
})

test('O4 R46 a job that fails is one line with its name and its try, without what it was given', async () => {
  const { mailer } = server.services
  const send = mailer.send
  mailer.send = async () => Promise.reject(new Error('connection refused'))
  await new Browser(server).call('POST', '/verifyEmail', { email: 'job@example.com' })
  const line = await lineOf(({ job }) => job === 'mail-code')
  mailer.send = send
  expect(line).toMatchObject({ level: 50, attempt: 1, maxAttempts: 7, msg: 'job failed', err: { message: 'connection refused' } })
  expect(Object.keys(line)).not.toContain('payload')
  expect(linesOf(({ level }) => level === 50)).toHaveLength(1)
  expect(await server.services.metrics.text()).toContain('sampan_jobs_failed_total{job="mail-code"} 1')
})

test.each([
  ['parameters of any number of lines', 'Failed query: select $1\nparams: a\n    at b,c', 'Failed query: select $1'],
  ['addresses', '550 <li.wei+x@mail.example.cn>: "o\'hara@example.com" unknown', '550 <<address>>: "o\'<address>" unknown'],
  ['what was parsed', 'Unexpected token \'h\', "hunter2\nis my..." is not valid JSON', "Unexpected token 'h'"],
])('R46 an error is told without %s, and with where it was', (_, message, expected) => {
  const error = errorForLog(new TypeError(message, { cause: new Error(message) }))
  expect(error).toMatchObject({ type: 'TypeError', message: expected, cause: { message: expected } })
  expect(error.stack).toMatch(/^TypeError: .*\n {4}at .*logs\.test\.ts/)
  expect(error.stack).toContain(`TypeError: ${expected}\n    at `)
})
