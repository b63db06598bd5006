import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createCms } from './cms.ts'
import { contentConformance, type Texts } from './content.conformance.ts'
import { openContentFolders } from './folders.ts'

const none = openContentFolders(null, null)
const ours = { read: async () => 'ours' }

let nowMs = 0

/** On loopback, which only these tests may ask. */
async function cms(answer: RequestListener, folders = none, guard: object = { isAllowed: () => true }) {
  nowMs = 0
  const seen: string[] = []
  const server = createServer((request, reply) => {
    seen.push(request.url ?? '')
    answer(request, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const warn = vi.fn()
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts/{language}/{name}?raw=1`
  return { content: createCms({ address, folders, clock: () => new Date(nowMs), log: { warn }, guard }), seen, warn }
}

const textsAt =
  (texts: Texts): RequestListener =>
  (request, reply) => {
    const [, language = '', name = ''] = /^\/texts\/(\w+)\/([^?]*)/.exec(request.url ?? '') ?? []
    const text = (texts as Record<string, Record<string, string>>)[language]?.[name]
    reply.writeHead(text === undefined ? 404 : 200).end(text)
  }

afterEach(() => vi.useRealTimers())

contentConformance('a CMS', async (texts) => (await cms(textsAt(texts))).content)

test('A8 W4 the CMS comes first; what it has not, or fails to tell, the folders have', async () => {
  const { content, warn } = await cms((request, reply) => {
    if (request.url?.includes('broken')) return reply.writeHead(500).end()
    if (request.url?.includes('large')) return reply.end(Buffer.alloc(1024 * 1024 + 1))
    textsAt({ en: { 'account-access': 'theirs' } })(request, reply)
  }, ours)
  expect(await content.read('account-access', 'en')).toBe('theirs')
  expect(await content.read('account-access', 'zh')).toBe('ours')
  expect(warn).not.toHaveBeenCalled()
  for (const name of ['broken', 'large']) expect(await content.read(name, 'en'), name).toBe('ours')
  expect(warn).toHaveBeenCalledTimes(2)
})

test('A8 readers of one minute ask the CMS once, by language and name', async () => {
  const { content, seen } = await cms(textsAt({ en: { 'account-access': 'theirs' } }))
  const read = () => content.read('account-access', 'en')
  expect(await Promise.all([read(), read()])).toEqual(['theirs', 'theirs'])
  nowMs = 59_999
  await read()
  expect(seen).toEqual(['/texts/en/account-access?raw=1'])
  nowMs = 60_000
  await read()
  expect(seen).toHaveLength(2)
})

test('A8 W4 while the CMS is away its last answer is read, over and over; what it has taken away since is gone', async () => {
  let texts: Record<string, string> | null = { 'account-access': 'theirs' }
  const { content, seen } = await cms(
    (request, reply) => (texts ? textsAt({ en: texts })(request, reply) : reply.writeHead(503).end()),
    ours,
  )
  const readLater = (name = 'account-access') => {
    nowMs += 60_000
    return content.read(name, 'en')
  }
  expect(await readLater()).toBe('theirs')
  texts = null
  expect([await readLater(), await readLater()]).toEqual(['theirs', 'theirs'])
  expect(await readLater('never-told')).toBe('ours')
  texts = { 'account-access': 'theirs, mended' }
  expect(await readLater()).toBe('theirs, mended')
  texts = {}
  expect(await readLater()).toBe('ours')
  expect(seen).toHaveLength(6)
})

test('A8 W4 of more than a hundred texts the one that was asked for longest ago makes way, and no other', async () => {
  let isAway = false
  const { content } = await cms((_, reply) => reply.writeHead(isAway ? 503 : 200).end('theirs'), ours)
  const read = (number: number) => content.read('a'.repeat(number + 1), 'en')
  for (let number = 0; number < 100; number++) await read(number)
  nowMs = 60_000
  for (const number of [0, 100]) await read(number)
  isAway = true
  nowMs = 120_000
  expect(await Promise.all([0, 2, 100].map(read))).toEqual(['theirs', 'theirs', 'theirs'])
  expect(await read(1)).toBe('ours')
})

test('R33 nothing goes to a CMS on a private address: the folders answer', async () => {
  const { content, seen, warn } = await cms((_, reply) => reply.end('never'), ours, {})
  expect(await content.read('account-access', 'en')).toBe('ours')
  expect([seen, warn.mock.calls.length]).toEqual([[], 1])
})
