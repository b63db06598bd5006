/** Each version of Node that the README promises starts the service as `npm start` does, and it works (O1). */
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildServer, installForTest } from '../faults/server-process.ts'
import { asTestServer } from '../support/installed.ts'
import { get, sendTo } from '../support/reader.ts'
import { Browser } from '../support/sender.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** The oldest one exactly, of the others the newest there is. */
const versions = ['20.19.0', '22', '24', '26']
/** Of each kind that a version of Node may break: streams and files, numbers and texts, sealing and hashing. */
const chosen = [
  'apps/server/src/delivery',
  'apps/server/src/adapters/storage/segments',
  'apps/server/src/adapters/storage/free-bytes',
  'apps/server/src/adapters/keys',
  'packages/contract/src/rules',
]

vi.setConfig({ testTimeout: 600_000 })

const folder = mkdtempSync(join(tmpdir(), 'sampan-nodes-'))
const binaries: Record<string, string> = {}
beforeAll(async () => {
  buildServer()
  for (const version of versions) {
    const dir = join(folder, version)
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', dir, `node@${version}`]
    await promisify(execFile)('npm', args, { cwd: folder })
    binaries[version] = join(dir, 'node_modules/node/bin/node')
  }
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('O1 the README promises these versions, and package.json asks for the oldest', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect(readme).toContain('Node 20.19, 22, 24 or 26')
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node).toBe('>=20.19')
})

test.each(versions)(
  'O1 under Node %s it starts, somebody signs up, a file is sent and comes back whole, and it stops in order',
  async (version) => {
    const node = binaries[version]!
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${version}`))
    const here = await installForTest({ LOG_LEVEL: 'info' })
    const { output } = await here.start({ wrap: () => [node, join(root, 'scripts/start.mjs')] })
    const server = asTestServer(here)
    const sender = new Browser(server)
    await sender.signUp(`anna-${version}@example.com`)
    const files = [
      { path: 'a.bin', bytes: randomBytes(3_000_000) },
      { path: 'folder/b.txt', bytes: Buffer.from('你好'.repeat(1000)) },
    ]
    const { url, view } = await sendTo(server, files, { sender })
    for (const file of view.files) {
      const read = await get(url(`files/${file.fileId}`))
      expect([read.status, read.bytes.equals(files.find(({ path }) => path === file.path)!.bytes)]).toEqual([200, true])
    }
    await here.stop()
    expect(here.life!.child.exitCode, output()).toBe(0)
  },
)

test.each(versions)('O1 under Node %s the chosen tests pass', async (version) => {
  // As a run of its own, which knows nothing of this one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_OPTIONS$|^TEST$/.test(name)))
  const run = promisify(execFile)(binaries[version]!, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...chosen], {
    cwd: root,
    env,
    maxBuffer: 1e8,
  })
  const { stdout } = await run.catch((error) => Promise.reject(new Error(error.stdout)))
  expect(stdout).toMatch(/Tests .*passed/)
})
