/** The commands as people run them: the built client against a built server, through the fault proxy, killed on both sides. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as forwarded } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { runIn, tree, write, writeTree } from './testing/client.ts'
import { type OverProxy, startOverProxy } from './testing/over-proxy.ts'
import { mailTo, until } from './testing/server.ts'

const MiB = 1024 * 1024
let world: OverProxy
let { base, home, server, proxy, account, newFolder, client, behindProxy, sendLink } = {} as OverProxy

vi.setConfig({ testTimeout: 300_000 })
beforeAll(async () => {
  world = await startOverProxy()
  ;({ base, home, server, proxy, account, newFolder, client, behindProxy, sendLink } = world)
  writeTree(join(base, 'tree'))
}, 300_000)
afterAll(() => world?.remove())

let sentTree: Promise<string> | null = null
/** Sent once for all that receive it. */
function treeLink(): Promise<string> {
  sentTree ??= sendLink('tree')
  return sentTree
}

test('O7 login by device code: confirmed in a browser, kept for its owner alone, sends, and is logged out', async () => {
  const alone = join(newFolder(), 'home')
  const run = runIn(base, alone)
  const login = run('login', server.url, '--json')
  const { code, url } = await until(() => (/"event":"code"/.test(login.out()) ? JSON.parse(login.out().split('\n')[0]!) : null))
  expect(url).toBe(`${server.url}/device`)
  expect(await account.call('GET', `/api/devices/${code}`)).toMatchObject({ program: 'sampan/0.1.0' })
  await account.call('POST', `/api/devices/${code}`, { isAllowed: true })
  expect(await login.ended).toMatchObject({ code: 0, err: '', events: [{}, { event: 'loggedIn', email: 'anna@example.com' }] })
  const kept = join(alone, '.config/sampan/credentials.json')
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  const before = readFileSync(kept, 'utf8')
  write(join(base, 'note.txt'), Buffer.from('hello'))
  const sent = await run('send', 'note.txt', '--to', 'li@example.cn,wei@example.cn', '--message', '你好', '--json').ended
  expect(sent).toMatchObject({ code: 0, err: '' })
  expect(sent.events.at(-1)).toMatchObject({ event: 'done', sendAs: 'email', files: 1, bytes: 5 })
  expect(await until(() => mailTo(server, 'wei@example.cn'))).toContain('/d/')
  // Each run takes the next refresh token.
  expect(readFileSync(kept, 'utf8')).not.toBe(before)
  expect(await run('logout').ended).toMatchObject({ code: 0, out: '' })
  expect(await run('send', 'note.txt', '--link').ended).toMatchObject({ code: 3, err: expect.stringContaining('sampan login') })
})

test('O7 login by token; one that is wrong or revoked is refused', async () => {
  const run = runIn(base, join(newFolder(), 'home'))
  const wrong = await run('login', server.url, '--token', 'smp_wrong').ended
  expect(wrong).toMatchObject({ code: 3, out: '', err: expect.stringContaining('This API token is not valid') })
  const made = await account.call('POST', '/api/tokens', { name: 'short' })
  expect(await run('login', server.url, '--token', made.secret).ended).toMatchObject({ code: 0 })
  await account.call('DELETE', `/api/tokens/${made.token._id}`)
  write(join(base, 'late.txt'), 4)
  const refused = await run('send', 'late.txt', '--link', '--json').ended
  expect(refused).toMatchObject({ code: 3, err: '' })
  expect(refused.events.at(-1)).toMatchObject({ event: 'error', code: 'signedOut', exitCode: 3 })
})

test('O7 300 files, one of 60 MB, names of every kind, an empty file and an empty folder: there and back', async () => {
  const link = await treeLink()
  const into = newFolder()
  const { code, err, out } = await client()('receive', link, '--into', into).ended
  expect({ code, out }).toEqual({ code: 0, out: '' })
  expect(err).toContain('Received 301 files')
  expect(tree(into)).toEqual(tree(base, 'tree'))
  // A second time nothing is overwritten.
  write(join(into, 'tree/empty.txt'), Buffer.from('mine'))
  expect(await client()('receive', link, '--into', into, '--file', 'tree/empty.txt', '--json').ended).toMatchObject({
    code: 0,
    err: '',
  })
  expect(readFileSync(join(into, 'tree/empty.txt'), 'utf8')).toBe('mine')
  expect(statSync(join(into, 'tree/empty (1).txt')).size).toBe(0)
  await client()('receive', link, '--into', into, '--file', 'tree/empty.txt', '--overwrite').ended
  expect(statSync(join(into, 'tree/empty.txt')).size).toBe(0)
})

/** At most four ranges or parts are on their way, and what the line itself still held. */
const maxInFlight = 4 * 16 * MiB

const passed = (direction: 'up' | 'down') => proxy.counters().read[direction]
/** Lets so much by and then nothing more, so that whoever is killed now is in mid-transfer however slow the machine is. */
async function holdAfter(direction: 'up' | 'down', bytes: number): Promise<void> {
  const from = passed(direction)
  proxy.set({ bytesPerSecond: 12 * MiB, hold: false })
  await until(() => passed(direction) - from > bytes)
  proxy.set({ hold: { [direction]: true } })
}
const letAll = () => proxy.set({ bytesPerSecond: 0, hold: false })

test('O7 U5 the server killed while it is sent to: nothing is lost, parts in flight alone go twice', async () => {
  write(join(base, 'up/one.bin'), 60_000_000)
  onTestFinished(letAll)
  const before = passed('up')
  const running = client()('send', 'up', '--link')
  await holdAfter('up', 25 * MiB)
  await server.kill()
  letAll()
  await until(() => /does not answer/.test(running.err()) || running.child.exitCode !== null)
  await server.start()
  const { code, out } = await running.ended
  expect(code).toBe(0)
  expect(passed('up') - before).toBeLessThan(60_000_000 + maxInFlight)
  const into = newFolder()
  await client()('receive', behindProxy(out.trim()), '--into', into).ended
  expect(tree(into)).toEqual(tree(base, 'up'))
})

test('O7 the sender killed and run again goes on, and makes one transfer', async () => {
  write(join(base, 'again/one.bin'), 60_000_000)
  onTestFinished(letAll)
  const before = passed('up')
  const first = client()('send', 'again', '--to', 'li@example.cn', '--json')
  await holdAfter('up', 25 * MiB)
  first.child.kill('SIGKILL')
  const { events } = await first.ended
  letAll()
  const second = await client()('send', 'again', '--to', 'li@example.cn', '--json').ended
  expect(second).toMatchObject({ code: 0, err: '' })
  expect(second.events.find(({ event }) => event === 'resumed').resumedBytes).toBeGreaterThan(0)
  const slugOf = (all: any[]) => all.find(({ event }) => event === 'published').slug
  expect(slugOf(second.events)).toBe(slugOf(events))
  expect(passed('up') - before).toBeLessThan(60_000_000 + maxInFlight)
  expect(readdirSync(join(home, '.local/state/sampan/sending')).filter((name) => name.endsWith('.json'))).toEqual([])
})

test('O7 the server killed while it is received from: goes on by itself, the same bytes', async () => {
  const link = await treeLink()
  const into = newFolder()
  onTestFinished(letAll)
  const before = passed('down')
  const running = client()('receive', link, '--into', into)
  await holdAfter('down', 25 * MiB)
  await server.kill()
  await server.start()
  letAll()
  expect((await running.ended).code).toBe(0)
  expect(tree(into)).toEqual(tree(base, 'tree'))
  expect(passed('down') - before).toBeLessThan(60_000_000 + maxInFlight)
})

test('O7 the receiver killed, or stopped by Ctrl-C, and run again: at most the ranges in flight come twice', async () => {
  const link = await treeLink()
  const into = newFolder()
  onTestFinished(letAll)
  const before = passed('down')
  const first = client()('receive', link, '--into', into)
  await holdAfter('down', 20 * MiB)
  first.child.kill('SIGKILL')
  await first.ended
  const second = client()('receive', link, '--into', into, '--json')
  await holdAfter('down', 20 * MiB)
  second.child.kill('SIGINT')
  const stopped = await second.ended
  expect(stopped).toMatchObject({ code: 130, err: '' })
  expect(stopped.events.at(-1)).toMatchObject({ event: 'error', code: 'interrupted', exitCode: 130 })
  letAll()
  expect((await client()('receive', link, '--into', into).ended).code).toBe(0)
  expect(tree(into)).toEqual(tree(base, 'tree'))
  expect(passed('down') - before).toBeLessThan(60_000_000 + maxInFlight)
  expect(readdirSync(join(home, '.local/state/sampan/receiving'))).toEqual([])
})

test('O7 bytes that were damaged on the way are noticed', async () => {
  write(join(base, 'whole.bin'), 4 * MiB)
  const link = await sendLink('whole.bin')
  const into = newFolder()
  proxy.act({ kind: 'flip', direction: 'down', atByte: 3 * MiB })
  expect(await client()('receive', link, '--into', into).ended).toMatchObject({
    code: 1,
    err: expect.stringContaining('arrived damaged'),
  })
  expect(readdirSync(into)).toEqual([])
  expect((await client()('receive', link, '--into', into).ended).code).toBe(0)
  expect(tree(into)).toEqual({ 'whole.bin': tree(base, '.')['./whole.bin'] ?? tree(base)['whole.bin'] })
})

test('O7 exit codes: usage, refusals, passwords, a line that stays down', async () => {
  const run = client()
  expect((await run('send').ended).code).toBe(2)
  expect((await run('receive', 'https://example.com/x').ended).code).toBe(2)
  expect(await run('send', 'nowhere.txt', '--link').ended).toMatchObject({ code: 1, err: expect.stringContaining('nowhere.txt') })
  expect((await run('receive', `${proxy.url}/w/Unknown`).ended).code).toBe(3)
  write(join(base, 'many.txt'), 5)
  const seven = Array.from({ length: 7 }, (_, i) => `r${i}@example.com`).join(',')
  expect(await run('send', 'many.txt', '--to', seven, '--json').ended).toMatchObject({
    code: 3,
    events: expect.arrayContaining([expect.objectContaining({ code: 'tooManyRecipients' })]),
  })
  const { out } = await run('send', 'many.txt', '--link', '--password', 'dusk 2026').ended
  const link = behindProxy(out.trim())
  const into = newFolder()
  expect((await run('receive', link, '--into', into).ended).code).toBe(3)
  expect((await run('receive', link, '--into', into, '--password', 'wrong one').ended).code).toBe(3)
  expect((await run('receive', link, '--into', into, '--password', 'dusk 2026').ended).code).toBe(0)
  proxy.set({ refuses: true })
  onTestFinished(() => proxy.set({ refuses: false }))
  expect(await run('receive', link, '--into', newFolder(), '--give-up', '1', '--json').ended).toMatchObject({
    code: 4,
    err: '',
    events: [{ event: 'error', code: 'network', exitCode: 4 }],
  })
})

test('O7 texts follow LANG', async () => {
  expect((await client({ LANG: 'zh_CN.UTF-8' })('send').ended).err).toBe('请至少指定一个文件或文件夹。\n')
})

test('O7 an http proxy carries all calls, with its password; NO_PROXY spares it', async () => {
  const asked: string[] = []
  const forward = createServer((request, reply) => {
    asked.push(`${request.headers['proxy-authorization']} ${request.method} ${request.url}`)
    const { 'proxy-authorization': _, ...headers } = request.headers
    const onward = forwarded(request.url!, { method: request.method, headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(reply)
    })
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void forward.close())
  await until(() => forward.listening)
  const { port } = forward.address() as { port: number }
  const HTTP_PROXY = `http://me:secret@127.0.0.1:${port}`
  writeFileSync(join(base, 'proxied.txt'), 'by way of')
  const sent = await client({ HTTP_PROXY, SAMPAN_SERVER: server.url })('send', 'proxied.txt', '--link').ended
  expect(sent).toMatchObject({ code: 0 })
  const into = newFolder()
  expect((await client({ HTTP_PROXY })('receive', sent.out.trim(), '--into', into).ended).code).toBe(0)
  expect(readFileSync(join(into, 'proxied.txt'), 'utf8')).toBe('by way of')
  const authorized = `Basic ${Buffer.from('me:secret').toString('base64')}`
  expect(asked.every((line) => line.startsWith(authorized))).toBe(true)
  expect(asked.some((line) => line.includes('PUT'))).toBe(true)
  const count = asked.length
  await client({ HTTP_PROXY, NO_PROXY: '127.0.0.1' })('receive', sent.out.trim(), '--into', newFolder()).ended
  expect(asked.length).toBe(count)
})
