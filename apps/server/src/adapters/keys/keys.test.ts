import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKey } from './key-files.ts'
import {
  addMasterKey,
  checkCanary,
  deriveSecret,
  keyNoticedMs,
  loadAppSecret,
  loadMasterKeys,
  makeCanary,
  unwrapDek,
  WrongMasterKey,
  wrapDek,
  wrappingKeyOf,
} from './keys.ts'

let base: string
let keysDir: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'sampan-keys-'))
  keysDir = join(base, 'keys')
})
afterEach(() => rm(base, { recursive: true }))

test('the first start makes one key for its owner alone, the next reads it, ten at once agree', async () => {
  const loaded = await Promise.all(Array.from({ length: 10 }, () => loadMasterKeys(keysDir)))
  const again = await loadMasterKeys(keysDir, { mayCreate: false })
  for (const keys of loaded) expect(keys).toEqual(again)
  expect((await stat(keysDir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(keysDir, 'master-1.key'))).mode & 0o777).toBe(0o600)
  expect(await readdir(keysDir)).toEqual(['master-1.key'])
})

test('a key that is there is never replaced', async () => {
  const key = await createKey(keysDir, 'some.key')
  expect((await createKey(keysDir, 'some.key')).equals(key)).toBe(true)
})

test('a data key opens for its blob and under its master key only', async () => {
  const keys = await loadMasterKeys(keysDir)
  const dek = randomBytes(32)
  const wrapped = wrapDek(keys, 'a', dek)
  expect(unwrapDek(keys, 'a', wrapped).equals(dek)).toBe(true)
  expect(wrapDek(keys, 'a', dek).equals(wrapped)).toBe(false)
  expect(() => unwrapDek(keys, 'b', wrapped)).toThrow(WrongMasterKey)
  for (let at = 0; at < wrapped.length; at++) {
    const damaged = Buffer.from(wrapped)
    damaged[at]! ^= 1
    expect(() => unwrapDek(keys, 'a', damaged), `byte ${at}`).toThrow(WrongMasterKey)
  }
})

test('the newest key encrypts, the older ones still open', async () => {
  const before = await loadMasterKeys(keysDir)
  const dek = randomBytes(32)
  const old = wrapDek(before, 'a', dek)
  await writeFile(join(keysDir, 'master-2.key'), randomBytes(32).toString('hex'))
  const after = await loadMasterKeys(keysDir)
  expect(unwrapDek(after, 'a', old).equals(dek)).toBe(true)
  expect(unwrapDek(after, 'a', wrapDek(after, 'a', dek)).equals(dek)).toBe(true)
  const wrapped = wrapDek(after, 'a', dek)
  await rm(join(keysDir, 'master-2.key'))
  expect(() => unwrapDek(before, 'a', wrapped)).toThrow('master-2.key')
})

test('O6 a key that is added while the server runs opens at once and wraps from then on', async () => {
  const server = await loadMasterKeys(keysDir)
  const command = await loadMasterKeys(keysDir)
  expect(await addMasterKey(command)).toBe(2)
  const dek = randomBytes(32)
  expect(unwrapDek(server, 'a', wrapDek(command, 'a', dek)).equals(dek)).toBe(true)
  expect(wrappingKeyOf(wrapDek(server, 'a', dek))).toBe(2)
})

test('O6 a server that only wraps takes up an added key, and none of which half is written', async () => {
  let now = 0
  const server = await loadMasterKeys(keysDir, { steadyMs: () => now })
  const dek = randomBytes(32)
  await writeFile(join(keysDir, 'master-2.key'), 'half')
  expect(wrappingKeyOf(wrapDek(server, 'a', dek))).toBe(1)
  await writeFile(join(keysDir, 'master-2.key'), randomBytes(32).toString('hex'))
  now += keyNoticedMs
  expect(wrappingKeyOf(wrapDek(server, 'a', dek))).toBe(2)
})

test('R54 a wrong, missing or damaged master key is told in plain words', async () => {
  const keys = await loadMasterKeys(keysDir)
  const canary = makeCanary(keys)
  checkCanary(keys, canary)
  const file = join(keysDir, 'master-1.key')
  await writeFile(file, randomBytes(32).toString('hex'))
  const other = await loadMasterKeys(keysDir)
  expect(() => checkCanary(other, canary)).toThrow(/master-1\.key.*does not fit.*backup/)
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, 10))
  await expect(loadMasterKeys(keysDir)).rejects.toThrow(/master-1\.key is damaged/)
  await rm(file)
  await expect(loadMasterKeys(keysDir, { mayCreate: false })).rejects.toThrow(/No master key/)
  expect(await readdir(keysDir)).toEqual([])
})

test('the app secret is made once and gives each purpose its own secret', async () => {
  const secret = await loadAppSecret(keysDir)
  expect((await loadAppSecret(keysDir)).equals(secret)).toBe(true)
  await chmod(join(keysDir, 'app.key'), 0o400)
  expect(deriveSecret(secret, 'ticket').equals(deriveSecret(secret, 'ticket'))).toBe(true)
  expect(deriveSecret(secret, 'ticket').equals(deriveSecret(secret, 'download'))).toBe(false)
  expect(deriveSecret(secret, 'ticket').length).toBe(32)
})
