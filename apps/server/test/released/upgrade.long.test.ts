/** A server of some migrations ago is replaced by this one while somebody uploads (O5, R01): nothing is lost, and the upload goes on. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sqlOf } from '../faults/database.ts'
import { makeAccount } from '../faults/sender-account.ts'
import { buildServer, installForTest } from '../faults/server-process.ts'
import { expectSame, fastClock, fileOf, lineTo, MiB, type Sender, until } from '../lines/test-line.ts'
import { asTestServer } from '../support/installed.ts'
import { get, sendTo } from '../support/reader.ts'
import { buildBefore } from './version-before.ts'

vi.setConfig({ testTimeout: 300_000 })
const migrationsAgo = 3
let before: ReturnType<typeof buildBefore>
beforeAll(() => {
  buildServer()
  before = buildBefore(migrationsAgo)
}, 300_000)
afterAll(() => before?.remove())

test('O5 R01 an upgrade with parts under way says that it has no way back, changes the tables, keeps what was sent, and the upload goes on', async () => {
  const here = await installForTest({ LOG_LEVEL: 'info' })
  await here.start({ wrap: () => [process.execPath, before.mainFile] })
  const sql = sqlOf(here)
  const applied = async () => Number((await sql('select count(*) as count from drizzle.__drizzle_migrations'))[0]!.count)
  const old = await applied()
  const bytes = randomBytes(2 * MiB)
  const sent = await sendTo(asTestServer(here), [{ path: 'sent-before.bin', bytes }])

  const account = await makeAccount(here.dataDir, sql)
  const access = async () => (await account.access()).authorization!.replace('Bearer ', '')
  const sender: Sender = { userId: account.userId, cookie: '', access }
  const { proxy, start } = await lineTo(here.url, sender, { bytesPerSecond: 12_000_000 })
  const files = [fileOf('large.bin', 48 * MiB), fileOf('small.bin', 100_000)]
  const upload = start(files, { clock: fastClock(4) })
  await until(upload, ({ sentBytes, totalBytes }) => sentBytes > 0.4 * totalBytes)
  await here.stop()
  await here.start()

  expect(here.life!.output()).toContain(`Bringing the database up to date: ${migrationsAgo} migrations.`)
  expect(here.life!.output()).toContain('none was ever made here')
  expect(await applied()).toBe(old + migrationsAgo)
  await expectSame(here.url, sender, await upload.done, files)
  // What had been acknowledged before was not sent again.
  expect(proxy.counters().read.up).toBeLessThan(1.5 * 48 * MiB)
  const read = await get(sent.url(`files/${sent.view.files[0].fileId}`))
  expect([read.status, read.bytes.equals(bytes)]).toEqual([200, true])

  await here.stop()
  await here.start()
  expect(here.life!.output()).not.toContain('Bringing the database up to date')
})
