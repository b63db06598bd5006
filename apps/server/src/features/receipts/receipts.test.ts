import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { send, sentBy } from '../../../test/support/dashboard.ts'
import { bringFor, changeFiles, free, randomFile } from '../../../test/support/grown.ts'
import { kindsOf } from '../../../test/support/own-transfer.ts'
import { charactersOf } from '../../../test/support/pdf-text.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { files as fileRows, uploads } from '../../db/tables.ts'
import { hasJob } from '../../jobs/queue.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const hex = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const invoice = { path: '发票/=2026 invoice.pdf', bytes: randomBytes(3000) }
const photo = { path: 'photo.jpg', bytes: randomBytes(9_000_000) }
const empty = { path: 'empty/', bytes: Buffer.alloc(0) }
const people = ['li@example.cn', 'anna@example.de', 'never@example.com']

const fetchAs = ({ accessToken }: Account, path: string): Promise<Response> =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${accessToken}` } })

/** Lines and cells of a CSV in which no cell holds a line end. */
const cellsOf = (csv: string): string[][] =>
  csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => (quoted ?? plain)!))

const receiptOf = async (account: Account, slug: string, query = '') =>
  (await account.call('GET', `/api/transfers/${slug}/receipt${query}`)).json

/** Three people are sent two files; Li takes one file, Anna everything, the third nothing. */
async function received() {
  const sender = await Account.create(server)
  const to = people.map((email, index) => ({
    email: `${sender.userId.slice(0, 8)}-${email}`,
    ...(index === 0 && { name: '李雷' }),
  }))
  const slug = await send(sender, [invoice, photo, empty], { emailTo: to })
  const base = `${server.url}/api/transfers/${slug}`
  const userOf = async (index: number) => linkIn(await server.mailTo(to[index]!.email)).split('/')[3]!
  const [li, anna] = [await userOf(0), await userOf(1)]
  const view = await (await fetch(`${base}?user=${li}`)).json()
  const fileOf = (path: string): string => view.files.find((file: { path: string }) => file.path === path).fileId
  await get(`${base}/files/${fileOf(invoice.path)}?user=${li}`, { 'user-agent': 'curl/8.5' })
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile Safari/604.1' }
  const pressed = await new Browser(server).call('POST', `/api/transfers/${slug}/downloads?user=${anna}`, {}, phone)
  await get(server.url + pressed.json.url, phone)
  await waitFor(async () => (await receiptOf(sender, slug)).lines?.filter(({ completedAt }: any) => completedAt).length === 2)
  return { sender, slug, base, li, to: to.map(({ email }) => email), fileOf }
}

test('T3 a receipt tells who had what, when, with what, and the SHA-256 of each file once it is worked out', async () => {
  const { sender, slug, to } = await received()
  const receipt = await waitFor(async () => {
    const now = await receiptOf(sender, slug)
    return !now.isHashing && now
  })
  expect(receipt).toMatchObject({ slug, version: 1, fileCount: 2, lineCount: 2, sender: { email: sender.email } })
  expect(receipt.files).toMatchObject([
    { path: invoice.path, size: 3000, sha256: hex(invoice.bytes) },
    { path: photo.path, sha256: hex(photo.bytes) },
  ])
  const byEmail = Object.fromEntries(receipt.people.map((person: { email: string }) => [person.email, person]))
  expect(byEmail[to[0]!]).toMatchObject({
    name: '李雷',
    downloads: 1,
    completedAt: expect.any(Number),
    openedAt: expect.any(Number),
  })
  expect(byEmail[to[1]!]).toMatchObject({ downloads: 1, startedAt: expect.any(Number) })
  expect(byEmail[to[2]!]).toMatchObject({ downloads: 0, openedAt: null, startedAt: null, completedAt: null })
  const [annas, lis] = receipt.lines
  expect(lis).toMatchObject({
    email: to[0],
    fileName: '=2026 invoice.pdf',
    fileCount: 1,
    program: 'command line',
    device: 'terminal',
  })
  expect(annas).toMatchObject({ email: to[1], fileName: null, fileCount: 2, program: 'Safari', device: 'phone' })
})

test('T3 a receipt of one recipient or of one file tells of nothing else', async () => {
  const { sender, slug, to, fileOf } = await received()
  const all = await receiptOf(sender, slug)
  const li = all.people.find(({ email }: { email: string }) => email === to[0])
  const ofLi = await receiptOf(sender, slug, `?recipientId=${li.recipientId}`)
  expect([ofLi.people.length, ofLi.lineCount, ofLi.lines[0].email]).toEqual([1, 1, to[0]])
  const ofPhoto = await receiptOf(sender, slug, `?fileId=${fileOf(photo.path)}`)
  expect(ofPhoto.files.map(({ path }: { path: string }) => path)).toEqual([photo.path])
  expect(ofPhoto.lines.map(({ email }: { email: string }) => email)).toEqual([to[1]])
  const stranger = await Account.create(server)
  const other = await sentBy(server, [photo], { sender: stranger })
  for (const query of [`?recipientId=${crypto.randomUUID()}`, `?fileId=${other.fileId}`])
    expect((await sender.call('GET', `/api/transfers/${slug}/receipt${query}`)).json.error.code, query).toBe('notYours')
  expect((await sender.call('GET', `/api/transfers/${slug}/receipt?fileId=x`)).json.error.fields).toEqual({ fileId: 'invalid' })
})

test('T3 D5 a file without bytes counts as one download, for the receipt and the timeline', async () => {
  const { sender, slug, user, fileId, dl, to } = await sentBy(server, [{ path: 'empty.txt', bytes: Buffer.alloc(0) }])
  const got = await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`)
  expect([got.status, got.bytes.length]).toEqual([200, 0])
  await waitFor(async () => (await kindsOf(sender, slug)).includes('downloaded'))
  expect((await receiptOf(sender, slug)).lines).toMatchObject([{ email: to, fileName: 'empty.txt', fileCount: 1 }])
})

test('T3 R37 the CSV has a line for each download and file, no cell of it is a formula, and who had nothing is in it', async () => {
  const { sender, slug, to } = await received()
  await waitFor(async () => !(await receiptOf(sender, slug)).isHashing)
  const reply = await fetchAs(sender, `/api/transfers/${slug}/receipt.csv?language=zh`)
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const text = await reply.text()
  const [head, ...rows] = cellsOf(text)
  expect(head!.slice(0, 3)).toEqual(['传输', '链接', '收件人'])
  expect(new Set([head, ...rows].map((row) => row!.length))).toEqual(new Set([17]))
  const columns = rows.map((row) => [row[2], row[5], row[7]])
  expect(columns).toEqual([
    [to[1], invoice.path, hex(invoice.bytes)],
    [to[1], photo.path, hex(photo.bytes)],
    [to[0], invoice.path, hex(invoice.bytes)],
    [to[2], '', ''],
  ])
  expect(text).not.toMatch(/(?:^|,)"?[=+@-]/m)
})

test.each(['en', 'zh'])('T3 I1 the PDF is one page with Chinese in it (%s)', async (language) => {
  const { sender, slug } = await received()
  const reply = await fetchAs(sender, `/api/transfers/${slug}/receipt.pdf?language=${language}`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(reply.headers.get('content-disposition')).toContain(`receipt-${slug}.pdf`)
  const pdf = Buffer.from(await reply.arrayBuffer())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  const shown = charactersOf(pdf)
  for (const character of language === 'zh' ? '李雷发票回执' : '李雷发票') expect(shown).toContain(character)
  // Nothing of what it says is cut.
  expect(shown).not.toContain('…')
})

test('T3 before the last byte has come there is no receipt', async () => {
  const sender = await Account.create(server)
  const { json: plan } = await sender.browser.create([photo])
  await sender.publish(plan.slug, { emailTo: [{ email: 'soon@example.com' }] })
  expect((await receiptOf(sender, plan.slug)).error.code).toBe('transferUploading')
})

/** Somebody has everything of version 1; then the photo is replaced and a film is added. */
async function changed() {
  const one = await received()
  const { sender, slug } = one
  const film = randomFile('film.mp4')
  const newPhoto = { path: photo.path, bytes: randomBytes(2000) }
  const uploadId = await bringFor(sender, slug, [newPhoto, film])
  expect((await changeFiles(sender, slug, { uploadId })).status).toBe(200)
  const { files } = await (await fetch(`${one.base}?user=${one.li}`)).json()
  const idOf = (path: string): string => files.find((file: { path: string }) => file.path === path).fileId
  return { ...one, film, newPhoto, idOf }
}
const csvOf = async (account: Account, slug: string, query = ''): Promise<string[][]> =>
  cellsOf(await (await fetchAs(account, `/api/transfers/${slug}/receipt.csv${query}`)).text()).slice(1)

test('T3 T9 a file of a later version is attested to nobody who had an earlier one, and each line tells its version', async () => {
  const { sender, slug, to, base, li, film, newPhoto, idOf } = await changed()
  const ofFilm = await receiptOf(sender, slug, `?fileId=${idOf(film.path)}`)
  expect([ofFilm.lineCount, ofFilm.lines]).toEqual([0, []])
  expect(ofFilm.people.map(({ downloads }: { downloads: number }) => downloads)).toEqual([0, 0, 0])
  await get(`${base}/zip?user=${li}`, { 'user-agent': 'curl/8.5' })
  const receipt = await waitFor(async () => {
    const now = await receiptOf(sender, slug)
    return now.lineCount === 3 && now.lines[0].completedAt && now
  })
  expect(receipt.lines).toMatchObject([
    { email: to[0], version: 2, fileCount: 3 },
    { email: to[1], version: 1, fileCount: 2 },
    { email: to[0], version: 1, fileCount: 1 },
  ])
  expect((await receiptOf(sender, slug, `?fileId=${idOf(film.path)}`)).lines).toMatchObject([{ email: to[0], version: 2 }])
  // Of every version the checksums come, although nobody reads the receipt of the first.
  const rows = await waitFor(async () => {
    const now = await csvOf(sender, slug)
    return !now.some((row) => row[16]) && now
  })
  expect(rows.filter((row) => row[5] === photo.path).map((row) => [row[2], row[8], row[7]])).toEqual([
    [to[0], '2', hex(newPhoto.bytes)],
    [to[1], '1', hex(photo.bytes)],
  ])
})

test('T3 T9 whoever had files that were freed since keeps a line, with how many they were', async () => {
  const { sender, slug, to, base, li, fileOf } = await changed()
  const old = fileOf(invoice.path)
  expect((await changeFiles(sender, slug, { remove: [old] })).status).toBe(200)
  await get(`${base}/zip?user=${li}`)
  expect((await free(sender, slug)).status).toBe(200)
  const rows = await csvOf(sender, slug)
  const freed = rows.filter((row) => row[5] === '').map((row) => [row[2], row[8], row[16]])
  expect(freed).toEqual([
    [to[1], '1', '2 files whose names are no longer kept'],
    [to[0], '1', '1 file whose name is no longer kept'],
    [to[2], '', ''],
  ])
  const { lines } = await receiptOf(sender, slug)
  expect(lines.slice(1)).toMatchObject([
    { fileName: null, fileCount: 2, freedCount: 2 },
    { fileName: null, fileCount: 1, freedCount: 1 },
  ])
})

test('T3 T9 the receipt of somebody who was taken out is there as long as they had something', async () => {
  const { sender, slug, to } = await received()
  const { people: all } = await receiptOf(sender, slug)
  const idOf = (email: string) => all.find((person: { email: string }) => person.email === email).recipientId
  for (const email of [to[1]!, to[2]!])
    expect((await sender.call('DELETE', `/api/transfers/${slug}/recipients/${idOf(email)}`)).status).toBe(200)
  const ofAnna = await receiptOf(sender, slug, `?recipientId=${idOf(to[1]!)}`)
  expect([ofAnna.people[0].email, ofAnna.lineCount]).toEqual([to[1], 1])
  expect((await receiptOf(sender, slug, `?recipientId=${idOf(to[2]!)}`)).error.code).toBe('notYours')
})

test('T3 R13 a file that cannot be read ends the waiting for its checksum, and is looked into once', async () => {
  const sender = await Account.create(server)
  const slug = await send(sender, [photo, { path: 'b.bin', bytes: randomBytes(9_000_000) }], { sendAs: 'link', emailTo: [] })
  const { db } = server.services
  const [file] = (
    await db.execute<{ id: string; blob_id: string }>(
      sql`select f.id, f.blob_id from ${fileRows} f join ${uploads} u on u.id = f.upload_id where u.slug = ${slug} and f.path = 'b.bin'`,
    )
  ).rows
  const root = join(server.services.config.dataDir, 'blobs')
  for (const name of readdirSync(root, { recursive: true }) as string[])
    if (name.includes(file!.blob_id)) rmSync(join(root, name), { recursive: true })
  const receipt = await waitFor(async () => {
    const now = await receiptOf(sender, slug)
    return !now.isHashing && now
  })
  expect(receipt.files.map(({ sha256 }: { sha256: string | null }) => sha256)).toEqual([hex(photo.bytes), null])
  // It may be on a disk that is away: who reads it whole believes that it is lost at the last of its tries.
  expect(await hasJob(db, `verify-blob:${file!.blob_id}`)).toBe(true)
  expect((await receiptOf(sender, slug)).isHashing).toBe(false)
  const complaints = server.logs.filter((line) => line.includes(file!.id) && line.includes('a file for a receipt'))
  expect(complaints).toHaveLength(1)
})

// Last: whoever waits for a mail reads all that there are.
test('T3 many people and files stay on one page', async () => {
  const sender = await Account.create(server, { role: 'teamelite' })
  const files = Array.from({ length: 300 }, (_, n) => ({
    path: `${'很长的名字'.repeat(15)}${n}.txt`,
    bytes: Buffer.from(`${n}`),
  }))
  const emailTo = Array.from({ length: 200 }, (_, n) => ({ email: `${'long'.repeat(10)}${n}@example.com` }))
  const slug = await send(sender, files, { emailTo, message: '' })
  const pdf = Buffer.from(await (await fetchAs(sender, `/api/transfers/${slug}/receipt.pdf`)).arrayBuffer())
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})
