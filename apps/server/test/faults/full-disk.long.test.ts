/** A disk that is full (R52 on the storage's side): what is refused is said so, nothing is lost, and it goes on once there is room. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { begun, sent } from './crash-story.ts'
import { jsonOf } from './line.ts'
import { finishUpload } from './load.ts'
import { fill, noMounts, remount, unfill } from './own-mounts.ts'
import { createUpload, listParts } from './own-upload.ts'
import { buildServer, until } from './server-process.ts'
import { begin, large, MiB, sendEach, statusOf } from './small-disk.ts'

const reason = noMounts()

beforeAll(() => buildServer(), 180_000)

/** A part, then a question on the same connection: both statuses, or how it ended. */
async function partThenHealth(
  url: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer,
  connection: string,
): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  let ended = ''
  let wake = () => {}
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    wake()
  })
  for (const event of ['close', 'error', 'end'] as const)
    socket.on(event, (why?: unknown) => {
      ended ||= why instanceof Error ? String((why as NodeJS.ErrnoException).code) : 'closed'
      wake()
    })
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 ([2-5]\d\d)/g)].map(([, status]) => status)
  const until = async (count: number) => {
    while (statuses().length < count && !ended)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, 20_000).unref()
      })
  }
  const lines = Object.entries({
    host: 'x',
    'x-part-crc32': crc32(body).toString(16).padStart(8, '0'),
    'content-length': String(body.length),
    connection,
    ...headers,
  })
  socket.write(`PUT ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  socket.write(body)
  await until(1)
  if (connection === 'keep-alive' && !ended) {
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await until(2)
  } else if (!ended) await until(2)
  socket.destroy()
  return [...statuses(), ...(ended ? [ended] : [])].join(' ')
}

describe.skipIf(reason !== null)(`with mounts of its own${reason ? ` (${reason})` : ''}`, () => {
  test('U6 R52 a full disk refuses parts with 507 and a time, keeps what it has, and takes the rest once it is larger', async () => {
    const { here, disk, story } = await begin({ mebibytes: 8 }, { LOW_WATER_BYTES: '500000' })
    const upload = await begun(story, large)
    const refused = (await sendEach(story, upload)).filter(({ status }) => status !== 204)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect([answer.status, jsonOf(answer).error.code]).toEqual([507, 'diskFull'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    const had = [...upload.received.values()].flat().reduce((sum, [from, end]) => sum + end - from, 0)
    expect(had).toBeGreaterThan(0)
    await listParts(story, upload)
    expect([...upload.received.values()].flat().reduce((sum, [from, end]) => sum + end - from, 0)).toBe(had)
    expect(await createUpload(story, 'while-full', [{ path: 'a', size: 1 }])).toBe('unknown')
    expect(await statusOf(`${here.url}/healthz`)).toBe(200)
    remount(here, disk, 'size=64m')
    await finishUpload(story, upload)
    expect(upload.state).toBe('published')
    expect(await story.breaches()).toEqual([])
  }, 180_000)

  test.each([MiB, 4 * MiB])(
    'U6 R52 parts of %i bytes are answered on a full disk, and the connection goes on or is closed after the answer',
    async (bytes) => {
      const { here, story } = await begin({ mebibytes: 8 }, { LOW_WATER_BYTES: '500000' })
      const upload = await begun(story, [{ path: 'large.bin', size: 64 * MiB }])
      await sendEach(story, upload)
      const headers = await story.account.ticket()
      const { blobId } = upload.blobs[0]!
      const seen: string[] = []
      for (const connection of ['keep-alive', 'close'])
        for (let nth = 0; nth < 12; nth++)
          seen.push(
            `${connection}: ${await partThenHealth(here.url, `/api/uploads/${upload.uploadId}/blobs/${blobId}?offset=${32 * MiB + (nth % 8) * bytes}`, headers, randomBytes(bytes), connection)}`,
          )
      expect(new Set(seen)).toEqual(new Set(['keep-alive: 507 200', 'close: 507 closed']))
    },
    180_000,
  )

  test('U6 R52 a database on the same full disk loses nothing, and goes on once there is room', async () => {
    const { here, disk, story } = await begin({ mebibytes: 256, isAll: true }, { LOW_WATER_BYTES: '64000000' })
    const [before, during] = [await sent(story), await begun(story, large)]
    await finishUpload(story, before)
    const filler = join(disk, 'filler')
    fill(here, filler)
    const answers = [...(await sendEach(story, during)), ...(await sendEach(story, during, 64 * 1024)).slice(0, 50)]
    expect(answers.some(({ status }) => status !== 204)).toBe(true)
    for (const { status } of answers) expect([204, 500, 503, 507]).toContain(status)
    expect(await statusOf(`${here.url}/healthz`)).toBe(200)
    unfill(here, filler)
    await until(async () => (await statusOf(`${here.url}/readyz`)) === 200, 100)
    await finishUpload(story, during)
    expect(during.state).toBe('published')
    expect(await story.breaches()).toEqual([])
  }, 240_000)
})
