/** The built server is killed in the middle of an upload and started again on the same data (R01). */
import { beforeAll, expect, test, vi } from 'vitest'
import { sqlOf } from '../faults/database.ts'
import { makeAccount } from '../faults/sender-account.ts'
import { buildServer, installForTest } from '../faults/server-process.ts'
import { expectSame, fastClock, fileOf, lineTo, MiB, type Sender, until } from './test-line.ts'

vi.setConfig({ testTimeout: 180_000 })
beforeAll(buildServer, 180_000)

test('R01 U5 a server that is killed three times in mid-upload: the client goes on by itself, and only parts in flight are sent again', async () => {
  const here = await installForTest()
  await here.start()
  const account = await makeAccount(here.dataDir, sqlOf(here))
  const access = async () => (await account.access()).authorization!.replace('Bearer ', '')
  const sender: Sender = { userId: account.userId, cookie: '', access }
  const { proxy, sent, start } = await lineTo(here.url, sender, { bytesPerSecond: 12_000_000 })
  const files = [fileOf('large.bin', 48 * MiB), fileOf('small.bin', 100_000)]
  const upload = start(files, { clock: fastClock(4) })
  const phases = new Set<string>()
  upload.subscribe(() => phases.add(upload.snapshot().phase))
  for (const share of [0.2, 0.5, 0.8]) {
    await until(upload, ({ sentBytes, totalBytes }) => sentBytes > share * totalBytes)
    await here.kill('group')
    await here.start()
  }
  const plan = await upload.done
  expect(phases).toContain('waiting')
  const largest = Math.max(...sent.map(({ bytes }) => bytes))
  expect(proxy.counters().read.up).toBeLessThanOrEqual(48 * MiB + 100_000 + 3 * 6 * largest + 400_000)
  await expectSame(here.url, sender, plan, files)
})
