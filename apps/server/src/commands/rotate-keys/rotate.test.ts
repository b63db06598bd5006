import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUpload } from '../../../test/support/open-upload.ts'
import { get, type Sent, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { loadMasterKeys, wrapDek, wrappingKeyOf } from '../../adapters/keys/keys.ts'
import type { Database } from '../../db/connect.ts'
import { blobs, uploads } from '../../db/tables.ts'
import { commandActs, storeOf } from '../test-store.ts'
import { keyStatus, rotateKeys } from './rotate.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const bytes = randomBytes(20_000)
const send = () => sendTo(server, [{ path: 'a.bin', bytes }])
const isWhole = async (sent: Sent) => (await get(sent.url(`files/${sent.view.files[0].fileId}`))).bytes.equals(bytes)
/** As the command is, a process of its own beside the server. */
const command = async () => ({ ...server.services, masterKeys: await loadMasterKeys(server.services.config.keysDir) })
const noWait = async () => {}
const keyOfLatest = async () => {
  const rows = await server.services.db.select().from(blobs)
  return rows.map(({ wrappedKey }) => wrappingKeyOf(wrappedKey))
}

test('O6 O11 beside the running server old and new transfers stay readable, and no stored byte changes', async () => {
  const before = await send()
  const store = storeOf(server)
  const rotation = await rotateKeys(await command(), noWait)
  expect(rotation).toMatchObject({ newest: 2, isNew: true, rewrapped: 1, unopened: [] })
  expect(await keyStatus(await command())).toEqual([
    { key: 1, rows: 0, isHere: true, isNewest: false },
    { key: 2, rows: 2, isHere: true, isNewest: true },
  ])
  expect(storeOf(server)).toEqual(store)
  expect(await commandActs(server)).toEqual(['keysRotated master-2.key'])
  expect(await isWhole(before)).toBe(true)
  const after = await send()
  expect(await isWhole(after)).toBe(true)
  expect(await keyOfLatest()).toEqual([2, 2])
})

test('O6 a part for an upload whose key was wrapped anew is taken, and the old key is needed no more', async () => {
  const { put } = await openUpload(server)
  const { newest } = await rotateKeys(await command(), noWait)
  expect((await put(0, 1000)).status).toBe(204)
  const folder = server.services.config.keysDir
  rmSync(join(folder, `master-${newest - 1}.key`))
  expect((await command()).masterKeys.keys.has(newest - 1)).toBe(false)
  expect((await put(1000, 2000)).status).toBe(204)
})

test('O6 killed in the middle and called again it goes on with the same key', async () => {
  const { plan } = await openUpload(server)
  const [upload] = await server.services.db.select().from(uploads).where(eq(uploads.slug, plan.slug))
  const first = await command()
  const rows = Array.from({ length: 1200 }, (_, position) => {
    const id = crypto.randomUUID()
    return {
      id,
      uploadId: upload!.id,
      position: position + 1,
      size: 1,
      wrappedKey: wrapDek(first.masterKeys, id, randomBytes(32)),
    }
  })
  await server.services.db.insert(blobs).values(rows)
  const killed = { ...first, db: dyingAfter(first.db, 6) }
  await expect(rotateKeys(killed, noWait)).rejects.toThrow('killed')
  const half = await keyStatus(await command())
  const newest = half.find(({ isNewest }) => isNewest)!
  expect(newest.rows).toBeGreaterThan(0)
  expect(half.filter(({ isNewest }) => !isNewest).reduce((sum, each) => sum + each.rows, 0)).toBeGreaterThan(0)
  const again = await rotateKeys(await command(), noWait)
  expect(again).toMatchObject({ newest: newest.key, isNew: false, unopened: [] })
  expect((await keyStatus(await command())).filter(({ rows: count }) => count > 0).map(({ key }) => key)).toEqual([newest.key])
  expect(existsSync(join(server.services.config.keysDir, `master-${newest.key + 1}.key`))).toBe(false)
  await server.services.db.delete(blobs).where(
    inArray(
      blobs.id,
      rows.map(({ id }) => id),
    ),
  )
})

/** A database that is gone after so many questions, as for a process that was killed there. */
function dyingAfter(db: Database, questions: number): Database {
  let left = questions
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'execute') return typeof value === 'function' ? value.bind(target) : value
      return (...args: Parameters<Database['execute']>) => {
        if (left-- === 0) throw new Error('killed')
        return target.execute(...args)
      }
    },
  })
}

test('O6 what no key here opens is told and left as it is', async () => {
  const sent = await send()
  const [upload] = await server.services.db.select().from(uploads).where(eq(uploads.slug, sent.slug))
  const [blob] = await server.services.db.select().from(blobs).where(eq(blobs.uploadId, upload!.id))
  const foreign = Buffer.from(blob!.wrappedKey)
  foreign[4] = 99
  await server.services.db.update(blobs).set({ wrappedKey: foreign }).where(eq(blobs.id, blob!.id))
  expect((await rotateKeys(await command(), noWait)).unopened).toEqual([blob!.id])
  expect(await keyStatus(await command())).toContainEqual({ key: 99, rows: 1, isHere: false, isNewest: false })
  const [after] = await server.services.db.select().from(blobs).where(eq(blobs.id, blob!.id))
  expect(after!.wrappedKey.equals(foreign)).toBe(true)
})
