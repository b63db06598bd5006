/** Files move from one store to the other beside the service, and nothing of them is lost on the way. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { mib, openUpload, small } from '../../../test/support/open-upload.ts'
import { get, type Sent, sendTo } from '../../../test/support/reader.ts'
import { type S3Double, startS3Double } from '../../../test/support/s3/s3-double.ts'
import { bucketSettings } from '../../../test/support/s3/settings.ts'
import { linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { readConfig } from '../../config/config.ts'
import { holdDeletions } from '../../db/deletion-lock.ts'
import { bindStore, requireSameSettings } from '../../features/operation/index.ts'
import { openStorage } from '../../services.ts'
import { runFsck } from '../fsck/fsck.ts'
import { callCommand, poolOf, storeOf } from '../test-store.ts'
import { moveStoreCommand } from './command.ts'
import { moveStore } from './move.ts'

let double: S3Double
let server: TestServer
/** Whichever process serves by now. */
const door = new Proxy({} as TestServer, { get: (_, name) => Reflect.get(server, name) })
let settings: { disk: Record<string, string>; s3: Record<string, string> }

beforeEach(async () => {
  double = await startS3Double()
  const bucketOf = bucketSettings(double.settings)
  settings = { disk: { ...bucketOf, STORE: 'disk' }, s3: { ...bucketOf, STORE: 's3' } }
  server = await startTestServer()
  await startAgain(settings.disk)
})
afterEach(async () => {
  await server?.close()
  await double.stop()
})

/** As a start of the service does. */
async function startAgain(env: Record<string, string>) {
  server = await server.restart(env, async (services) => {
    await requireSameSettings(services, 'key')
    await bindStore(services)
  })
}

const configOf = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: server.services.config.dataDir, LOW_WATER_BYTES: '0', ...env })

/** One more process that would serve. */
async function bindAs(env: Record<string, string>) {
  const { db, log } = server.services
  const config = configOf(env)
  const storage = await openStorage(config)
  return bindStore({ config, db, log, storage }).finally(() => storage.close())
}

async function command({ config = server.services.config, out = [] as string[] } = {}): Promise<number> {
  const { database } = (await poolOf(server).query('select current_database() as database')).rows[0]
  return callCommand(moveStoreCommand, config, { ...inject('postgres'), database }, { values: {}, operands: [] }, out)
}

/** O11: from where to where, the first one first. */
const actsOf = async (act: string): Promise<string[]> =>
  (
    await poolOf(server).query("select about || ' to ' || detail as line from operator_log where act = $1 order by at", [act])
  ).rows.map(({ line }) => line)
const inBucket = () => [...double.objects.keys()].filter((key) => key.startsWith('blobs/'))
const onDisk = () => [...storeOf(server).keys()].filter((path) => /\.[0-9a-f]{16}$/.test(path))
const isWhole = async ({ slug, user }: Pick<Sent, 'slug' | 'user'>, bytes: Buffer) => {
  const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()
  const query = new URLSearchParams({ user, dl: view.dl })
  return (await get(`${server.url}/api/transfers/${slug}/files/${view.files[0].fileId}?${query}`)).bytes.equals(bytes)
}
const isClean = async () => (await runFsck(server.services, { isDeep: true })).isClean

test.each(['yes', 'no'])(
  'O3 O11 INV1 INV2 from disk to S3 and back with uploads under way (sealed: %s), every file is as it was',
  async (sealed) => {
    const bytes = [2 * mib + 1, 2 * mib + 1, 100_000].map((length) => randomBytes(length))
    const first = await sendTo(door, [{ path: 'first.bin', bytes: bytes[0]! }])
    const film = small('film.bin', 3 * mib)
    const { browser, plan, put } = await openUpload(door, [film])
    await browser.verify('sender@example.com')
    expect((await put(0, mib)).status).toBe(204)

    await startAgain({ ...settings.s3, STORE_FROM: 'disk', STORE_SEALED: sealed })
    expect((await put(mib, 2 * mib)).status).toBe(204)
    expect(await isWhole(first, bytes[0]!)).toBe(true)
    const [moving, second] = await Promise.all([command(), sendTo(door, [{ path: 'second.bin', bytes: bytes[1]! }])])
    expect(moving).toBe(0)
    expect(await actsOf('storeMoved')).toEqual(['disk to s3'])
    expect(onDisk()).toEqual([])
    expect((await put(2 * mib, 3 * mib)).status).toBe(204)
    await browser.publish(plan.slug, { senderEmail: 'sender@example.com', emailTo: [{ email: 'film@example.com' }] })
    const [, , slug = '', user = ''] = linkIn(await server.mailTo('film@example.com')).split('/')
    const all = [
      [first, bytes[0]!],
      [second, bytes[1]!],
      [{ slug, user }, film.bytes],
    ] as const
    for (const [sent, whole] of all) expect(await isWhole(sent, whole)).toBe(true)
    expect(await isClean()).toBe(true)

    await startAgain({ ...settings.s3, STORE_SEALED: sealed })
    for (const [sent, whole] of all) expect(await isWhole(sent, whole)).toBe(true)
    await startAgain({ ...settings.disk, STORE_FROM: 's3' })
    const third = await sendTo(door, [{ path: 'third.bin', bytes: bytes[2]! }])
    expect(await command()).toBe(0)
    expect(await actsOf('storeMoved')).toEqual(['disk to s3', 's3 to disk'])
    expect(inBucket()).toEqual([])
    await startAgain({ STORE: 'disk' })
    for (const [sent, whole] of [...all, [third, bytes[2]!] as const]) expect(await isWhole(sent, whole)).toBe(true)
    expect(await isClean()).toBe(true)
  },
)

test('O3 a start that would not find all files is refused, and so is a move that the service does not know of', async () => {
  const bytes = randomBytes(1000)
  const sent = await sendTo(door, [{ path: 'a.bin', bytes }])
  await startAgain({ ...settings.s3, STORE_FROM: 'disk' })
  await expect(bindAs(settings.s3)).rejects.toThrow('set STORE_FROM=disk too')
  await expect(bindAs(settings.disk)).rejects.toThrow('set STORE_FROM=s3 too')
  const back = { ...settings.disk, STORE_FROM: 's3' }
  await expect(command({ config: configOf(back) })).rejects.toThrow('Start Sampan with STORE=disk and STORE_FROM=s3 first')
  const out: string[] = []
  expect(await command({ out })).toBe(0)
  expect(out).toEqual([expect.stringContaining('set STORE=s3 alone')])
  await expect(bindAs(settings.disk)).rejects.toThrow('The files have moved to the store s3: set STORE=s3')
  await bindAs(settings.s3)
  expect(await isWhole(sent, bytes)).toBe(true)
})

test('INV8 what is deleted while it is copied is in neither store afterwards, and what a backup copies stays until it has ended', async () => {
  const [doomed, kept] = [randomBytes(300_000), randomBytes(300_000)]
  await sendTo(door, [{ path: 'doomed.bin', bytes: doomed }])
  await sendTo(door, [{ path: 'kept.bin', bytes: kept }])
  await startAgain({ ...settings.s3, STORE_FROM: 'disk' })
  const { services } = server
  const { storage } = services
  const [name] = (await poolOf(server).query('select container from attempts order by seq limit 1')).rows.map(
    (row) => row.container,
  )
  const { from, to } = storage.move!
  const put: typeof to.inventory.put = async (container, source) => {
    const pieces: Uint8Array[] = []
    for await (const piece of source) pieces.push(Buffer.from(piece))
    if (container === name) await storage.deleteBlob(name.split('.')[0])
    await to.inventory.put(container, Readable.from(pieces))
  }
  const copying = await poolOf(server).connect()
  await holdDeletions(copying)
  let waits = 0
  const wait = async () => {
    expect(onDisk().length).toBeGreaterThan(0)
    if (++waits === 3) await copying.query('select pg_advisory_unlock_all()')
  }
  const options = { tell: () => {}, waits: () => {}, stop: new AbortController().signal }
  const { unmoved } = await moveStore(
    { db: services.db, wait },
    { from, to: { ...to, inventory: { ...to.inventory, put } } },
    options,
  )
  copying.release(true)
  expect([unmoved, onDisk(), waits > 2]).toEqual([[], [], true])
  expect(inBucket().map((key) => key.split('/')[1])).toEqual([expect.not.stringMatching(name)])
})

describe.each(['s3', 'disk'] as const)('killed while all moves to %s', (store) => {
  test('O3 INV1 INV2 wherever it ends and however often, every file is whole, and the next run goes on', async () => {
    // Two are copied at once, so that one end may meet both. To a bucket an act is one request for most: it takes more of them for as many ends.
    const lengths = [mib / 2, 70_000, 5, ...(store === 's3' ? [300_000, 1, 2] : [])]
    const contents = lengths.map((length) => randomBytes(length))
    const names = { s3: 'disk', disk: 's3' } as const
    if (store === 'disk') await startAgain({ ...settings.s3, STORE_FROM: 'disk' })
    const sent: Sent[] = []
    for (const [i, bytes] of contents.entries()) sent.push(await sendTo(door, [{ path: `${i}.bin`, bytes }]))
    // What nobody has copied together yet.
    const { put } = await openUpload(door, [small('open.bin', mib)])
    for (const at of [0, 300_000, 600_000]) expect((await put(at, at + 300_000)).status).toBe(204)
    if (store === 'disk') expect(await command()).toBe(0)
    await startAgain({ ...settings[store], STORE_FROM: names[store] })
    const { services } = server
    const move = services.storage.move!
    let ends = 0
    // Every third, with either in turn; where the processes themselves are killed: faults/move-store.
    for (let deadline = 1; ; deadline += 3) {
      let left = deadline
      const step = () => {
        if (left-- <= 0) throw new Error('killed')
      }
      // The store may have done what nobody lives to hear of.
      double.meddle = ({ method }) => (method !== 'GET' && left-- <= 0 ? (deadline % 2 ? 'cut' : 'unheard') : undefined)
      const dying = (side: typeof move.from) => ({ ...side, inventory: dyingInventory(side.inventory, step) })
      const options = { tell: () => {}, waits: () => {}, stop: new AbortController().signal }
      const run = await moveStore(
        { db: services.db, wait: async () => {} },
        { from: dying(move.from), to: dying(move.to) },
        options,
      ).catch(() => null)
      double.meddle = () => undefined
      // All of them are read below; this one by a reader as well.
      const reader = deadline % contents.length
      expect(await isWhole(sent[reader]!, contents[reader]!), `${deadline}`).toBe(true)
      expect(await runFsck(services, { isDeep: true }), `${deadline}`).toMatchObject({ findings: [] })
      if (run) break
      ends++
    }
    for (const [i, bytes] of contents.entries()) expect(await isWhole(sent[i]!, bytes)).toBe(true)
    expect(ends).toBeGreaterThanOrEqual(5)
    expect(store === 's3' ? onDisk() : inBucket()).toEqual([])
    expect(await command()).toBe(0)
    expect(await isClean()).toBe(true)
  })
})

test('O3 INV1 a container of many objects that was only begun to be taken away is not copied again in place of its copy', async () => {
  await startAgain({ ...settings.s3, STORE_FROM: 'disk' })
  const { put } = await openUpload(door, [small('open.bin', mib)])
  for (const at of [0, 300_000, 600_000]) expect((await put(at, at + 300_000)).status).toBe(204)
  expect(inBucket().length).toBe(3)
  await startAgain({ ...settings.disk, STORE_FROM: 's3' })
  let removals = 0
  double.meddle = ({ method, query }) => (method === 'POST' && query.has('delete') && ++removals > 1 ? 'cut' : undefined)
  await expect(command()).rejects.toThrow()
  double.meddle = () => undefined
  expect(inBucket().length).toBe(2)
  expect(await isClean()).toBe(true)
  expect(await command()).toBe(0)
  expect(inBucket()).toEqual([])
  expect(await isClean()).toBe(true)
})

/** Ends before every act, and between any two pieces. */
function dyingInventory(inventory: TestServer['services']['storage']['inventory'], step: () => void) {
  async function* steps<T>(pieces: AsyncIterable<T>) {
    for await (const piece of pieces) {
      step()
      yield piece
    }
  }
  return {
    list: inventory.list,
    find: async (name: string) => {
      step()
      return inventory.find(name)
    },
    read: (name: string, bytes: number) => steps(inventory.read(name, bytes)),
    put: async (name: string, source: AsyncIterable<Uint8Array>) => {
      await inventory.put(name, steps(source))
      step()
    },
    remove: async (name: string) => {
      step()
      await inventory.remove(name)
      step()
    },
  }
}
