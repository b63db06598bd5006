/** Parts that arrive late, torn, too long or mangled, written by hand to the socket: they never change what counts (R02, R03, R16). */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { small } from '../support/open-upload.ts'
import { Browser, blobsOf, type TestFile } from '../support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../support/test-server.ts'
import { openRawPart } from './raw-part.ts'
import { chanceOf } from './seeded.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const bytes = 600_000
let count = 0

/** An open upload of a verified sender with one file, whose parts are written by hand. */
async function begin() {
  const files: readonly TestFile[] = [small('a.bin', bytes)]
  const browser = new Browser(server)
  const sender = `ghost${++count}@example.com`
  await browser.verify(sender)
  await browser.takeTicket()
  const { json: plan } = await browser.create(files)
  const blob = blobsOf(plan, files)[0]!
  const where = { url: server.url, ticket: browser.ticket, uploadId: plan.uploadId as string, blobId: blob.blobId, offset: 0 }
  const put = (from: number, to: number, body = blob.bytes.subarray(from, to)) =>
    browser.putPart(plan.uploadId, blob.blobId, from, body)
  const list = async () => (await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.received?.[0].ranges
  const publish = () => browser.publish(plan.slug, { senderEmail: sender, emailTo: [{ email: `to-${sender}` }] })
  const stored = async () => {
    const view = await (await fetch(await linkOf(sender, plan.slug))).json()
    const url = `${server.url}/api/transfers/${plan.slug}/files/${view.files[0].fileId}?dl=${encodeURIComponent(view.dl)}`
    return Buffer.from(await (await fetch(url)).arrayBuffer())
  }
  return { browser, plan, blob, where, put, list, publish, stored }
}

async function linkOf(sender: string, slug: string): Promise<string> {
  const mail = await server.mailTo(`to-${sender}`)
  const user = /\/d\/[0-9A-Za-z]+\/([0-9A-Za-z]+)/.exec(mail.text ?? '')![1]
  return `${server.url}/api/transfers/${slug}?user=${user}`
}

const requestsSoFar = async () =>
  Number(
    (
      await server.services.db.execute<{ n: string }>(
        sql`select case when is_called then last_value else 0 end as n from attempts_accepted_seq`,
      )
    ).rows[0]!.n,
  )

/** Its request has been accepted, and so many of its bytes sent. */
async function begunPart(where: Parameters<typeof openRawPart>[0], body: Buffer, sentBytes: number) {
  const before = await requestsSoFar()
  const ghost = openRawPart(where, body)
  await ghost.begun
  await waitFor(async () => (await requestsSoFar()) > before)
  await ghost.send(body.subarray(0, sentBytes))
  return ghost
}

/** All of a part but its last byte has been sent. */
async function held(where: Parameters<typeof openRawPart>[0], body: Buffer) {
  const ghost = await begunPart(where, body, body.length - 1)
  return { ...ghost, release: () => ghost.send(body.subarray(-1)).then(() => ghost.answer) }
}

const filesOfBlob = (blobId: string): string[] => {
  const blobs = join(server.services.config.dataDir, 'blobs/blobs')
  return readdirSync(blobs).flatMap((folder) => readdirSync(join(blobs, folder)).filter((name) => name.startsWith(blobId)))
}

describe('a ghost of a part', () => {
  test('R03 INV2 that ends after the upload is complete is refused, and the transfer is as it was', async () => {
    const { where, put, publish, stored, blob } = await begin()
    const ghost = await held(where, randomBytes(bytes))
    expect((await put(0, bytes)).status).toBe(204)
    expect((await publish()).json.state).toBe('active')
    expect((await ghost.release()).status).toBe(409)
    expect((await stored()).equals(blob.bytes)).toBe(true)
  })

  test('R03 INV1 that overlaps parts which came meanwhile is refused, and they count', async () => {
    const { where, put, list, publish, stored, blob } = await begin()
    const ghost = await held(where, randomBytes(bytes))
    for (const [from, to] of [
      [0, 200_000],
      [200_000, bytes],
    ] as const)
      expect((await put(from, to)).status).toBe(204)
    const answer = await ghost.release()
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('partOverlaps')])
    expect(await list()).toEqual([[0, bytes]])
    await publish()
    expect((await stored()).equals(blob.bytes)).toBe(true)
  })

  test.each([0, 1, bytes / 2, bytes - 1])(
    'R03 INV1 with other bytes that stalls after %i and ends later is refused: the part that was asked for last counts',
    async (stallAt) => {
      const { where, put, publish, stored, blob } = await begin()
      const other = randomBytes(bytes)
      const ghost = await begunPart(where, other, stallAt)
      expect((await put(0, bytes)).status).toBe(204)
      await ghost.send(other.subarray(stallAt))
      expect((await ghost.answer).status).toBe(409)
      await publish()
      expect((await stored()).equals(blob.bytes)).toBe(true)
    },
  )

  test('R03 INV1 that was asked for before the same bytes came once more is refused as well', async () => {
    const { where, put, publish, stored, blob } = await begin()
    expect((await put(0, bytes)).status).toBe(204)
    const ghost = await held(where, randomBytes(bytes))
    expect((await put(0, bytes)).status).toBe(204)
    expect((await ghost.release()).status).toBe(409)
    await publish()
    expect((await stored()).equals(blob.bytes)).toBe(true)
  })

  test('R03 INV2 that ends while the upload completes changes nothing of it', async () => {
    const { where, put, publish, stored, blob } = await begin()
    const ghosts: Awaited<ReturnType<typeof held>>[] = []
    for (let nth = 0; nth < 8; nth++) ghosts.push(await held(where, randomBytes(bytes)))
    expect((await put(0, bytes)).status).toBe(204)
    const [published, ...late] = await Promise.all([publish(), ...ghosts.map((ghost) => ghost.release())])
    expect(published.status).toBe(200)
    expect(late.map(({ status }) => status)).toEqual(late.map(() => 409))
    expect((await stored()).equals(blob.bytes)).toBe(true)
  })

  test('R03 with other bytes that was asked for later replaces the part whole', async () => {
    const { where, put, publish, stored } = await begin()
    const other = randomBytes(bytes)
    expect((await put(0, bytes)).status).toBe(204)
    expect((await (await held(where, other)).release()).status).toBe(204)
    await publish()
    expect((await stored()).equals(other)).toBe(true)
  })

  test('R03 INV4 INV5 of an upload that was discarded leaves no bytes, no row and no reservation', async () => {
    const { browser, where, plan, blob } = await begin()
    const ghost = await held(where, blob.bytes)
    expect((await browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}`)).status).toBe(204)
    expect((await ghost.release()).status).toBe(404)
    await waitFor(async () => filesOfBlob(blob.blobId).length === 0)
    const { rows } = await server.services.db.execute(
      sql`select (select count(*)::int from attempts where blob_id = ${blob.blobId}) as parts, (select reserved_bytes::int from owners o join uploads u on u.owner_id = o.id where u.id = ${plan.uploadId}) as reserved`,
    )
    expect(rows[0]).toEqual({ parts: 0, reserved: 0 })
  })
})

describe('a torn part', () => {
  const chance = chanceOf('torn')
  const places = [0, 1, bytes / 2, bytes - 1, ...Array.from({ length: 20 }, () => chance.whole(2, bytes - 2))]

  test('R02 INV1 is never listed, wherever it was cut, and the upload goes on', async () => {
    const { where, put, list, blob, publish, stored } = await begin()
    for (const [at, place] of places.entries()) {
      const part = openRawPart(where, blob.bytes)
      await part.begun
      await part.send(blob.bytes.subarray(0, place))
      if (at % 2) part.socket.destroy()
      else part.socket.end()
      await part.answer
      expect(await list(), `cut at ${place}`).toEqual([])
    }
    expect((await put(0, bytes)).status).toBe(204)
    await publish()
    expect((await stored()).equals(blob.bytes)).toBe(true)
  })
})

describe('a mangled part', () => {
  test('R16 of more bytes than it says counts as it says or not at all', async () => {
    const { where, list, blob } = await begin()
    const part = openRawPart(where, blob.bytes.subarray(0, 1000), { Expect: '' })
    const closed = new Promise((resolve) => part.socket.once('close', resolve))
    await part.send(Buffer.concat([blob.bytes.subarray(0, 1000), randomBytes(5000)]))
    const { status } = await part.answer
    await closed
    // What follows may end the connection before the part is answered: then it may count or not, as with any broken line.
    expect([204, 400]).toContain(status)
    expect(status === 204 ? [[[0, 1000]]] : [[], [[0, 1000]]]).toContainEqual(await list())
  })

  test.each([
    ['without a length, in chunks', { 'Content-Length': '', 'Transfer-Encoding': 'chunked' }, [411]],
    ['with a length and in chunks', { 'Transfer-Encoding': 'chunked' }, [400]],
    ['with two lengths', { 'Content-Length': '1000, 1000' }, [400]],
    ['with a negative length', { 'Content-Length': '-1' }, [400]],
    ['with a length in words', { 'Content-Length': '1e3' }, [400]],
    ['longer than its file', { 'Content-Length': String(bytes + 1) }, [416]],
    ['with a length beyond all numbers', { 'Content-Length': '99999999999999999999' }, [400, 411, 416]],
    ['without a checksum', { 'X-Part-Crc32': '' }, [400]],
    ['with half a checksum', { 'X-Part-Crc32': 'abcd' }, [400]],
    ['with the checksum of other bytes', { 'X-Part-Crc32': '00000000' }, [422]],
  ])('R03 R16 %s is refused and not stored', async (_, headers, statuses) => {
    const { where, list, blob } = await begin()
    const body = blob.bytes.subarray(0, 1000)
    const part = openRawPart(where, body, { Expect: '', ...headers })
    await part.send(
      'Transfer-Encoding' in headers ? Buffer.concat([Buffer.from('3e8\r\n'), body, Buffer.from('\r\n0\r\n\r\n')]) : body,
    )
    expect(statuses).toContain((await part.answer).status)
    expect(await list()).toEqual([])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    part.socket.destroy()
  })

  test('R16 nothing of all this is counted as received', async () => {
    const { rows } = await server.services.db.execute(
      sql`select u.id from uploads u where u.received_bytes <> (select coalesce(sum(a.length), 0) from attempts a join blobs b on b.id = a.blob_id where b.upload_id = u.id) and u.state <> 'discarded'`,
    )
    expect(rows).toEqual([])
  })
})
