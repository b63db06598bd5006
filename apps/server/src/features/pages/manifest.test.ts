import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startPages } from './test-pages.ts'

const publicFile = (path: string) => readFileSync(new URL(`../../../../web/public${path}`, import.meta.url))
/** Width and height stand first in a PNG. */
const sizesOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('I3 the app can be installed under the operator’s name, and files shared to it', async () => {
  const { get } = await startPages({ config: { productName: 'Riverboat' } })
  const { status, headers, body } = await get('/manifest.webmanifest')
  expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json'])
  const told = JSON.parse(body)
  expect(told).toMatchObject({ name: 'Riverboat', display: 'standalone', share_target: { action: '/share', method: 'POST' } })
  for (const { src, sizes } of told.icons) expect([src, sizesOf(publicFile(src))]).toEqual([src, sizes])
  expect(sizesOf(publicFile('/apple-touch-icon.png'))).toBe('180x180')
})

test('I3 where no worker takes what is shared, the page that tells so comes', async () => {
  const { get } = await startPages()
  const sent = await get('/share', { 'content-type': 'multipart/form-data; boundary=x' }, 'POST')
  expect([sent.status, sent.headers.location]).toEqual([303, '/share'])
  expect((await get('/share')).status).toBe(200)
})
