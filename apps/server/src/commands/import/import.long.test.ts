/** `sampan import` as an operator calls it: beside a server and without one, killed in the middle and called again. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort, stopDatabase } from '../../../../../scripts/processes/processes.mjs'
import { get } from '../../../test/support/reader.ts'
import { waitFor } from '../../../test/support/test-server.ts'
import { install, palmrShape, removeInstalled } from './test-source.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'sampan-imports-'))
const dataDir = join(base, 'data')
const running = new Set<ChildProcess>()

// Each starts a whole server, its database included, beside everything else that is tested.
vi.setConfig({ testTimeout: 300_000 })
beforeAll(() => {
  for (const part of ['server', 'client']) execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), part])
}, 180_000)
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  stopDatabase(dataDir)
  removeInstalled()
  rmSync(base, { recursive: true, force: true })
})

const env = { PATH: process.env.PATH, DATA_DIR: dataDir, LOW_WATER_BYTES: '0', DISK_OVERBOOKING: '0' }

function follow(child: ChildProcess) {
  running.add(child)
  const output = { out: '', err: '' }
  child.stdout!.on('data', (text) => (output.out += text))
  child.stderr!.on('data', (text) => (output.err += text))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, ...output })
    }),
  )
  return { child, output, ended }
}
// By the bundle itself, which is one process: the file at the root calls it.
const command = (...args: string[]) => follow(spawn(process.execPath, [join(root, 'sampan'), ...args], { cwd: base, env }))

async function start() {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'apps/server/dist/main.js')], { env: { ...env, PORT: String(port) } })
  const { output, ended } = follow(child)
  await Promise.race([waitFor(async () => output.out.includes('Sampan is ready at')), ended])
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

const shares = 40
/** Different in every byte of a share, and large enough that there is a middle to be killed in. */
const bytesOf = (n: number) => Buffer.alloc(3_000_000, `share ${n}, `)

async function palmr() {
  const ids = Array.from({ length: shares }, (_, n) => `many${n}`)
  const source = await install(palmrShape, {
    users: [{ id: 'mei', firstName: 'Mei', lastName: 'Li', username: 'mei', email: 'mei@example.com', password: null }],
    files: ids.map((id, n) => ({ id, name: '港.bin', size: bytesOf(n).length, objectName: `mei/${id}`, userId: 'mei' })),
    shares: ids.map((id) => ({ id, createdAt: 1_700_000_000_000, views: 0, creatorId: 'mei', securityId: 'open' })),
    share_security: [{ id: 'open' }],
    share_aliases: ids.map((id) => ({ id, alias: id, shareId: id })),
    _ShareFiles: ids.map((id) => ({ A: id, B: id })),
  })
  ids.forEach((id, n) => void source.put(`mei/${id}`, bytesOf(n)))
  return { ...source, ids }
}

test('O9 killed in the middle, beside a server and without one, and called again: each share comes once, bytes for bytes', async () => {
  const source = await palmr()
  const before = readFileSync(source.database)
  const args = ['import', 'palmr', '--database', source.database, '--files', source.files]
  let server = await start()
  const dry = await command(...args, '--dry-run').ended
  expect(dry).toMatchObject({ code: 0 })
  expect(dry.out).toContain(`Would come over: 1 account, ${shares} shares, with ${shares} files of 120 MB.`)

  const killAt = async (share: number) => {
    const { child, output, ended } = command(...args)
    await waitFor(async () => output.err.includes(`\n${share} of ${shares}`))
    child.kill('SIGKILL')
    return ended
  }
  expect(await killAt(10)).toMatchObject({ code: null })
  await server.stop()
  await killAt(22)
  // A database that was started for the command is still there after a kill, until the next one takes it over.
  server = await start()
  const rest = await command(...args, '--report', 'report.csv').ended
  expect(rest).toMatchObject({ code: 0 })
  expect(rest.out).toMatch(/Came over: \d+ shares, with \d+ files of/)
  const again = await command(...args).ended
  expect(again.out).toContain(`Came over: nothing, with 0 files of 0 B.\nHere before: 1 account, ${shares} shares.`)
  for (const [n, id] of source.ids.entries()) {
    const slug = (await get(`${server.url}/s/${id}`, { accept: 'text/html' })).headers.get('location')!.split('/').at(-1)
    const view = await (await fetch(`${server.url}/api/transfers/${slug}`)).json()
    expect(view.files).toHaveLength(1)
    const path = `/api/transfers/${slug}/files/${view.files[0].fileId}?dl=${encodeURIComponent(view.dl)}`
    expect((await get(server.url + path)).bytes.equals(bytesOf(n)), id).toBe(true)
  }
  expect(readFileSync(source.database).equals(before)).toBe(true)
  expect(readFileSync(join(base, 'report.csv'), 'utf8').split('\r\n')).toHaveLength(shares + 3)
  expect(await command('fsck', '--deep').ended).toMatchObject({ code: 0 })
  const shown = await command('user', 'show', 'mei@example.com', '--json').ended
  expect(JSON.parse(shown.out)).toMatchObject({
    usedBytes: shares * 3_000_000,
    reservedBytes: 0,
    transfers: shares,
    openUploads: 0,
  })
  await server.stop()
})
