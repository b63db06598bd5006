/** Files that a browser would run or draw, if they were given to it as what they are (R34). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { send } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

const script = '<script xmlns="http://www.w3.org/2000/svg">fetch("/logout")</script>'
const files = Object.entries({
  'page.html': `<!doctype html>${script}`,
  'page.htm': `<!doctype html>${script}`,
  'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
  'data.xml': `<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><a>${script}</a>`,
  'page.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
  'contract.pdf': '%PDF-1.7\n/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
  'worker.js': 'self.addEventListener("fetch", () => {})',
  'archive.mht': `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${script}`,
}).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))

/** As somebody asks who would like to see it drawn or run. */
const asked: Record<
  string,
  { query?: Record<string, string>; headers?: Record<string, string>; status?: number; method?: string }
> = {
  plainly: {},
  'by HEAD': { method: 'HEAD' },
  'a range': { headers: { range: 'bytes=0-3' }, status: 206 },
  'a range that is none': { headers: { range: 'bytes=900000-' }, status: 416 },
  'as a page': { headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } },
  'as a picture': { headers: { accept: 'image/svg+xml', 'sec-fetch-dest': 'image' } },
  'as a service worker': { headers: { accept: '*/*', 'service-worker': 'script', 'sec-fetch-dest': 'serviceworker' } },
  'with words for inline': {
    query: { inline: '1', disposition: 'inline', type: 'text/html', 'response-content-type': 'text/html' },
  },
}

let server: TestServer
let user: string
let slug: string
let view: { dl: string; files: { fileId: string; path: string }[] }
beforeAll(async () => {
  server = await startTestServer()
  const to = 'reader@example.com'
  slug = await send(await Account.create(server, { role: 'pro' }), files, { emailTo: [{ email: to }] })
  user = linkIn(await server.mailTo(to)).split('/')[3]!
  view = JSON.parse((await get(`${server.url}/api/transfers/${slug}?user=${user}`)).bytes.toString())
})
afterAll(() => server?.close())

/** The zip too, and the door that takes words in its address. */
const doors = () => [
  ...view.files.map(({ fileId, path }) => ({ name: path, path: `/api/transfers/${slug}/files/${fileId}` })),
  { name: 'zip', path: `/api/transfers/${slug}/zip` },
]

test.each(Object.entries(asked))(
  'R34 D3 whatever is uploaded, nothing is drawn or run on our origin: asked for %s',
  async (_, ask) => {
    for (const { name, path } of doors()) {
      const query = new URLSearchParams({ user, dl: view.dl, ...ask.query })
      const { status, headers, bytes } = await get(`${server.url}${path}?${query}`, ask.headers, ask.method)
      const label = `${name} ${status}`
      expect(status, label).toBe(ask.status ?? 200)
      expect(headers.get('x-content-type-options'), label).toBe('nosniff')
      expect(headers.get('content-security-policy'), label).toMatch(/default-src 'none'.*sandbox/)
      expect(headers.get('service-worker-allowed'), label).toBeNull()
      if (status === 416) {
        expect(bytes.toString(), label).not.toContain('script')
        continue
      }
      expect(headers.get('content-disposition'), label).toMatch(/^attachment;/)
      expect(headers.get('content-type'), label).toBe(name === 'zip' ? 'application/zip' : 'application/octet-stream')
    }
  },
)
