/** Licence codes from the operator's side, as far as an account that gets one. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import type { Command } from '../command.ts'
import { callCommand, commandActs, poolOf } from '../test-store.ts'
import { listCodes } from './list.ts'
import { makeCodes } from './make.ts'
import { revokeCodes } from './revoke.ts'

const folder = mkdtempSync(join(tmpdir(), 'sampan-codes-'))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server?.close()
})

async function call(command: Command, operands: string[], values: Record<string, string | boolean> = {}) {
  const out: string[] = []
  const code = await callCommand(command, server.services.config, poolOf(server).options, { values, operands }, out)
  return { code, out, json: values.json ? JSON.parse(out.join('\n')) : undefined }
}
const activate = (account: Account, codes: string[]) => account.call('POST', '/api/appSumo/upgradeAppSumo', { codes })
const batches = async () => (await call(listCodes, [], { json: true })).json
const printed = /^(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/

test('O5 O11 P6 a batch is made, handed out as CSV, activated, listed and revoked', async () => {
  const file = join(folder, 'spring.csv')
  expect(await call(makeCodes, ['3'], { batch: 'spring', csv: file })).toMatchObject({ code: 0, out: [] })
  const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
  expect(head).toBe('code,batch')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const codes = lines.map((line) => line.split(',')[0]!)
  expect(lines.every((line) => line.endsWith(',spring'))).toBe(true)
  expect(codes.every((code) => printed.test(code))).toBe(true)
  const [account, other] = [await Account.create(server), await Account.create(server)]
  await activate(account, codes.slice(0, 2))
  await activate(other, codes.slice(2))
  expect(await batches()).toMatchObject([{ batch: 'spring', codes: 3, activated: 3, revoked: 0 }])
  const listed = (await call(listCodes, ['spring'], { json: true })).json
  expect(listed.map(({ hint }: { hint: string }) => hint).sort()).toEqual(codes.map((code) => code.slice(-4)).sort())
  expect(listed.filter(({ email }: Account) => email === account.email)).toHaveLength(2)
  expect(JSON.stringify(listed)).not.toContain(codes[0]!.slice(0, 11))
  // One, as it was typed into a mail to support.
  expect((await call(revokeCodes, [codes[0]!.toLowerCase()])).out).toEqual([
    'Codes revoked: 1, before: 0. Accounts that had them: 1.',
  ])
  expect(await account.owner()).toMatchObject({ role: 'personal' })
  expect((await call(revokeCodes, ['spring'])).out).toEqual(['Codes revoked: 2, before: 1. Accounts that had them: 2.'])
  for (const each of [account, other]) expect(await each.owner()).toMatchObject({ role: 'free' })
  expect((await call(revokeCodes, ['spring'])).code).toBe(0)
  expect(await batches()).toMatchObject([{ batch: 'spring', codes: 3, activated: 0, revoked: 3 }])
  expect((await call(listCodes, ['spring'])).out.join('\n')).toContain(`by ${account.email}, revoked `)
  // Nothing is written down of the call that revoked nothing.
  expect(await commandActs(server)).toEqual([
    'codesRevoked spring 2',
    `codesRevoked …${codes[0]!.slice(-4)} 1`,
    'codesMade spring 3',
  ])
})

test('O5 P6 without a file they are printed, one a line; 10,000 at once too', async () => {
  const { out } = await call(makeCodes, ['10000'], { batch: 'printed' })
  expect(new Set(out).size).toBe(10_000)
  expect(out.every((line) => printed.test(line))).toBe(true)
  const account = await Account.create(server)
  expect((await activate(account, [out[0]!, out[9999]!])).status).toBe(200)
})

test('O5 P6 what cannot be done is said, and no code is made, and none handed out', async () => {
  const before = await batches()
  for (const count of ['0', '10001', '-1', '1.5', 'ten'])
    await expect(call(makeCodes, [count], { batch: 'new' })).rejects.toThrow('whole number from 1 to 10000')
  for (const batch of ['', 'with blank', '-x', '=cmd', 'x'.repeat(61)])
    await expect(call(makeCodes, ['1'], { batch })).rejects.toThrow('Name the batch')
  await expect(call(makeCodes, ['1'], { batch: 'ABCDE-12345-ABCDE-12345' })).rejects.toThrow('looks like a code')
  await expect(call(makeCodes, ['1'], { batch: 'spring' })).rejects.toThrow('There is a batch "spring" already')
  const there = join(folder, 'there.csv')
  writeFileSync(there, 'precious')
  await expect(call(makeCodes, ['1'], { batch: 'new', csv: there })).rejects.toThrow('it is there already')
  expect(readFileSync(there, 'utf8')).toBe('precious')
  await expect(call(makeCodes, ['1'], { batch: 'new', csv: join(folder, 'none/new.csv') })).rejects.toThrow('no code was made')
  await expect(call(listCodes, ['nothing'])).rejects.toThrow('no batch "nothing"')
  await expect(call(revokeCodes, ['nothing'])).rejects.toThrow('no batch "nothing"')
  await expect(call(revokeCodes, ['00000-00000-00000-00000'])).rejects.toThrow('no such code')
  expect(await batches()).toEqual(before)
  expect((await commandActs(server)).some((act) => act.startsWith('codesMade new'))).toBe(false)
})

test('P6 O5 codes that were not committed are not left in a file', async () => {
  const file = join(folder, 'lost.csv')
  await poolOf(server).query(`
    create function lose() returns trigger language plpgsql as $$ begin raise exception 'the database went away'; end $$;
    create constraint trigger lose after insert on licence_codes deferrable initially deferred for each row execute function lose()`)
  await expect(call(makeCodes, ['2'], { batch: 'lost', csv: file })).rejects.toMatchObject({
    cause: { message: 'the database went away' },
  })
  expect(existsSync(file)).toBe(false)
  expect((await batches()).map(({ batch }: { batch: string }) => batch)).not.toContain('lost')
})
