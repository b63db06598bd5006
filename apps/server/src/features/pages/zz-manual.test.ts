import { vi } from 'vitest'
import * as wb from './web-build.ts'
vi.mock('./web-build.ts', async (orig) => { const m = await orig() as typeof wb; return { ...m, readWebBuild: () => m.readWebBuild('/tmp/websnap') } })
import { spawn } from 'node:child_process'
import { test } from 'vitest'
import { Browser, linkIn } from '../../testing/sender.ts'
import { startTestServer } from '../../testing/test-server.ts'
test('x', async () => {
  const server = await startTestServer()
  const files = ['sea.jpg', '"><script>alert(1)<.txt'].map((path) => ({ path, bytes: Buffer.from(path) }))
  await new Browser(server).send(files, { message: '<b>hello</b>', emailTo: [{ email: 'li@example.cn' }] })
  const link = new URL(linkIn(await server.mailTo('li@example.cn')), server.url).pathname
  await new Promise((r) => spawn('node', ['/tmp/csp-check.mjs', server.url, link], { stdio: 'inherit' }).on('exit', r))
  await server.close()
}, 120000)
