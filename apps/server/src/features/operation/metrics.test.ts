import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { sendTo } from '../../../test/support/reader.ts'
import { Browser, blobsOf } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { listenForMetrics } from './index.ts'

const key = 'a-key-for-the-metrics'
const bearer = { authorization: `Bearer ${key}` }

async function start(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer(env)
  onTestFinished(() => server.close())
  return server
}

const answerOf = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(url, { headers })
  return { status: reply.status, body: (await reply.text()).replace(/"requestId":"[^"]*"/, '') }
}

test('R58 without key and port there are no metrics: the address is like any unknown one', async () => {
  const server = await start()
  expect(await answerOf(`${server.url}/metrics`, bearer)).toEqual(await answerOf(`${server.url}/nothing`))
  const html = { accept: 'text/html' }
  expect(await answerOf(`${server.url}/metrics`, html)).toEqual(await answerOf(`${server.url}/nothing`, html))
})

test('R58 without the right key the address is like any unknown one, with it the text is there', async () => {
  const server = await start({ METRICS_KEY: key })
  const unknown = await answerOf(`${server.url}/nothing`)
  for (const authorization of ['', key, 'Bearer ', `Bearer ${key.slice(1)}`, `Bearer ${key}0`, `Basic ${btoa(key)}`])
    expect(await answerOf(`${server.url}/metrics`, { authorization }), authorization).toEqual(unknown)
  expect(await answerOf(`${server.url}/metrics?key=${key}`)).toEqual(unknown)
  const reply = await fetch(`${server.url}/metrics`, { headers: bearer })
  expect(reply.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(await reply.text()).toMatch(/^# HELP process_cpu_seconds_total /m)
})

test('O4 R58 a port of its own has the metrics and nothing else, and the main one has none', async () => {
  const server = await start({ METRICS_PORT: '0' })
  const { port, stop } = await listenForMetrics(server.services)
  onTestFinished(stop)
  expect((await answerOf(`http://127.0.0.1:${port}/metrics`)).body).toContain('sampan_open_uploads 0')
  expect(await answerOf(`http://127.0.0.1:${port}/`)).toEqual({ status: 404, body: '' })
  expect(await answerOf(`http://127.0.0.1:${port}/healthz`)).toEqual({ status: 404, body: '' })
  expect((await answerOf(`${server.url}/metrics`)).status).toBe(404)
})

test('R58 the port of its own asks for the key too where there is one', async () => {
  const server = await start({ METRICS_PORT: '0', METRICS_KEY: key })
  const { port, stop } = await listenForMetrics(server.services)
  onTestFinished(stop)
  expect(await answerOf(`http://127.0.0.1:${port}/metrics`)).toEqual({ status: 404, body: '' })
  expect((await answerOf(`http://127.0.0.1:${port}/metrics`, bearer)).status).toBe(200)
  expect((await answerOf(`${server.url}/metrics`, bearer)).status).toBe(404)
})

/** Lines without their comments, as name with labels -> number. */
const numbersOf = async (server: TestServer): Promise<Map<string, number>> =>
  new Map(
    (await server.services.metrics.text())
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

test('O4 one transfer from drop to download is in the numbers, and each name in docs/operating.md', async () => {
  const server = await start()
  const files = [
    { path: 'a.txt', bytes: Buffer.alloc(4000, 'a') },
    { path: 'b.txt', bytes: Buffer.alloc(6000, 'b') },
  ]
  const { url, view } = await sendTo(server, files)
  await (await fetch(url(`files/${view.files[0].fileId}`))).arrayBuffer()
  await waitFor(async () => (await numbersOf(server)).get('sampan_downloads_total') === 1)
  const numbers = await numbersOf(server)
  const expected = {
    sampan_uploads_created_total: 1,
    sampan_uploads_completed_total: 1,
    'sampan_transfers_published_total{send_as="email"}': 1,
    'sampan_transfers_published_total{send_as="link"}': 0,
    sampan_received_bytes_total: 10_000,
    sampan_sent_bytes_total: 4000,
    sampan_open_uploads: 0,
    sampan_storage_used_bytes: 10_000,
    sampan_storage_reserved_bytes: 0,
    sampan_jobs_given_up: 0,
    'sampan_mails_total{outcome="failed"}': 0,
    'sampan_http_request_duration_seconds_count{method="GET",route="/api/transfers/:slug/files/:fileId",status="2xx"}': 1,
    'sampan_http_request_duration_seconds_count{method="POST",route="/quicksend2",status="2xx"}': 1,
  }
  for (const [name, value] of Object.entries(expected)) expect(numbers.get(name), name).toBe(value)
  expect(numbers.get('sampan_mails_total{outcome="sent"}')).toBeGreaterThanOrEqual(2)
  expect(numbers.get('sampan_jobs_run_total{job="mail-code"}')).toBe(1)
  expect(numbers.get('sampan_database_connections')).toBeGreaterThan(0)
  expect(numbers.get('sampan_disk_free_bytes')).toBeGreaterThan(0)
  const written = readFileSync(new URL('../../../../../docs/operating.md', import.meta.url), 'utf8')
  const names = [...(await server.services.metrics.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !written.includes(`\`${name}`))).toEqual([])
  for (const file of ['prometheus/sampan.rules.yml', 'prometheus/sampan.rules.test.yml', 'grafana/sampan.json']) {
    const text = readFileSync(new URL(`../../../../../deploy/${file}`, import.meta.url), 'utf8')
    const asked = new Set([...text.matchAll(/\bsampan_\w+/g)].map(([name]) => name.replace(/_(bucket|count)$/, '')))
    expect(asked.size, file).toBeGreaterThan(8)
    expect(
      [...asked].filter((name) => !names.includes(name)),
      file,
    ).toEqual([])
  }
})

test('O4 open uploads, refused parts, failed log-ins and refusals by rule are counted', async () => {
  const server = await start({ RATE_LIMITS: 'loginNetwork=2/900' })
  const browser = new Browser(server)
  await browser.takeTicket()
  const files = [{ path: 'a.txt', bytes: Buffer.alloc(5000, 'a') }]
  const { json: plan } = await browser.create(files)
  const [blob] = blobsOf(plan, files)
  await browser.putPart(plan.uploadId, blob!.blobId, 0, blob!.bytes, { 'x-part-crc32': '00000000' })
  for (let i = 0; i < 3; i++)
    await browser.call('POST', '/combinedAuth', { email: 'nobody@example.com', password: 'whatever it is' })
  await fetch(`${server.url}/nowhere/at/all`)
  const numbers = await numbersOf(server)
  const expected = {
    sampan_open_uploads: 1,
    sampan_storage_reserved_bytes: 5000,
    'sampan_parts_refused_total{code="partDamaged"}': 1,
    sampan_log_in_failures_total: 2,
    'sampan_rate_limit_refusals_total{rule="loginNetwork"}': 1,
    'sampan_rate_limit_refusals_total{rule="linkMiss"}': 0,
    'sampan_errors_total{code="rateLimited"}': 1,
    'sampan_http_request_duration_seconds_count{method="GET",route="unknown",status="4xx"}': 1,
  }
  for (const [name, value] of Object.entries(expected)) expect(numbers.get(name), name).toBe(value)
})
