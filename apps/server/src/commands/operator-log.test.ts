/** What commands that go on for long leave in the operators' log (O11): each where it begins, and a restore with the rows that it brings. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'
import { StripeMock } from '../adapters/payments/testing/stripe-mock.ts'
import { readConfig } from '../config/config.ts'
import { backup } from './backup/command.ts'
import { restore } from './backup/restore-command.ts'
import type { Command } from './command.ts'
import { fsck } from './fsck/command.ts'
import { gc } from './gc.ts'
import { showAudit } from './service/audit.ts'
import { stripePrices } from './stripe-prices.ts'
import { callCommand, commandActs, poolOf } from './test-store.ts'

let server: TestServer
const base = mkdtempSync(join(tmpdir(), 'sampan-log-'))
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

const call = (command: Command, operands: string[] = [], values: Record<string, boolean> = {}, config = server.services.config) =>
  callCommand(command, config, poolOf(server).options, { values, operands })
/** What it leaves that was not there before, the latest first. */
async function leftBy(run: () => Promise<unknown>) {
  const before = (await commandActs(server)).length
  await run()
  const after = await commandActs(server)
  return after.slice(0, after.length - before)
}

test('O11 R56 a repair and a collection are written down; a look that changes nothing is not', async () => {
  expect(await leftBy(() => call(fsck))).toEqual([])
  expect(await leftBy(() => call(fsck, [], { repair: true }))).toEqual(['repaired'])
  expect(await leftBy(() => call(gc))).toEqual(['collected'])
})

test('O11 P3 making prices in Stripe is written down', async () => {
  const mock = await StripeMock.start()
  const config = { ...server.services.config, stripeSecretKey: 'sk_test_0123456789abcdef', stripeApiBase: mock.url }
  expect(await leftBy(() => call(stripePrices, [], {}, config))).toEqual(['pricesMade'])
  await mock.close()
})

test('O11 R54 a backup tells of itself and of the keys in it, one that is refused tells nothing, and a restore is the last line', async () => {
  const [plain, withKeys] = [join(base, 'plain'), join(base, 'keys')]
  expect(await leftBy(() => call(backup, [withKeys], { 'with-keys': true }))).toEqual([`keysBackupBegun ${withKeys}`])
  expect(await leftBy(() => call(backup, [plain]))).toEqual([`backupBegun ${plain}`])
  expect(await leftBy(() => expect(call(backup, [plain])).rejects.toThrow('is not empty'))).toEqual([])

  const { options } = poolOf(server)
  const database = `${options.database}_log`
  await poolOf(server).query(`create database ${database}`)
  const to = { ...options, password: options.password, database }
  const config = readConfig({ DATA_DIR: join(base, 'restored'), KEYS_DIR: server.services.config.keysDir })
  expect(await callCommand(restore, config, to, { values: { check: true }, operands: [plain] })).toBe(0)
  expect(await callCommand(restore, config, to, { values: {}, operands: [plain] })).toBe(0)
  const out: string[] = []
  await callCommand(
    showAudit,
    { ...config, keysDir: server.services.config.keysDir },
    to,
    { values: { json: true }, operands: [] },
    out,
  )
  const acts = JSON.parse(out.join('\n')) as { act: string; about: string; detail: string }[]
  expect(acts[0]).toMatchObject({ act: 'backupRestored', about: plain, detail: expect.stringMatching(/^\d{4}-/) })
  expect(acts[1]).toMatchObject({ act: 'backupBegun', about: plain })
  // Nobody takes it out again.
  await expect(server.services.db.execute(sql`delete from operator_log`)).rejects.toThrow()
})
