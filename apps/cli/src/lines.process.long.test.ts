/** Sending and receiving at the same time, over bad lines, and of links that may be used once: the built client against a built server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { runIn, tree, write } from './testing/client.ts'
import { type OverProxy, startOverProxy } from './testing/over-proxy.ts'
import { until } from './testing/server.ts'

const MB = 1_000_000
let world: OverProxy

vi.setConfig({ testTimeout: 300_000 })
beforeAll(async () => {
  world = await startOverProxy()
}, 300_000)
afterAll(() => world?.remove())

const linkOf = (out: string): string | undefined => /"event":"published".*"link":"([^"]+)"/.exec(out)?.[1]
const letAll = () => world.proxy.set({ bytesPerSecond: 0, delayMs: 0, cutsPerSecond: 0, hold: false })

test('O7 D8 a file is received while the next is still sent, and the server is killed meanwhile', async () => {
  const { base, home, server, proxy, client, newFolder } = world
  for (const [name, size] of [
    ['1.bin', 3 * MB],
    ['2.bin', 40 * MB],
  ] as const)
    write(join(base, 'live', name), size)
  onTestFinished(letAll)
  proxy.set({ bytesPerSecond: { up: 3 * MB } })
  const sending = client()('send', 'live', '--link', '--json')
  const link = await until(() => linkOf(sending.out()))
  const into = newFolder()
  // Past the proxy: what holds the sender up lets the receiver through.
  const receiving = runIn(base, home)('receive', link, '--into', into, '--json')
  await until(() => receiving.out().includes('"event":"file"') || receiving.child.exitCode !== null)
  proxy.set({ hold: { up: true } })
  expect([tree(into)['live/1.bin'], sending.out().includes('"done"')]).toEqual([tree(base, 'live')['live/1.bin'], false])
  await server.kill()
  await server.start()
  letAll()
  const [sent, received] = await Promise.all([sending.ended, receiving.ended])
  expect([sent.code, received.code, received.err]).toEqual([0, 0, ''])
  expect(tree(into)).toEqual(tree(base, 'live'))
  const names = received.events.map(({ event }) => event)
  expect([names.includes('arrival'), names.includes('arrived'), names.at(-1)]).toEqual([true, true, 'done'])
})

test('O7 a far line that is cut again and again: there and back', async () => {
  const { base, proxy, client, newFolder, sendLink } = world
  for (let i = 0; i < 120; i++) write(join(base, 'far', `d${i % 3}`, `${i}.txt`), 1 + i * 300)
  write(join(base, 'far/large.bin'), 20 * MB)
  onTestFinished(letAll)
  proxy.set({ delayMs: 75, bytesPerSecond: 6 * MB, cutsPerSecond: 0.1 })
  const before = proxy.counters().faults.cut
  proxy.act({ kind: 'cut', direction: 'up', atByte: 5 * MB })
  const link = await sendLink('far')
  const into = newFolder()
  proxy.act({ kind: 'cut', direction: 'down', atByte: 3 * MB })
  expect(await client()('receive', link, '--into', into, '--quiet').ended).toMatchObject({ code: 0, err: '' })
  expect(tree(into)).toEqual(tree(base, 'far'))
  expect(proxy.counters().faults.cut).toBeGreaterThan(before + 1)
})

test('O7 D5 hundreds of files of a link that may be used once are one download', async () => {
  const { base, account, client, newFolder, sendLink } = world
  for (let i = 0; i < 100; i++) write(join(base, 'once', `${i}.txt`), 100 + i)
  writeFileSync(join(base, 'once/large.bin'), Buffer.alloc(3 * MB, 'x'))
  const link = await sendLink('once')
  const slug = link.split('/').at(-1)!
  await account.call('PATCH', `/api/transfers/${slug}`, { downloadLimit: 1 })
  const into = newFolder()
  expect(await client()('receive', link, '--into', into, '--quiet').ended).toMatchObject({ code: 0, err: '' })
  expect(tree(into)).toEqual(tree(base, 'once'))
  const again = await client()('receive', link, '--into', newFolder(), '--json').ended
  expect(again.events.at(-1)).toMatchObject({ event: 'error', code: 'downloadLimitReached', exitCode: 3 })
})
