/** What goes wrong around a scan: files that end the scanner, bytes that are away, and mails that wait for the rest (D9). */
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentBy } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { type Content, type Scanner, ScannerAway, type Verdict } from '../../adapters/scanner/scanner.ts'
import { MissingBlob, StoreAway } from '../../adapters/storage/storage.ts'
import { contentHooks } from '../../app.ts'
import { files as fileRows, transfers, uploads } from '../../db/tables.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { scanKey, scanUploadJob } from '../content/scan-later.ts'
import { scanLeftOvers, scanUpload } from '../content/scan-upload.ts'

/** Away, and so each test decides when and how it scans. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ CLAMD: '127.0.0.1:1', SCAN_BEFORE_DOWNLOAD: 'no' })
})
afterAll(() => server?.close())

const names = ['a.bin', 'b.bin', 'c.bin']
/** The first bytes of each file are its name, by which a scanner of a test knows it. */
const filesOf = (few = names) => few.map((path) => ({ path, bytes: Buffer.concat([Buffer.from(path), randomBytes(5000)]) }))
const first = { attempt: 1, maxAttempts: 12 }
const last = { ...first, attempt: 12 }

type Look = (name: string) => Verdict | Promise<Verdict>
const scannerOf = (look: Look): Scanner => ({
  maxBytes: 1e9,
  scan: async (content: Content) => {
    let name = ''
    for await (const pieces of content()) name ||= Buffer.concat(pieces).subarray(0, 5).toString()
    return look(name)
  },
})

async function sent(few = names) {
  const reader = await sentBy(server, filesOf(few))
  const { db } = server.services
  const [upload] = await db.select().from(uploads).where(eq(uploads.slug, reader.slug))
  // The job of the completion has found the scanner away.
  await waitFor(async () => (await keysOf(`scan:${upload!.id}`)).length === 0)
  const scans = async (): Promise<Record<string, string | null>> => {
    const rows = await db.select().from(fileRows).where(eq(fileRows.uploadId, upload!.id))
    return Object.fromEntries(rows.map(({ path, scan }) => [path, scan]))
  }
  const run = (more: Partial<Services>, tried = first) =>
    scanUpload({ ...server.services, ...more }, contentHooks(server.services), upload!.id, tried)
  return { ...reader, uploadId: upload!.id, scans, run }
}
const keysOf = async (prefix: string) => {
  const { rows } = await server.services.db.execute<{ seconds: number }>(
    sql`select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs where starts_with(key, ${prefix})`,
  )
  return rows
}

test('D9 a file that ends the scanner is given to it twice, after all others, and is then "not scanned"', async () => {
  const { run, scans } = await sent()
  const given: string[] = []
  const scanner = scannerOf((name) => {
    given.push(name)
    if (name === 'a.bin') throw new ScannerAway('it is gone')
    return { state: 'clean' }
  })
  for (let runs = 0; runs < 2; runs++) await run({ scanner })
  expect(await scans()).toEqual({ 'a.bin': 'waiting', 'b.bin': 'clean', 'c.bin': 'clean' })
  await run({ scanner })
  expect(await scans()).toMatchObject({ 'a.bin': 'failed' })
  expect(given).toEqual(['a.bin', 'b.bin', 'c.bin', 'a.bin'])
})

test('D9 a scanner that is away before it takes a byte costs no try, and one that takes less than a file is not given it', async () => {
  const { run, scans } = await sent(['a.bin', 'b.bin'])
  const away: Scanner = { maxBytes: 1e9, scan: () => Promise.reject(new ScannerAway('not there')) }
  for (let runs = 0; runs < 5; runs++) await run({ scanner: away })
  expect(await scans()).toEqual({ 'a.bin': 'waiting', 'b.bin': 'waiting' })
  const given: string[] = []
  const look: Look = (name) => {
    given.push(name)
    return { state: 'clean' }
  }
  await run({ scanner: { ...scannerOf(look), maxBytes: 5000 } })
  expect([await scans(), given]).toEqual([{ 'a.bin': 'failed', 'b.bin': 'failed' }, []])
})

/** Where nothing is to be read. */
function without(Why: new (message: string) => Error) {
  const { storage } = server.services
  const readRange: typeof storage.readRange = async function* (key) {
    yield* []
    throw new Why(key.blobId)
  }
  return { ...storage, readRange }
}

test('D9 bytes that cannot be read for a moment leave their file waiting; that they are gone is believed at the last try', async () => {
  const { run, scans } = await sent()
  const scanner = scannerOf(() => ({ state: 'clean' }))
  const away = { scanner, storage: without(MissingBlob) }
  for (let runs = 0; runs < 4; runs++) await expect(run(away)).rejects.toBeInstanceOf(MissingBlob)
  expect(await scans()).toEqual({ 'a.bin': 'waiting', 'b.bin': 'waiting', 'c.bin': 'waiting' })
  const another = await sent(['a.bin'])
  await another.run(away, last)
  expect(await another.scans()).toEqual({ 'a.bin': 'failed' })
  await run({ scanner })
  expect(await scans()).toEqual({ 'a.bin': 'clean', 'b.bin': 'clean', 'c.bin': 'clean' })
})

test('D9 R52 of a disk that is away even the last try believes nothing: its files wait, and what was given up begins anew', async () => {
  const { run, scans, uploadId } = await sent()
  const scanner = scannerOf(() => ({ state: 'clean' }))
  await expect(run({ scanner, storage: without(StoreAway) }, last)).rejects.toBeInstanceOf(StoreAway)
  expect(await scans()).toEqual({ 'a.bin': 'waiting', 'b.bin': 'waiting', 'c.bin': 'waiting' })
  const { db } = server.services
  const key = scanKey(uploadId)
  await addJob(db, scanUploadJob, { uploadId }, { key, afterSeconds: 3600 })
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${key}`)
  await scanLeftOvers(server.services)
  await waitFor(async () => (await keysOf(key)).length === 0)
})

test('D9 one mail tells of all viruses of a transfer: it waits for its other files, for ten minutes', async () => {
  const { run, scans, slug, sender } = await sent()
  const [row] = await server.services.db.select().from(transfers).where(eq(transfers.slug, slug))
  const { id } = row!
  const finding = (name: string): Verdict => ({ state: 'infected', finding: `Virus-${name[0]}` })
  await run({ scanner: scannerOf((name) => (name === 'b.bin' ? Promise.reject(new ScannerAway('gone')) : finding(name))) })
  const [job] = await keysOf(`tellInfected:${id}`)
  expect(job!.seconds).toBeGreaterThan(300)
  expect(job!.seconds).toBeLessThan(601)
  Object.assign(server.services, { scanner: scannerOf(finding) })
  try {
    await scanLeftOvers(server.services)
    const mail = await waitFor(async () =>
      (await server.mailsTo(sender.email)).find(({ subject }) => /virus/i.test(subject ?? '')),
    )
    expect(Object.values(await scans())).toEqual(['infected', 'infected', 'infected'])
    for (const name of names) expect(mail.text).toContain(`Virus-${name[0]}`)
    expect(mail.text).not.toContain('other files')
    expect((await server.mailsTo(sender.email)).filter(({ subject }) => /virus/i.test(subject ?? ''))).toHaveLength(1)
  } finally {
    Object.assign(server.services, { scanner: null })
  }
})
