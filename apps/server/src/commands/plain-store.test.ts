/** A store that is not encrypted, because its disk is: what is promised of stored bytes holds there too. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, type Sent, sendTo } from '../../test/support/reader.ts'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'
import { loadMasterKeys } from '../adapters/keys/keys.ts'
import { containerFile } from './backup/layout.ts'
import { writeBackup } from './backup/write-backup.ts'
import { runFsck } from './fsck/fsck.ts'
import { runGc } from './gc.ts'
import { rotateKeys } from './rotate-keys/rotate.ts'
import { containersOfSlug, poolOf } from './test-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ STORE_SEALED: 'no' })
})
afterAll(() => server?.close())

const bytes = randomBytes(700_000)
const door = new Proxy({} as TestServer, { get: (_, name) => Reflect.get(server, name) })
const send = () => sendTo(door, [{ path: 'a.bin', bytes }])
const fileOf = async ({ slug }: Sent) => (await containersOfSlug(server, slug))[0]!
async function isWhole({ slug, user }: Sent): Promise<boolean> {
  const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()
  const query = new URLSearchParams({ user, dl: view.dl })
  return (await get(`${server.url}/api/transfers/${slug}/files/${view.files[0].fileId}?${query}`)).bytes.equals(bytes)
}

test('O3 O4 the bytes lie there as they came, and /readyz tells nobody', async () => {
  const sent = await send()
  expect(readFileSync(await fileOf(sent)).equals(bytes)).toBe(true)
  expect(await isWhole(sent)).toBe(true)
  expect(await (await fetch(`${server.url}/readyz`)).json()).not.toHaveProperty('sealed')
})

test('O3 INV2 the setting says how new files are kept, and those that are there stay readable either way', async () => {
  const plain = await send()
  server = await server.restart({}, async () => {})
  const sealed = await send()
  expect(readFileSync(await fileOf(sealed)).includes(bytes.subarray(0, 1000))).toBe(false)
  expect([await isWhole(plain), await isWhole(sealed)]).toEqual([true, true])
  server = await server.restart({ STORE_SEALED: 'no' }, async () => {})
  expect([await isWhole(plain), await isWhole(sealed)]).toEqual([true, true])
})

test('O6 R54 O5 rotate-keys, backup, check and collectors know it', async () => {
  const sent = await send()
  const { services } = server
  const masterKeys = await loadMasterKeys(services.config.keysDir)
  expect(await rotateKeys({ ...services, masterKeys }, async () => {})).toMatchObject({ unopened: [] })
  const folder = join(services.config.dataDir, 'copy')
  const { missing } = await writeBackup(services, poolOf(server), { folder, withKeys: false, version: '0' })
  expect(missing).toEqual([])
  const path = await fileOf(sent)
  expect(readFileSync(join(folder, containerFile(path.split('/').at(-1)!))).equals(bytes)).toBe(true)
  await runGc(services, poolOf(server), { graceSeconds: 0, force: false })
  expect(await runFsck(services, { isDeep: true })).toMatchObject({ isClean: true })
  expect(await isWhole(sent)).toBe(true)
})

test('R13 a byte that is not as it came breaks the download before it, and the check names the file', async () => {
  const sent = await send()
  const path = await fileOf(sent)
  const stored = readFileSync(path)
  stored[300_000]! ^= 1
  writeFileSync(path, stored)
  await expect(isWhole(sent)).rejects.toThrow()
  expect((await runFsck(server.services, { isDeep: true })).findings).toEqual([
    expect.objectContaining({ kind: 'damagedBytes', files: ['a.bin'] }),
  ])
})
