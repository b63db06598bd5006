/** A release is made in a clone of this checkout: what refuses it, what it leaves, and that what it packs starts. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort, stopDatabase } from './processes/processes.mjs'
import { root } from './steps.mjs'

// On the disk of the checkout, so that its packages can be linked and need no copy; git does not look there.
mkdirSync(path.join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(path.join(root, '.cache/release-'))
const clone = path.join(folder, 'clone')
const out = path.join(folder, 'out')
const version = '97.1.0'
const git = (...args) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' }).trim()
const packagesOf = (checkout) => {
  for (const name of ['node_modules', 'apps/server/node_modules', 'apps/web/node_modules'])
    execFileSync('cp', ['-al', path.join(root, name), path.join(checkout, name)])
}
const release = (...args) =>
  new Promise((resolve) => {
    const command = ['scripts/release.mjs', ...args, '--out', out]
    execFile(process.execPath, command, { cwd: clone, encoding: 'utf8' }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, said: stdout + stderr }),
    )
  })
const head = () => git('rev-parse', 'HEAD')

// The real one builds once more, because it has another version.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })

beforeAll(() => {
  execFileSync(process.execPath, [path.join(root, 'scripts/build.mjs')])
  execFileSync('git', ['clone', '--quiet', root, clone])
  git('checkout', '--quiet', '-B', 'main')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  packagesOf(clone)
  for (const name of ['apps/web/build', 'apps/server/dist', 'apps/cli/dist'])
    cpSync(path.join(root, name), path.join(clone, name), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a release is refused unless it is of a clean main that was tested, with a higher version and news', async () => {
  const green = ['--green', head()]
  expect((await release(...green)).said).toContain('Say which version')
  expect((await release('0.0.1', ...green)).said).toContain('is not higher than')
  expect((await release(version)).said).toContain(`--green ${head().slice(0, 12)}`)
  expect((await release(version, '--green', '0'.repeat(40))).said).toContain('Say that .ci/run passed')
  writeFileSync(path.join(clone, 'stray.txt'), '')
  expect((await release(version, ...green)).said).toContain('not committed')
  rmSync(path.join(clone, 'stray.txt'))
  git('checkout', '--quiet', '-b', 'other')
  expect(await release(version, ...green)).toMatchObject({ status: 1, said: expect.stringContaining('branch main') })
  git('checkout', '--quiet', 'main')
})

test('a dry run packs all and changes nothing; the real one commits, tags and packs what starts without being built, and says what it is', async () => {
  const before = head()
  const dry = await release(version, '--green', before, '--dry-run')
  expect(dry.said).toContain('Nothing was committed or tagged.')
  expect([head(), git('tag'), git('status', '--porcelain')]).toEqual([before, '', ''])
  const names = [`sampan-${version}.cdx.json`, `sampan-${version}.tar.gz`]
  expect(readdirSync(out).sort()).toEqual(['SHA256SUMS', ...names])
  rmSync(out, { recursive: true })

  const { status, said } = await release(version, '--green', before)
  expect(status, said).toBe(0)
  expect(git('tag')).toBe(`v${version}`)
  expect(git('log', '-1', '--format=%s')).toBe(`release: ${version}`)
  expect(readFileSync(path.join(clone, 'CHANGELOG.md'), 'utf8')).toMatch(/## Unreleased\n\n## 97\.1\.0, \d{4}-\d\d-\d\d\n\n- /)
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: out })
  const parts = JSON.parse(readFileSync(path.join(out, names[0]), 'utf8'))
  const partNames = parts.components.map(({ name }) => name)
  expect(parts.bomFormat).toBe('CycloneDX')
  expect(partNames).toEqual(expect.arrayContaining(['fastify', 'drizzle-orm']))
  expect(partNames).not.toContain('vitest')
  expect((await release(version, '--green', head())).said).toContain('is not higher than')

  execFileSync('tar', ['-xf', path.join(out, names[1]), '-C', folder])
  const unpacked = path.join(folder, `sampan-${version}`)
  packagesOf(unpacked)
  await startsAs(unpacked, `${version}+${git('rev-parse', '--short=12', 'HEAD')}`)
})

async function startsAs(checkout, wanted) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sampan-released-'))
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOW_WATER_BYTES: '0',
  }
  const server = spawn(process.execPath, ['scripts/start.mjs'], { cwd: checkout, env, stdio: 'pipe' })
  const ended = new Promise((resolve) => server.once('close', resolve))
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await ended
    stopDatabase(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (piece) => (said += piece))
  await expect.poll(() => said, { timeout: 120_000 }).toMatch(/is ready at/)
  expect(said).not.toContain('Building')
  expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toMatchObject({ status: 'ready', version: wanted })
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
}
