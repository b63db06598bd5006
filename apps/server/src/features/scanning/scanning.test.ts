/** What was uploaded is scanned after completion, and what is found blocked at every door (D9, R41). */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sentBy } from '../../../test/support/dashboard.ts'
import { detailOf } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { eicar, startTestClamd, type TestClamd } from '../../adapters/scanner/test-clamd.ts'
import { files as fileRows, notifications, transferEvents, transfers } from '../../db/tables.ts'
import { scanLeftOvers } from '../content/scan-upload.ts'

let clamd: TestClamd
let server: TestServer
beforeAll(async () => {
  clamd = await startTestClamd()
  server = await startTestServer({ CLAMD: `127.0.0.1:${clamd.port}` })
})
afterAll(async () => {
  await server?.close()
  await clamd?.close()
})
beforeEach(() => void Object.assign(clamd, { maxBytes: 1e9, isBreaking: false }))

const clean = { path: 'folder/clean.bin', bytes: randomBytes(9_000_000) }
const bad = { path: 'folder/eicar.com.txt', bytes: Buffer.concat([randomBytes(70_000), eicar, randomBytes(10)]) }
const empty = { path: 'empty.txt', bytes: Buffer.alloc(0) }

type Reader = Awaited<ReturnType<typeof sentBy>>
const viewOf = async ({ slug, user }: Reader, at = server) =>
  (await (await fetch(`${at.url}/api/transfers/${slug}?user=${user}`)).json()) as any
const scansOf = async (reader: Reader, at = server): Promise<Record<string, string>> =>
  Object.fromEntries((await viewOf(reader, at)).files.map(({ path, scan }: any) => [path, scan]))
/** As its sender sees it. */
const sendersScans = async ({ sender, slug }: Reader) => (await detailOf(sender, slug)).files.map(({ scan }) => scan)
const isScanned = (reader: Reader, at = server) =>
  waitFor(async () => !Object.values(await scansOf(reader, at)).includes('waiting'))
const fetchOf = ({ slug, user }: Reader, path: string, at = server) => {
  const mark = path.includes('?') ? '&' : '?'
  return get(`${at.url}/api/transfers/${slug}/${path}${mark}user=${user}`)
}
const codeOf = ({ status, bytes }: { status: number; bytes: Buffer }) => [status, JSON.parse(bytes.toString()).error.code]

test('D9 R41 a virus is found after completion: every door refuses the file, both sides are told, the others can be had', async () => {
  const reader = await sentBy(server, [clean, bad, empty])
  await isScanned(reader)
  expect(await scansOf(reader)).toEqual({ [clean.path]: 'clean', [bad.path]: 'infected', [empty.path]: 'clean' })
  expect(clamd.seen.some((bytes) => bytes.equals(clean.bytes))).toBe(true)
  const { files } = await viewOf(reader)
  const idOf = (path: string) => files.find((file: any) => file.path === path).fileId
  for (const path of [`files/${idOf(bad.path)}`, 'zip']) {
    const refused = await fetchOf(reader, path)
    expect([...codeOf(refused), JSON.parse(refused.bytes.toString()).error.details], path).toEqual([
      403,
      'fileInfected',
      { name: 'eicar.com.txt' },
    ])
    expect((await get(`${server.url}/api/transfers/${reader.slug}/${path}?user=${reader.user}`, {}, 'HEAD')).status).toBe(403)
    const ranged = { range: 'bytes=0-10' }
    expect((await get(`${server.url}/api/transfers/${reader.slug}/${path}?user=${reader.user}`, ranged)).status).toBe(403)
  }
  const select = async (paths: string[]) => {
    const body = JSON.stringify({ fileIds: paths.map(idOf) })
    const headers = { 'content-type': 'application/json' }
    const url = `${server.url}/api/transfers/${reader.slug}/selections?user=${reader.user}`
    const { selection } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as any
    return fetchOf(reader, `zip?selection=${selection}`)
  }
  expect(codeOf(await select([clean.path, bad.path]))).toEqual([403, 'fileInfected'])
  expect((await select([clean.path, empty.path])).status).toBe(200)
  expect((await fetchOf(reader, `files/${idOf(clean.path)}`)).bytes.equals(clean.bytes)).toBe(true)

  const page = (await get(`${server.url}/d/${reader.slug}/${reader.user}`)).bytes.toString()
  expect(page).toContain('blocked: a virus was found')
  expect(page).not.toContain(`/files/${idOf(bad.path)}`)
  expect(page).not.toContain('Download all')
  expect(page).toContain('the other files can be downloaded below')
  const only = await sentBy(server, [bad])
  await isScanned(only)
  expect((await get(`${server.url}/d/${only.slug}/${only.user}`)).bytes.toString()).toContain('nothing left here to download')
  const mail = await server.mailTo(reader.sender.email, /^A virus was found in your file$/m)
  expect(mail.text).toContain('Eicar-Test-Signature')
  expect(mail.text).toContain('The other files can be downloaded')
  const { db } = server.services
  const [row] = await db.select().from(transfers).where(eq(transfers.slug, reader.slug))
  const reported = await db.select().from(notifications).where(eq(notifications.transferId, row!.id))
  expect(reported.filter(({ kind }) => kind === 'infected')).toMatchObject([
    { fileName: 'eicar.com.txt', reason: 'Eicar-Test-Signature' },
  ])
  const events = await db.select().from(transferEvents).where(eq(transferEvents.transferId, row!.id))
  expect(events.filter(({ kind }) => kind === 'infected')).toMatchObject([
    { detail: { path: bad.path, finding: 'Eicar-Test-Signature' } },
  ])
})

test('D9 "not scanned" is never clean: too large for the scanner, broken off, or from before there was one', async () => {
  clamd.maxBytes = 1000
  const large = await sentBy(server, [clean])
  await isScanned(large)
  expect(await scansOf(large)).toEqual({ [clean.path]: 'failed' })
  expect((await fetchOf(large, `files/${large.fileId}`)).status).toBe(200)
  const page = (await get(`${server.url}/d/${large.slug}/${large.user}`)).bytes.toString()
  expect(page).toContain('not scanned for viruses')
  await server.services.db.update(fileRows).set({ scan: null }).where(eq(fileRows.id, large.fileId))
  expect(await scansOf(large)).toEqual({ [clean.path]: 'failed' })
  expect(await sendersScans(large)).toEqual(['failed'])
})

test('D9 while the scanner is away files wait, can be had, and are scanned once it is back; who has a virus by then is warned', async () => {
  const away = await startTestServer({ CLAMD: '127.0.0.1:1', SCAN_BEFORE_DOWNLOAD: 'no' })
  try {
    const reader = await sentBy(away, [bad])
    expect(await scansOf(reader, away)).toEqual({ [bad.path]: 'waiting' })
    expect((await fetchOf(reader, `files/${reader.fileId}?dl=${reader.dl}`, away)).bytes.equals(bad.bytes)).toBe(true)
    await waitFor(async () => away.logs.some((line) => line.includes('the virus scanner is away')))
    expect(await scansOf(reader, away)).toEqual({ [bad.path]: 'waiting' })
    Object.assign(away.services, { scanner: server.services.scanner })
    await waitFor(async () => {
      await scanLeftOvers(away.services)
      return (await scansOf(reader, away))[bad.path] === 'infected'
    })
    const warning = await away.mailTo(reader.to, /^A virus was found in a file that you downloaded$/m)
    expect(warning.text).toContain('eicar')
  } finally {
    await away.close()
  }
})

test('D9 with SCAN_BEFORE_DOWNLOAD nothing leaves unscanned, also of an upload that still runs', async () => {
  const strict = await startTestServer({ CLAMD: '127.0.0.1:1', SCAN_BEFORE_DOWNLOAD: 'yes' })
  try {
    const reader = await sentBy(strict, [clean])
    for (const path of [`files/${reader.fileId}`, 'zip'])
      expect(codeOf(await fetchOf(reader, path, strict)), path).toEqual([409, 'fileNotScanned'])
    await strict.services.db.update(fileRows).set({ scan: null })
    await strict.services.db.update(transfers).set({ state: 'uploading' })
    expect(codeOf(await fetchOf(reader, `files/${reader.fileId}`, strict))).toEqual([409, 'fileNotScanned'])
  } finally {
    await strict.close()
  }
})

test('D9 without a scanner nothing is said of scans, on either side', async () => {
  const plain = await startTestServer()
  try {
    const reader = await sentBy(plain, [bad])
    for (const scan of [null, 'waiting', 'clean', 'failed'] as const) {
      await plain.services.db.update(fileRows).set({ scan })
      expect([await scansOf(reader, plain), await sendersScans(reader)], `${scan}`).toEqual([{ [bad.path]: undefined }, [null]])
    }
    await plain.services.db.update(fileRows).set({ scan: 'infected' })
    expect([await scansOf(reader, plain), await sendersScans(reader)]).toEqual([{ [bad.path]: 'infected' }, ['infected']])
    expect(codeOf(await fetchOf(reader, 'zip', plain))).toEqual([403, 'fileInfected'])
  } finally {
    await plain.close()
  }
})
