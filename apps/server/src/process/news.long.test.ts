/** News of an account over two real processes: what one of them does, the other tells (T5). */
import { beforeAll, expect, test, vi } from 'vitest'
import { buildServer, installForTest, until } from '../../test/faults/server-process.ts'
import { asTestServer } from '../../test/support/installed.ts'
import { Browser, linkIn } from '../../test/support/sender.ts'
import { openStream } from '../features/live/test-stream.ts'

vi.setConfig({ testTimeout: 120_000 })
beforeAll(buildServer, 180_000)

const sender = 'bell@example.com'
const reader = 'reader@example.com'

test('T5 what is read at one worker is read at the other, and the streams of both hear of it', async () => {
  const here = await installForTest({ WORKERS: '2', LOG_LEVEL: 'info' })
  await here.start()
  const server = asTestServer(here)
  const browser = new Browser(server)
  await browser.signUp(sender)
  await browser.takeUserTicket()
  const files = [{ path: 'a.bin', bytes: Buffer.from('hello') }]
  const { json: plan } = await browser.create(files)
  await browser.putAll(plan, files)
  const sent = { slug: plan.slug, senderEmail: sender, emailTo: [{ email: reader }] }
  expect((await browser.withAccess('POST', '/quicksend2', sent)).status).toBe(200)
  const [, , slug, user] = linkIn(await server.mailTo(reader)).split('/') as [string, string, string, string]

  /** On a connection of its own, which the supervisor gives to the next worker: two in a row, one at each. */
  const ask = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${browser.accessToken}`, 'content-type': 'application/json', connection: 'close' }
    return (await fetch(here.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json()
  }
  const { dl } = await ask('GET', `/api/transfers/${slug}?user=${user}`)
  await (await fetch(`${here.url}/api/transfers/${slug}/zip?${new URLSearchParams({ user, dl })}`)).arrayBuffer()
  const bell = async () => (await ask('POST', '/notifications', {})).unreadCount
  const bells = async () => [await bell(), await bell()]
  await until(async () => (await bells()).join() === '1,1')

  const streams = [await openStream(here.url, browser.accessToken), await openStream(here.url, browser.accessToken)]
  for (const stream of streams) await stream.next('all')
  expect(await ask('POST', '/deleteNotification', { notifyId: 'Allread' })).toEqual({ ok: true })
  expect(await bells()).toEqual([0, 0])
  for (const stream of streams) await stream.next('notifications')
  for (const stream of streams) stream.stop()

  const lines = here.life!.output().split('\n')
  const workersAt = (route: string) =>
    new Set(lines.flatMap((line) => (line.includes(`"route":"${route}"`) ? [JSON.parse(line).worker] : [])))
  expect([...workersAt('/notifications')].sort()).toEqual([1, 2])
})
