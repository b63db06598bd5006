/** The pages with the whole server behind them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
let link: string
beforeAll(async () => {
  server = await startTestServer()
  const files = ['sea.jpg', '"><script>alert(1)<.txt'].map((path) => ({ path, bytes: Buffer.from(path) }))
  const sent = await new Browser(server).send(files, { message: '<b>hello</b>', emailTo: [{ email: 'li@example.cn' }] })
  expect(sent.status, JSON.stringify(sent.json)).toBe(200)
  link = new URL(linkIn(await server.mailTo('li@example.cn')), server.url).pathname
})
afterAll(() => server?.close())

const page = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(server.url + path, { headers, redirect: 'manual' })
  const text = await reply.text()
  return { status: reply.status, text, title: /<title>(.*?)<\/title>/.exec(text)?.[1], headers: reply.headers }
}

test('D10 D11 R32 a recipient without JavaScript gets each file and the zip by the buttons of the page, which has no links to them', async () => {
  const open = await page(link)
  expect([open.status, open.title]).toEqual([200, 'anna@example.com sent you 2 files · Sampan'])
  expect(open.text).not.toMatch(/<b>|<script>alert/)
  expect(open.text).not.toMatch(/href="\/api\//)
  const action = /action="([^"]+\/downloads\?[^"]+)"/.exec(open.text)![1]!.replaceAll('&amp;', '&')
  const fileIds = [...open.text.matchAll(/<button class="link" form="one-file" name="fileId" value="([^"]+)"/g)].map(
    ([, id]) => id!,
  )
  expect(fileIds).toHaveLength(2)
  for (const button of [{}, ...fileIds.map((fileId) => ({ fileId }))]) {
    const reply = await fetch(server.url + action, { method: 'POST', body: new URLSearchParams(button) })
    expect([reply.status, reply.headers.get('content-disposition')?.startsWith('attachment')]).toEqual([200, true])
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
    await reply.arrayBuffer()
  }
})

test('D10 without JavaScript chosen files come as a zip', async () => {
  const open = await page(link)
  const action = /<form method="post" action="([^"]+\/selections[^"]+)"/.exec(open.text)![1]!.replaceAll('&amp;', '&')
  const ids = [...open.text.matchAll(/name="fileIds" value="([^"]+)"/g)].map(([, id]) => id!)
  for (const chosen of [ids, ids.slice(0, 1)]) {
    const body = new URLSearchParams(chosen.map((id) => ['fileIds', id]))
    const reply = await fetch(server.url + action, { method: 'POST', body })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip'])
    await reply.arrayBuffer()
  }
})

test('D6 a wrong token and the bare slug of an e-mail transfer look like nothing', async () => {
  const [, , slug] = link.split('/')
  for (const path of [`/d/${slug}`, `/w/${slug}`, `/d/${slug}/wrong`, `/d/${slug}/%00`, '/d/zzzzzzz'])
    expect(await page(path), path).toMatchObject({ status: 404, title: 'Nothing here · Sampan' })
})

test('R35 the whole server sends its headers with every kind of reply', async () => {
  for (const path of [
    '/',
    link,
    '/nothing',
    '/api/nothing',
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/outbox',
    '/%zz',
    '/d/%zz',
  ]) {
    const { headers } = await page(path, { accept: 'text/html' })
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('x-frame-options'), path).toBe('DENY')
  }
})

test('D6 guessing ends in a page that says when to come back, and an expired link is gone', async () => {
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, i) => page(`/d/zzzzz${i + 10}`)))
  const refused = guesses.find(({ status }) => status === 429)
  expect(refused?.title).toBe('That did not work · Sampan')
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  server.moveClock(8 * 86_400)
  expect(await page(link)).toMatchObject({ status: 410, title: 'Link expired · Sampan' })
})
