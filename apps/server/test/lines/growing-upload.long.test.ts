/** Uploads that grow and shrink while their parts are under way, as the send card makes them (Q21). */
import { createApi } from '@sampan/client/api'
import { memoryCheckpoints } from '@sampan/client/upload/checkpoint'
import { nodeTools } from '@sampan/client/upload/node'
import type { PartSender } from '@sampan/client/upload/send-part'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { owners, uploads } from '../../src/db/tables.ts'
import { contentOf } from '../faults/seeded.ts'
import { type TestServer, waitFor } from '../support/test-server.ts'
import { expectSame, fastClock, fileOf, lineTo, MiB, type Sender, startServerWithSender, until } from './test-line.ts'

let server: TestServer
let sender: Sender
beforeAll(async () => {
  ;({ server, sender } = await startServerWithSender())
}, 120_000)
afterAll(() => server?.close())

/** Lets so many parts through and holds the others until it is opened. */
function gate(free: number) {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const sent: { url: string; bytes: number }[] = []
  const sendPart: PartSender = async (request) => {
    if (free-- <= 0) {
      const given = new Promise<never>((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      )
      await Promise.race([opened, given])
    }
    const reply = await nodeTools().sendPart(request)
    const { bytes } = request
    sent.push({ url: request.url, bytes: bytes instanceof ArrayBuffer ? bytes.byteLength : bytes.size })
    return reply
  }
  return { sendPart, sent, open: () => open() }
}
const rowOf = async (uploadId: string) => (await server.services.db.select().from(uploads).where(eq(uploads.id, uploadId)))[0]!
const folder = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => fileOf(`${name}/${index}.txt`, 100 + index))

async function isStored(blobId: string): Promise<boolean> {
  for await (const each of server.services.storage.inventory.list()) if (each.blobId === blobId) return true
  return false
}

test('Q21 files come and go while parts are under way: few calls, what is left arrives byte for byte, what is gone is erased', async () => {
  const { start } = await lineTo(server.url, sender)
  const held = gate(3)
  const [gone, kept] = [fileOf('gone.bin', 9 * MiB), fileOf('kept.bin', 9 * MiB)]
  const first = [gone, ...folder('first', 20), kept]
  const upload = start(first, { isOpen: true, sendPart: held.sendPart })
  await until(upload, ({ phase }) => phase === 'sending')
  const goneBlob = upload.plan()!.files.find(({ path }) => path === 'gone.bin')!.blobId!
  await waitFor(() => isStored(goneBlob))
  // A folder of 2,000 that arrives in lots of 100, while a file is taken out and another comes under its name.
  const many = folder('many', 2000)
  const again = { ...fileOf('gone.bin', 9 * MiB), blob: new Blob([contentOf('another', 0, 9 * MiB) as Buffer<ArrayBuffer>]) }
  let files = first.filter((file) => file !== gone && file.path !== 'first/3.txt')
  upload.setFiles(files)
  for (let at = 0; at < many.length; at += 100) {
    files = [...files, ...many.slice(at, at + 100)]
    upload.setFiles(files)
    await Promise.resolve()
  }
  files = [...files, again]
  upload.setFiles(files)
  await upload.planned()
  expect((await rowOf(upload.plan()!.uploadId)).addedKeys.length).toBeLessThanOrEqual(2)
  held.open()
  await until(upload, ({ phase }) => phase === 'ready')
  expect(upload.snapshot()).toMatchObject({ sentBytes: files.reduce((sum, { size }) => sum + size, 0), held: null })
  await waitFor(async () => !(await isStored(goneBlob)))
  upload.seal()
  const plan = await upload.done
  expect(plan.files.map(({ path }) => path).sort()).toEqual(files.map(({ path }) => path).sort())
  // Among them the one that took another's name.
  const some = files.filter(({ path }, index) => !path.startsWith('many/') || index % 100 === 0)
  await expectSame(server.url, sender, plan, some)
}, 60_000)

test('U5 Q21 after a reload a grown upload goes on where it was: the rest is sent, and little else', async () => {
  const { start } = await lineTo(server.url, sender)
  const checkpoints = memoryCheckpoints()
  const before = gate(4)
  const first = fileOf('grown 1.bin', 9 * MiB)
  const upload = start([first], { isOpen: true, checkpoints, sendPart: before.sendPart })
  await until(upload, ({ phase }) => phase === 'sending')
  const files = [first, fileOf('grown 2.bin', 9 * MiB), ...folder('grown', 30)]
  upload.setFiles(files)
  const { uploadId } = await upload.planned()
  await waitFor(async () => before.sent.length === 4)
  await waitFor(async () => checkpoints.all.size === 1)
  upload.cancel()
  const stored = before.sent.reduce((sum, { bytes }) => sum + bytes, 0)
  const after = gate(1000)
  const next = start(files, { isOpen: true, checkpoints, sendPart: after.sendPart })
  next.seal()
  const plan = await next.done
  expect(plan.uploadId).toBe(uploadId)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  expect(after.sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(total - stored)
  await expectSame(server.url, sender, plan, files)
  await next.forget()
  expect(checkpoints.all.size).toBe(0)
}, 60_000)

test('Q21 what an interrupted upload has too much or too little of is set right; another file of the same name and size is sent anew', async () => {
  const { start } = await lineTo(server.url, sender)
  const [a, b, c] = [fileOf('set/a.bin', 9 * MiB), fileOf('set/b.bin', 9 * MiB), fileOf('set/c.bin', 9 * MiB)]
  const first = start([a, b, c], { isOpen: true })
  const { uploadId } = await first.planned()
  await until(first, ({ phase }) => phase === 'ready')
  first.cancel()
  const files = [a, { ...b }, fileOf('set/d.bin', 500)]
  const free = gate(1000)
  const next = start(files, { isOpen: true, uploadId, without: ['set/b.bin'], sendPart: free.sendPart })
  next.seal()
  const plan = await next.done
  expect(plan.uploadId).toBe(uploadId)
  expect(plan.files.map(({ path }) => path).sort()).toEqual(['set/a.bin', 'set/b.bin', 'set/d.bin'])
  expect(free.sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(9 * MiB + 500)
  await expectSame(server.url, sender, plan, files)
}, 60_000)

test('Q21 U8 what the server refuses is held and loses nothing; once there is room it goes on', async () => {
  const { start } = await lineTo(server.url, sender)
  const setUsed = (usedBytes: number) => server.services.db.update(owners).set({ usedBytes }).where(sql`key = ${sender.userId}`)
  const used = (await server.services.db.select().from(owners).where(sql`key = ${sender.userId}`))[0]!.usedBytes
  const small = fileOf('held/small.bin', 1000)
  const files = [small, fileOf('held/more.bin', 2000)]
  const upload = start([small], { isOpen: true })
  await until(upload, ({ phase }) => phase === 'ready')
  await setUsed(10_000_000_000 - 2000)
  upload.setFiles(files)
  await until(upload, ({ held }) => held?.code === 'storageFull')
  await expect(upload.planned()).rejects.toMatchObject({ code: 'storageFull' })
  expect(upload.snapshot()).toMatchObject({ sentBytes: 1000, totalBytes: 3000, error: null })
  await setUsed(used)
  upload.seal()
  await expectSame(server.url, sender, await upload.done, files)
})

test('Q21 H3 an answer that is lost adds nothing twice, however long the line is gone', async () => {
  let lost = 0
  const losing: typeof fetch = async (url, init) => {
    const reply = await fetch(url, init)
    if (init?.method === 'POST' && /\/(files|removals)$/.test(String(url)) && lost++ < 9)
      throw new TypeError('The answer is lost')
    return reply
  }
  const session = { token: sender.access, renew: async () => null }
  const clock = fastClock(50)
  const api = createApi({ baseUrl: server.url, clock, session, fetch: losing })
  const { start } = await lineTo(server.url, sender)
  const [a, b] = [fileOf('lost/a.bin', 1000), fileOf('lost/b.bin', 2000)]
  const upload = start([a], { isOpen: true, api, clock })
  upload.setFiles([a, b])
  await upload.planned()
  upload.setFiles([b])
  await upload.planned()
  expect(lost).toBeGreaterThanOrEqual(9)
  upload.seal()
  const plan = await upload.done
  expect(plan.files.map(({ path }) => path)).toEqual(['lost/b.bin'])
  await expectSame(server.url, sender, plan, [b])
})

test('Q21 discarded: its bytes and its room are gone, and nothing is found again', async () => {
  const { start } = await lineTo(server.url, sender)
  const checkpoints = memoryCheckpoints()
  const upload = start([fileOf('discarded.bin', 9 * MiB)], { isOpen: true, checkpoints })
  await until(upload, ({ phase }) => phase === 'ready')
  const { blobId } = upload.plan()!.blobs[0]!
  const { uploadId } = upload.plan()!
  await upload.discard()
  expect((await rowOf(uploadId)).state).toBe('discarded')
  await waitFor(async () => !(await isStored(blobId)))
  expect(checkpoints.all.size).toBe(0)
  expect(upload.snapshot().phase).toBe('cancelled')
})
