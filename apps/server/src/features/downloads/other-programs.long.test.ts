/** What programs that people use save a download as (R14): each of them has to be installed. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Sent, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { safeFileName } from '../../delivery/zip-names.ts'
import { attachment } from '../../http/content-disposition.ts'

const run = promisify(execFile)

const files = ['合同（终稿）2026.pdf', '🎉 family 👩‍👧.png', 'plain.txt', 'a"b;c.txt'].map((path) => ({
  path,
  bytes: randomBytes(100_000),
}))
/** curl knows no UTF-8 names of headers: it takes the plain one. */
const plain = (name: string): string => /filename="([^"]+)"/.exec(attachment(name))![1]!

const programs: [string, (url: string) => string[], (name: string) => string][] = [
  ['curl', (url) => ['-sf', '-OJ', url], plain],
  ['aria2c', (url) => ['--quiet', '--allow-overwrite=false', '--split=4', '--min-split-size=1M', url], (name) => name],
]

let server: TestServer
let sent: Sent
beforeAll(async () => {
  server = await startTestServer()
  sent = await sendTo(server, files)
})
afterAll(() => server?.close())

describe.each(programs)('%s', (program, args, nameOf) => {
  const fetched = async (url: string): Promise<[string, Buffer]> => {
    const folder = mkdtempSync(join(tmpdir(), 'sampan-saved-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await run(program, args(url), { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    const [name, ...others] = readdirSync(folder)
    expect(others).toEqual([])
    return [name!, readFileSync(join(folder, name!))]
  }

  test.each(files)('R14 saves $path by a harmless name, byte for byte', async ({ path, bytes }) => {
    const { fileId } = sent.view.files.find((file: { path: string }) => file.path === path)
    const [name, got] = await fetched(sent.url(`files/${fileId}`))
    expect(name).toBe(nameOf(safeFileName(path)))
    expect(got.equals(bytes)).toBe(true)
  })

  test('R11 R14 saves everything as a zip', async () => {
    const [name, got] = await fetched(sent.url('zip'))
    expect([name.endsWith('.zip'), got.readUInt32LE(0)]).toEqual([true, 0x04034b50])
  })
})
