/** A disk that is full, read-only or away for a while (R52 on the storage's side): refused in so many words, lost nothing, mended by itself. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { beginStory, begun, type Story, sent, to } from './crash-story.ts'
import { type Answer, jsonOf } from './line.ts'
import { finishUpload, readOwn } from './load.ts'
import { bringBack, fill, mayRemount, noMounts, remount, takeAway, unfill, withDisk } from './own-mounts.ts'
import { createUpload, listParts, missingIn, type OwnUpload, publishUpload, sendPart } from './own-upload.ts'
import { buildServer, type Installation, installForTest, until } from './server-process.ts'

const reason = noMounts()
const MiB = 1024 * 1024
const env = { WORKERS: '1', RATE_LIMITS: 'linkMiss=1000000/600' }

beforeAll(() => buildServer(), 180_000)

/** A server whose blobs, or all of whose data, lie on a small disk. */
async function begin({ mebibytes, isAll = false }: { mebibytes: number; isAll?: boolean }, more: Record<string, string> = {}) {
  const here = await installForTest({ ...env, ...more })
  const disk = isAll ? here.dataDir : join(here.dataDir, 'blobs')
  await here.start({ wrap: withDisk(disk, mebibytes) })
  const story = await beginStory(here)
  onTestFinished(() => story.line.close())
  return { here, disk, story }
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

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

/** One part after the other; what was refused is left out. */
async function sendEach(story: Story, upload: OwnUpload, bytes = MiB): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const { blobId, range } of missingIn(upload))
    for (let at = range[0]; at < range[1]; at += bytes)
      answers.push((await sendPart(story, upload, { blobId, range: [at, Math.min(range[1], at + bytes)] }, story.chance)).answer)
  return answers
}

/** The space that is kept for the database. */
const hasReserve = ({ seenDir }: Installation): boolean => existsSync(join(seenDir(), 'db/reserve'))

const large = [{ path: 'large.bin', size: 16 * MiB }]

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

  test('R52 D5 O4 with no byte free page, file, range and zip are given, and counted once there is room; limited links wait; /readyz says why', async () => {
    const { here, disk, story } = await begin({ mebibytes: 256, isAll: true })
    const [open, limited] = [await sent(story), await sent(story)]
    for (const each of [open, limited]) await finishUpload(story, each)
    await story.sql(`update transfers set download_limit = 1 where slug = '${limited.slug}'`)
    const fillers = [join(disk, 'filler'), join(disk, 'filler-of-reserve')] as const
    fill(here, fillers[0])
    await until(() => !hasReserve(here))
    fill(here, fillers[1])
    const link = (slug: string) => `${here.url}/api/transfers/${slug}`
    const read = async ({ slug }: OwnUpload) => {
      const view = await (await fetch(link(slug))).json()
      const file = `${link(slug)}/files/${view.files?.[0].fileId}?dl=${view.dl}`
      return Promise.all([
        fetch(file, { method: 'HEAD' }).then(({ status }) => status),
        ...[fetch(file), fetch(file, { headers: { range: 'bytes=0-9' } }), fetch(`${link(slug)}/zip?dl=${view.dl}`)].map(
          async (asked) => {
            const reply = await asked
            const body = await reply.arrayBuffer()
            expect(body.byteLength).toBe(Number(reply.headers.get('content-length')))
            return reply.status
          },
        ),
      ])
    }
    // What rows there is space for in pages that there are is used up first.
    for (let time = 0; time < 20; time++) expect(await read(open)).toEqual([200, 200, 206, 200])
    expect(await read(limited)).toEqual([200, 503, 503, 503])
    expect(await statusOf(`${here.url}/healthz`)).toBe(200)
    const ready = await fetch(`${here.url}/readyz`)
    expect([ready.status, (await ready.json()).error.code]).toEqual([503, 'serverDiskFull'])
    for (const filler of fillers) unfill(here, filler)
    await until(async () => (await statusOf(`${here.url}/readyz`)) === 200, 100)
    const counted = async () => (await story.sql(`select download_count as count from transfers where slug = '${open.slug}'`))[0]
    await until(async () => Number((await counted())!.count) === 40, 100)
    expect(await story.breaches()).toEqual([])
  }, 180_000)

  test('R52 D5 O4 when another program fills the disk the database goes on in the room that is kept for it, which parts do not take', async () => {
    const { here, disk, story } = await begin({ mebibytes: 256, isAll: true }, { LOW_WATER_BYTES: '64000000' })
    const [limited, during] = [await sent(story), await begun(story, large)]
    await finishUpload(story, limited)
    await story.sql(`update transfers set download_limit = 1 where slug = '${limited.slug}'`)
    await until(() => hasReserve(here))
    const filler = join(disk, 'filler')
    fill(here, filler)
    await until(() => !hasReserve(here))
    for (const answer of await sendEach(story, during))
      expect([answer.status, jsonOf(answer).error.code]).toEqual([507, 'diskFull'])
    const link = `${here.url}/api/transfers/${limited.slug}`
    const view = await (await fetch(link)).json()
    const file = await fetch(`${link}/files/${view.files[0].fileId}?dl=${view.dl}`)
    expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, view.files[0].size])
    await until(
      async () =>
        Number((await story.sql(`select download_count as count from transfers where slug = '${limited.slug}'`))[0]!.count) === 1,
    )
    const ready = await fetch(`${here.url}/readyz`)
    expect([ready.status, (await ready.json()).error.code]).toEqual([503, 'serverDiskFull'])
    unfill(here, filler)
    await until(() => hasReserve(here))
    // So that the last look at everything may have it.
    await story.sql(`update transfers set download_limit = null where slug = '${limited.slug}'`)
    await finishUpload(story, during)
    expect(during.state).toBe('published')
    expect(await story.breaches()).toEqual([])
  }, 180_000)

  test('R52 a disk that became read-only refuses parts, still gives what it has, and takes parts again without a restart', async () => {
    const { here, disk, story } = await begin({ mebibytes: 64 })
    const [before, during] = [await sent(story), await begun(story, large)]
    await finishUpload(story, before)
    // Refused for as long as the server keeps a file open for writing, which is a few seconds.
    await until(() => mayRemount(here, disk, 'ro'), 100)
    for (const answer of (await sendEach(story, during)).slice(0, 3)) {
      expect([503, 507]).toContain(answer.status)
      expect(jsonOf(answer).error.message).not.toBe('')
    }
    expect(await statusOf(`${here.url}/healthz`)).toBe(200)
    await readOwn(story)
    expect(story.journal.entries.filter(({ op, outcome }) => op === 'download' && outcome === 'ok')).toHaveLength(1)
    remount(here, disk, 'rw')
    await finishUpload(story, during)
    expect(during.state).toBe('published')
    expect(await story.breaches()).toEqual([])
  }, 180_000)

  test('R52 INV1 INV2 a disk that is away for a while loses neither parts nor transfers', async () => {
    const { here, disk, story } = await begin({ mebibytes: 96 })
    const [before, whole, during] = [await sent(story), await sent(story), await begun(story, large)]
    await finishUpload(story, before)
    await sendEach(story, during, 4 * MiB).then((answers) =>
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]),
    )
    during.received.clear()
    takeAway(here, disk)
    for (const { status } of await sendEach(story, during, 4 * MiB)) expect([204, 503]).toContain(status)
    await readOwn(story)
    const [away] = story.journal.entries.filter(({ op }) => op === 'download')
    expect(away?.status).toBe(503)
    // Not even what is asked of it meanwhile makes it forget.
    await publishUpload(story, whole, to())
    expect(await statusOf(`${here.url}/healthz`)).toBe(200)
    bringBack(here, disk)
    await listParts(story, during)
    await finishUpload(story, whole)
    await finishUpload(story, during)
    expect([whole.state, during.state]).toEqual(['published', 'published'])
    expect(await story.breaches()).toEqual([])
  }, 180_000)
})
