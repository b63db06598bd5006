import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startPages } from './test-pages.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('R34 the frame of previews has no origin, runs its own script only, reaches no server, and none but our pages holds it', async () => {
  const { get } = await startPages()
  const { status, headers } = await get('/preview-frame/lines')
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toBe(
    `sandbox allow-scripts; default-src 'none'; script-src ${sha256('draw()')} 'wasm-unsafe-eval'; style-src ${sha256('a{}')}; worker-src blob:; img-src blob: data:; font-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  )
  expect(headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
  expect((await get('/preview-frame/lines', { 'if-none-match': headers.etag! })).status).toBe(304)
  expect((await get('/preview-frame/pdf')).status).toBe(404)
  expect((await get('/')).headers['content-security-policy']).toMatch(/frame-src 'self';.*frame-ancestors 'none'/)
})
