import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { answerOf, dial, headOf, tearOff } from '../../../test/support/raw-put.ts'
import { Browser, crcHex } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { seeded } from '../../adapters/storage/storage.samples.ts'
import { uploads } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const rowOf = async (uploadId: string) => (await server.services.db.select().from(uploads).where(eq(uploads.id, uploadId)))[0]!

async function opened(size = mib) {
  const upload = await openUpload(server, [small('torn.bin', size)])
  const { plan, blob } = upload
  const part = (offset: number, bytes = blob.bytes.subarray(offset)) => ({
    uploadId: plan.uploadId,
    blobId: blob.blobId,
    offset,
    bytes,
  })
  return { ...upload, part }
}

test('R02 a part that is cut at any byte is never listed and counts for nothing', async () => {
  const { browser, plan, put, part } = await opened()
  const random = seeded(2)
  const cuts = [1, mib / 2, mib - 1, ...Array.from({ length: Number(process.env.TORN_PARTS ?? 40) }, () => 1 + random(mib - 1))]
  for (const [index, cut] of cuts.entries()) {
    await tearOff(browser, part(0), cut)
    if (index % 10 === 0) expect(await received(browser, plan)).toEqual([])
  }
  expect(await received(browser, plan)).toEqual([])
  expect(await rowOf(plan.uploadId)).toMatchObject({ receivedBytes: 0, writtenBytes: 0, writtenParts: 0 })
  expect((await put(0, mib)).status).toBe(204)
  expect(await received(browser, plan)).toEqual([[0, mib]])
})

test('U6 R16 an answer that leaves before the body has come arrives, also where the client closes behind it', async () => {
  const { browser, part } = await opened(16 * mib)
  const stranger = Object.assign(new Browser(server), { ticket: 'nobody' })
  for (const connection of ['close', 'keep-alive'])
    for (let nth = 0; nth < 6; nth++) {
      const socket = await dial(browser)
      const answer = answerOf(socket)
      const isSent = new Promise((resolve) => socket.once('close', resolve))
      socket.write(headOf(stranger, part(0), { connection }))
      socket.write(part(0).bytes)
      expect((await answer).slice(9, 12), connection).toBe('401')
      if (connection === 'close') await isSent
      socket.destroy()
    }
})

test('R03 a ghost that ends after its successor changes nothing that counts, whether its bytes fit or not', async () => {
  const { browser, plan, put, part, blob } = await opened()
  const ghosts = await Promise.all(
    ['0badc0de', crcHex(blob.bytes)].map(async (crc) => {
      const socket = await dial(browser)
      const answer = answerOf(socket)
      socket.write(headOf(browser, part(0), { 'x-part-crc32': crc }))
      socket.write(blob.bytes.subarray(0, mib / 2))
      return { socket, answer }
    }),
  )
  expect((await put(0, mib)).status).toBe(204)
  for (const { socket } of ghosts) socket.write(blob.bytes.subarray(mib / 2))
  const answers = await Promise.all(ghosts.map(({ answer }) => answer))
  for (const { socket } of ghosts) socket.destroy()
  expect(answers.map((text) => text.slice(9, 12))).toEqual(['422', '204'])
  expect(await received(browser, plan)).toEqual([[0, mib]])
  expect((await rowOf(plan.uploadId)).receivedBytes).toBe(mib)
})

test('R03 one part at once with right and other bytes and a wrong checksum: one whole body is stored', async () => {
  const { browser, plan, put, blob } = await opened()
  const other = randomBytes(mib)
  const replies = await Promise.all([
    put(0, mib),
    put(0, mib, other),
    put(0, mib, blob.bytes, { 'x-part-crc32': crcHex(other) }),
    put(0, mib),
    put(0, mib, other),
  ])
  const statuses = replies.map(({ status }) => status)
  expect(statuses[2]).toBe(422)
  // 409 where one with other bytes, asked for later, was there already.
  for (const status of [0, 1, 3, 4].map((nth) => statuses[nth])) expect([204, 409]).toContain(status)
  expect(await received(browser, plan)).toEqual([[0, mib]])
  expect((await rowOf(plan.uploadId)).receivedBytes).toBe(mib)
})

test.each([
  ['without a length', { 'content-length': null, 'transfer-encoding': 'chunked' }, '411'],
  ['that is longer than its blob', { 'content-length': String(2 * mib) }, '416'],
  ['with a length that is no number', { 'content-length': 'many' }, '400'],
])('R16 a part %s is refused before its bytes are taken', async (_, headers, status) => {
  const { browser, plan, part } = await opened()
  const socket = await dial(browser)
  const answer = answerOf(socket)
  socket.write(headOf(browser, part(0), headers))
  expect((await answer).slice(9, 12)).toBe(status)
  socket.destroy()
  expect(await received(browser, plan)).toEqual([])
  expect((await rowOf(plan.uploadId)).writtenBytes).toBe(0)
})

test('R16 what a client sends beyond the length that it told belongs to no part', async () => {
  const { browser, plan, part, blob } = await opened(2000)
  const socket = await dial(browser)
  const answer = answerOf(socket)
  const declared = part(0, blob.bytes.subarray(0, 1000))
  socket.write(headOf(browser, declared))
  socket.write(Buffer.concat([declared.bytes, randomBytes(100_000)]))
  // What follows is no request: the line may be closed with 400 before the part is answered.
  expect(['204', '400']).toContain((await answer).slice(9, 12))
  socket.destroy()
  expect([[], [[0, 1000]]]).toContainEqual(await received(browser, plan))
})

test('R16 2 MB for a ticket of 1 MB: nothing is stored beyond what was declared', async () => {
  const { browser, plan, put } = await opened()
  expect((await put(0, mib)).status).toBe(204)
  for (const offset of [mib - 1, mib, mib + 5])
    expect((await put(offset, offset, randomBytes(mib))).json.error.code).toBe('partOutOfBounds')
  expect(await received(browser, plan)).toEqual([[0, mib]])
  expect((await rowOf(plan.uploadId)).writtenBytes).toBe(mib)
})
