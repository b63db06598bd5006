import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyDownloads } from '../../../test/support/dashboard.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = [
  { path: 'catalogue/page 1.pdf', bytes: randomBytes(300_000), lastModified: 1_700_000_000_000 },
  { path: 'catalogue/报价单.xlsx', bytes: randomBytes(70_001) },
  { path: 'catalogue/empty folder/', bytes: Buffer.alloc(0) },
  { path: 'empty.txt', bytes: Buffer.alloc(0) },
  { path: 'film.mov', bytes: randomBytes(9 * 1024 * 1024 + 17) },
]

test('U6 D5 files go from an anonymous sender to a recipient, who gets them whole, and the sender is told', async () => {
  const browser = new Browser(server)
  const sent = await browser.send(files, {
    message: 'Final artwork',
    emailTo: [{ email: 'Li@Example.cn' }, { email: 'priya@example.in' }],
  })
  expect(sent.status, JSON.stringify(sent.json)).toBe(200)
  expect(sent.json.state).toBe('active')
  const mail = await server.mailTo('li@example.cn')
  await server.mailTo('priya@example.in')
  const [, , slug, user] = linkIn(mail).split('/')
  const view = await browser.call('GET', `/api/transfers/${slug}?user=${user}`)
  expect(view.json).toMatchObject({ state: 'open', message: 'Final artwork', fileCount: 4, recipient: 'li@example.cn' })
  for (const file of view.json.files.filter(({ path }: { path: string }) => !path.endsWith('/'))) {
    const reply = await fetch(`${server.url}/api/transfers/${slug}/files/${file.fileId}?user=${user}&dl=${view.json.dl}`)
    expect(reply.status).toBe(200)
    expect(Buffer.from(await reply.arrayBuffer()).equals(files.find(({ path }) => path === file.path)!.bytes)).toBe(true)
  }
  await notifyDownloads(server, slug!, 4)
  const notice = await server.mailTo('anna@example.com', 3)
  expect(notice.text).toContain('li@example.cn')
})
