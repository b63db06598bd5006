/** deploy/sampan.service: systemd finds it right and tight, and the service starts and serves under what it forbids (O1). */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, installForTest } from '../faults/server-process.ts'
import { asTestServer } from '../support/installed.ts'
import { get, sendTo } from '../support/reader.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const unit = readFileSync(join(root, 'deploy/sampan.service'), 'utf8')
const valuesOf = (name: string): string[] => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)

beforeAll(buildServer, 180_000)

const analyze = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, '--no-pager'], { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

test('O1 systemd reads every line of the unit, and says that little is left open', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sampan-unit-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'sampan.service')
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
  expect(analyze('verify', '--man=no', '--recursive-errors=no', file)).toEqual({ status: 0, said: '' })
  // In tenths, from 0 (nothing is left open) to 100. What is open is the network, and the namespaces and mounts in which files are decoded.
  const { status, said } = analyze('security', '--offline=true', '--threshold=21', file)
  expect(status, said).toBe(0)
})

/** The system calls of sets (`@…`) and by name, as systemd knows them. */
function callsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    if (!word.startsWith('@')) return [word]
    const text = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager', word], { encoding: 'utf8' })
    const inside = text
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter((line) => line && !line.startsWith('#'))
    return callsOf(inside)
  })
}

function allowedCalls(): string[] {
  const allowed = new Set<string>()
  for (const value of valuesOf('SystemCallFilter')) {
    const isDenied = value.startsWith('~')
    for (const call of callsOf(value.replace('~', '').split(' '))) isDenied ? allowed.delete(call) : allowed.add(call)
  }
  return [...allowed]
}

/** By what its lines say, as far as that can be had without systemd itself. */
function asUnit(command: string[]): string[] {
  const families = valuesOf('RestrictAddressFamilies').join(' ').split(' ').join(',')
  const launcher = join(root, 'apps/server/test/released/as-unit.py')
  const held = ['python3', launcher, 'nobody', allowedCalls().join(','), families, '/usr', '/etc', '/var', root]
  return ['unshare', '--mount', ...held, '--', ...command]
}

test('O1 under the unit’s system calls, families, account and read-only system it starts its database, takes a file, decodes it apart, and gives it back', async () => {
  const here = await installForTest({ LOG_LEVEL: 'info' })
  const { uid, gid } = { uid: 65_534, gid: 65_534 }
  chownSync(here.dataDir, uid, gid)
  const { output } = await here.start({ wrap: asUnit })
  const bytes = randomBytes(3_000_000)
  const { url, view } = await sendTo(asTestServer(here), [{ path: 'a.bin', bytes }])
  const read = await get(url(`files/${view.files[0].fileId}`))
  expect(read.status).toBe(200)
  expect(read.bytes.equals(bytes)).toBe(true)
  await here.stop()
  expect(here.life!.child.exitCode, output()).toBe(0)
  expect(output()).toContain('no folder but its program')
})
