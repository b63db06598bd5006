/** The commands as an operator calls them: the file `sampan` at the root, beside a built server and without one. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort, stopDatabase } from '../../../../scripts/processes/processes.mjs'
import { get, sendTo } from '../../test/support/reader.ts'
import type { TestServer } from '../../test/support/test-server.ts'
import { waitFor } from '../../test/support/test-server.ts'
import { filesIn } from './test-store.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'sampan-commands-'))
const running = new Map<ChildProcess, string>()

// Each starts whole servers, databases included, beside everything else that is tested.
vi.setConfig({ testTimeout: 300_000 })
beforeAll(() => {
  for (const part of ['server', 'client']) execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), part])
}, 180_000)
afterAll(() => {
  for (const [child, dataDir] of running) {
    child.kill('SIGKILL')
    stopDatabase(dataDir)
  }
  rmSync(base, { recursive: true, force: true })
})

type Ended = { code: number | null; out: string; err: string }
const envOf = (dataDir: string) => ({ PATH: process.env.PATH, DATA_DIR: dataDir, LOW_WATER_BYTES: '0', DISK_OVERBOOKING: '0' })

function follow(child: ChildProcess): { output: Omit<Ended, 'code'>; ended: Promise<Ended> } {
  const output = { out: '', err: '' }
  child.stdout!.on('data', (text) => (output.out += text))
  child.stderr!.on('data', (text) => (output.err += text))
  return { output, ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, ...output }))) }
}

const sampan = (dataDir: string, ...args: string[]): Promise<Ended> =>
  follow(spawn(join(root, 'sampan'), args, { cwd: base, env: envOf(dataDir) })).ended

async function start(dataDir: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'apps/server/dist/main.js')], {
    env: { ...envOf(dataDir), PORT: String(port) },
  })
  running.set(child, dataDir)
  const { output, ended } = follow(child)
  await Promise.race([waitFor(async () => output.out.includes('Sampan is ready at')), ended])
  const stop = () => {
    child.kill('SIGTERM')
    return ended.finally(() => running.delete(child))
  }
  return { url: `http://127.0.0.1:${port}`, ended, stop }
}

/** As the helpers of tests know one. */
function asTestServer(url: string, dataDir: string): TestServer {
  const outbox = join(dataDir, 'outbox')
  const mailsTo = async (address: string) => {
    const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.sort().map((name) => PostalMime.parse(readFileSync(join(outbox, name)))))
    return mails.filter((mail) => mail.to?.some((to) => to.address === address))
  }
  const mailTo = (address: string, nth = 1) => waitFor(async () => (await mailsTo(address))[nth - 1])
  return { url, mailsTo, mailTo } as unknown as TestServer
}

test('O5 help, unknown commands and wrong options: what to do is told, and nothing is made', async () => {
  const dataDir = join(base, 'nothing')
  const help = await sampan(dataDir, 'help')
  expect(help).toMatchObject({ code: 0, err: '' })
  const [ofAll, ofOperator] = help.out.split('For who runs a server')
  for (const name of ['send', 'receive', 'login', 'logout']) expect(ofAll).toContain(`\n  ${name} `)
  for (const name of ['fsck', 'gc', 'rotate-keys', 'backup', 'restore', 'migrate', 'users', 'user suspend', 'codes make'])
    expect(ofOperator).toContain(`\n  ${name} `)
  for (const words of [
    ['help', 'send'],
    ['send', '--help'],
    ['gc', '--help'],
  ])
    expect(await sampan(dataDir, ...words)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Usage: sampan (send|gc) /),
    })
  expect(await sampan(dataDir, 'fcsk')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('no command "fcsk"') })
  expect(await sampan(dataDir, 'fsck', '--repiar')).toMatchObject({ code: 2, err: expect.stringContaining('Usage: sampan fsck') })
  expect(await sampan(dataDir, 'fsck', '--rate', 'x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--rate=x must be'),
  })
  expect(await sampan(dataDir, 'backup')).toMatchObject({ code: 2 })
  const whole = expect.stringContaining(
    'one of user show, user role, user limits, user suspend, user restore, user email, user second-factor, user connect, user operator, user log-out.',
  )
  expect(await sampan(dataDir, 'user')).toMatchObject({ code: 2, err: whole })
  expect(await sampan(dataDir, 'help', 'user', 'role')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Usage: sampan user role EMAIL ROLE|none'),
  })
  expect(await sampan(dataDir, 'user', 'role', 'a@example.com')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Something is missing'),
  })
  expect(await sampan(dataDir, 'codes', 'list', 'a', 'b')).toMatchObject({
    code: 2,
    err: expect.stringContaining('"b" is too much'),
  })
  expect(await sampan(dataDir, 'fsck')).toMatchObject({
    code: 2,
    err: expect.stringContaining(`There is no Sampan in DATA_DIR=${dataDir}`),
  })
  expect(existsSync(dataDir)).toBe(false)
})

test('R54 O5 O6 beside a server under load: check, new key, backup; then restored elsewhere, with no key, a wrong and the right one', async () => {
  const [dataDir, copy, folder] = [join(base, 'first'), join(base, 'second'), join(base, 'backup')]
  const bytes = randomBytes(9 * 1024 * 1024)
  const server = await start(dataDir)
  const known = asTestServer(server.url, dataDir)
  const before = await sendTo(known, [{ path: 'before.bin', bytes }])
  let isOver = false
  const load = (async () => {
    while (!isOver) await sendTo(known, [{ path: 'load.bin', bytes: bytes.subarray(0, 100_000) }])
  })()

  const check = await sampan(dataDir, 'fsck', '--json', '--deep')
  expect(check).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(check.out)).toMatchObject({
    isClean: true,
    isDeep: true,
    findings: [],
    checked: { blobs: expect.any(Number) },
  })
  expect(await sampan(dataDir, 'rotate-keys')).toMatchObject({ code: 0, out: expect.stringContaining('Made master-2.key') })
  const between = await sendTo(known, [{ path: 'between.bin', bytes }])
  const made = await sampan(dataDir, 'backup', 'backup')
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining('THE KEYS ARE NOT IN THIS BACKUP') })
  expect(await sampan(dataDir, 'backup', 'backup')).toMatchObject({ code: 2, err: expect.stringContaining('is not empty') })
  isOver = true
  await load
  const status = JSON.parse((await sampan(dataDir, 'rotate-keys', '--status', '--json')).out).status
  expect(status).toMatchObject([
    { key: 1, rows: 0 },
    { key: 2, isNewest: true },
  ])
  await server.stop()

  expect(await sampan(copy, 'restore', folder, '--check')).toMatchObject({ code: 0, out: expect.stringContaining('Whole:') })
  expect(await sampan(copy, 'restore', 'backup')).toMatchObject({
    code: 0,
    err: expect.stringContaining('NO KEYS ARE THERE YET'),
  })
  expect(await sampan(copy, 'restore', folder)).toMatchObject({ code: 2, err: expect.stringContaining('is not empty') })
  expect((await (await start(copy)).ended).err).toContain('No master key in')
  cpSync(join(dataDir, 'keys'), join(copy, 'keys'), { recursive: true })
  const key = join(copy, 'keys/master-2.key')
  const right = readFileSync(key)
  writeFileSync(key, randomBytes(32).toString('hex'))
  expect((await (await start(copy)).ended).err).toContain('Master key 2 (master-2.key) does not fit the stored data')
  writeFileSync(key, right)
  // The key of before is of no use to it any more.
  rmSync(join(copy, 'keys/master-1.key'))
  const restored = await start(copy)
  for (const sent of [before, between]) {
    const url = sent.url(`files/${sent.view.files[0].fileId}`).replace(server.url, restored.url)
    expect((await get(url)).bytes.equals(bytes)).toBe(true)
  }
  expect(await sampan(copy, 'fsck', '--deep')).toMatchObject({ code: 0, out: expect.stringContaining('nothing wrong') })
  await restored.stop()

  const [blobs, away] = [join(copy, 'blobs'), join(copy, 'blobs.away')]
  renameSync(blobs, away)
  expect((await (await start(copy)).ended).err).toContain('The database knows stored files, but DATA_DIR=')
  expect(existsSync(blobs)).toBe(false)
  renameSync(away, blobs)

  // Without a server the command has the database for itself, and leaves none running.
  const [path] = [...filesIn(join(copy, 'blobs/blobs')).keys()]
  rmSync(path!)
  const found = await sampan(copy, 'fsck', '--json')
  expect(found.code).toBe(1)
  expect(JSON.parse(found.out)).toMatchObject({
    isClean: false,
    findings: [{ kind: 'missingBytes', isRepaired: false, slug: expect.any(String) }],
  })
  expect(await sampan(copy, 'gc')).toMatchObject({ code: 0, out: expect.stringContaining('0 transfers and 0 uploads ended') })
  expect(existsSync(join(copy, 'db/pg/postmaster.pid'))).toBe(false)
  rmSync(join(folder, 'manifest.json'))
  expect(await sampan(join(base, 'third'), 'restore', folder)).toMatchObject({
    code: 2,
    err: expect.stringContaining('no whole backup'),
  })
  expect(existsSync(join(base, 'third'))).toBe(false)
})
