/** A receipt is of one moment, whatever happens while it is read. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordOf, sentBy } from '../../../test/support/dashboard.ts'
import { bringFor, changeFiles, randomFile } from '../../../test/support/grown.ts'
import { get } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import type { Database } from '../../db/connect.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** Two files that somebody has; just before what is read together, and just after, a file comes, and they take all again. */
async function growing() {
  const { sender, slug, user } = await sentBy(server, [randomFile('1.txt'), randomFile('2.txt')])
  let version = 1
  const takeAll = async () => {
    await get(`${server.url}/api/transfers/${slug}/zip?user=${user}`)
    await waitFor(async () => (await recordOf(sender, slug)).total_downloads === version)
  }
  const grow = async () => {
    version++
    const uploadId = await bringFor(sender, slug, [randomFile(`${version + 1}.txt`)])
    expect((await changeFiles(sender, slug, { uploadId })).status).toBe(200)
    await takeAll()
  }
  await takeAll()
  const { db } = server.services
  const real: Database['transaction'] = db.transaction.bind(db)
  const spy = vi.spyOn(db, 'transaction').mockImplementation(async (work, how) => {
    if (how?.accessMode !== 'read only') return real(work, how)
    spy.mockRestore()
    await grow()
    const read = await real(work, how)
    await grow()
    return read
  })
  const ask = (path: string): Promise<Response> =>
    fetch(`${server.url}/api/transfers/${slug}/${path}`, { headers: { authorization: `Bearer ${sender.accessToken}` } })
  return { ask, downloads: async () => (await recordOf(sender, slug)).total_downloads }
}

test('T3 T9 a file that comes while a receipt is read is in all of it, or in nothing', async () => {
  const { ask, downloads } = await growing()
  const receipt = (await (await ask('receipt')).json()) as any
  expect(await downloads()).toBe(3)
  expect(receipt).toMatchObject({ version: 2, fileCount: 3, totalBytes: 3000, lineCount: 2 })
  expect(receipt.files.map(({ path }: { path: string }) => path)).toEqual(['1.txt', '2.txt', '3.txt'])
  expect(receipt.lines.map((line: any) => [line.version, line.fileCount, line.freedCount])).toEqual([
    [2, 3, 0],
    [1, 2, 0],
  ])
})

test('T3 T9 a file that comes while the CSV is read is in all of it, or in nothing', async () => {
  const { ask, downloads } = await growing()
  const rows = (await (await ask('receipt.csv')).text()).trimEnd().split('\r\n').slice(1)
  expect(await downloads()).toBe(3)
  expect(rows.map((row) => [row.split(',')[5], row.split(',')[8]])).toEqual([
    ['1.txt', '2'],
    ['2.txt', '2'],
    ['3.txt', '2'],
    ['1.txt', '1'],
    ['2.txt', '1'],
  ])
})
