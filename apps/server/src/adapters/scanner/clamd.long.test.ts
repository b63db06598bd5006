/** The scanner's port with the real clamd, which has to be installed. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../test/support/test-server.ts'
import { createClamd } from './clamd.ts'
import { eicar } from './test-clamd.ts'

const contentOf = (...batches: Buffer[][]) =>
  async function* () {
    yield* batches
  }
const MiB = 1024 * 1024

// Debian keeps it where only root looks by itself.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

test('D9 R41 the real clamd: EICAR is found, else clean, and its limit is "not scanned"', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sampan-clamd-'))
  const socket = join(dir, 'clamd.sock')
  writeFileSync(join(dir, 'test.ndb'), `Test.EICAR.String:0:*:${eicar.toString('hex')}\n`)
  const lines = [`DatabaseDirectory ${dir}`, `LocalSocket ${socket}`, 'Foreground yes', 'StreamMaxLength 4M', 'User root']
  writeFileSync(join(dir, 'clamd.conf'), `${lines.join('\n')}\n`)
  const daemon = spawn('clamd', ['--config-file', join(dir, 'clamd.conf')], { stdio: 'ignore', env })
  onTestFinished(() => {
    daemon.kill()
    rmSync(dir, { recursive: true, force: true })
  })
  const failed = once(daemon, 'error').then(([error]) => Promise.reject(error))
  const scanner = createClamd({ path: socket })
  const scan = (bytes: Buffer) => scanner.scan(contentOf([bytes.subarray(0, 40)], [bytes.subarray(40)]))
  await Promise.race([waitFor(() => scan(Buffer.from('is anybody there?')).catch(() => null)), failed])
  expect(await scan(Buffer.concat([randomBytes(MiB), eicar]))).toEqual({
    state: 'infected',
    finding: expect.stringContaining('Test.EICAR.String'),
  })
  expect(await scan(randomBytes(MiB))).toEqual({ state: 'clean' })
  expect(await scan(randomBytes(9 * MiB))).toMatchObject({ state: 'failed' })
})
