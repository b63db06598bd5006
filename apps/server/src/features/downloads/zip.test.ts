import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, sendTo } from '../../../test/support/reader.ts'
import type { TestFile } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { unzip } from '../../../test/support/unzip.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const sent = (files: readonly TestFile[]) => sendTo(server, files)

describe('zips', () => {
  const files = [
    { path: 'Autumn/page.pdf', bytes: randomBytes(300_000), lastModified: Date.UTC(2026, 1, 3, 4, 5, 6) },
    { path: 'Autumn/PAGE.pdf', bytes: randomBytes(10) },
    { path: 'Autumn/报价单 🚢.xlsx', bytes: randomBytes(1000) },
    { path: 'Autumn/nothing/', bytes: Buffer.alloc(0) },
    { path: 'empty.txt', bytes: Buffer.alloc(0) },
    { path: 'CON.txt', bytes: randomBytes(5) },
  ]

  test('D2 D3 R11 everything comes as one zip: exact length, byte-identical, resumable, opened by Python', async () => {
    const all = await sent(files)
    const first = await get(all.url('zip'))
    expect(first.status).toBe(200)
    expect(first.headers.get('content-length')).toBe(String(first.bytes.length))
    expect(first.headers.get('content-disposition')).toContain('page.zip')
    const again = [await get(all.url('zip'), { range: 'bytes=0-99999' }), await get(all.url('zip'), { range: 'bytes=100000-' })]
    expect(Buffer.concat(again.map(({ bytes }) => bytes)).equals(first.bytes)).toBe(true)
    const names = unzip(first.bytes)
    expect(Object.keys(names).sort()).toEqual([
      'Autumn/PAGE (2).pdf',
      'Autumn/nothing/',
      'Autumn/page.pdf',
      'Autumn/报价单 🚢.xlsx',
      'CON_.txt',
      'empty.txt',
    ])
    expect(names['Autumn/page.pdf']!.equals(files[0]!.bytes)).toBe(true)
    expect(names['Autumn/PAGE (2).pdf']!.equals(files[1]!.bytes)).toBe(true)
  })

  test('D2 chosen files come under a short id; a foreign file refuses the choice', async () => {
    const [mine, other] = [await sent(files), await sent([{ path: 'x', bytes: randomBytes(9) }])]
    const ids = mine.view.files.slice(0, 2).map(({ fileId }: { fileId: string }) => fileId)
    const choose = (fileIds: string[]) =>
      fetch(mine.url('selections'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fileIds }),
      })
    const { selection } = await (await choose(ids)).json()
    const chosen = await get(mine.url('zip', { user: mine.user, dl: mine.view.dl, selection }))
    expect(Object.keys(unzip(chosen.bytes))).toHaveLength(2)
    expect((await choose([...ids, other.view.files[0].fileId])).status).toBe(404)
    expect((await get(other.url('zip', { user: other.user, selection }))).status).toBe(404)
  })

  test('H1 POST /zip tells the address of everything and of chosen files', async () => {
    const all = await sent(files)
    const ask = async (downloads?: string[]) =>
      (
        await (
          await fetch(`${server.url}/zip`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ slug: all.slug, user: all.user, downloads }),
          })
        ).json()
      ).url
    expect((await get(server.url + (await ask()))).status).toBe(200)
    expect(Object.keys(unzip((await get(server.url + (await ask([all.view.files[0].fileId])))).bytes))).toEqual([
      'Autumn/page.pdf',
    ])
  })
})
