/** `npm start`, and npm killed: what it started ends with it. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { postmasterOf } from '../../../../scripts/processes/processes.mjs'
import { buildServer, childrenOf, until } from '../../test/faults/server-process.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

beforeAll(buildServer, 180_000)

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const allBelow = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...allBelow(child)])

test.each(['SIGKILL', 'SIGTERM'] as const)('O1 O4 the server and its database end when npm is ended by %s', async (signal) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sampan-npm-'))
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text))
  onTestFinished(() => {
    for (const pid of pids.filter(isThere)) process.kill(pid, 'SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  let pids: number[] = []
  await until(() => output.includes('Sampan is ready at'))
  pids = [...allBelow(npm.pid!), postmasterOf(dataDir)!]
  expect(pids.length).toBeGreaterThan(1)
  npm.kill(signal)
  await until(() => !pids.some(isThere), 100)
  expect(output).not.toContain('Error')
})
