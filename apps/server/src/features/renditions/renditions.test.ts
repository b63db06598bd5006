import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heic64x48, onePage, opusWebm, psd90x60 } from '../../../test/support/media-samples.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import { Browser } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { renderPdf } from './render-pdf.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c8351f' } })

const again = async (url: string) => (await get(url)).bytes.toString() && JSON.parse((await get(url)).bytes.toString())
const viewUrl = (url: (path: string) => string) => url('').replace(/\/\?/, '?')

test('K5 D4 small pictures of images, HEIC, TIFF, PSD and first pages, by links that die after 600 seconds', async () => {
  const files = [
    { path: 'photo 照片.png', bytes: await picture(1200, 900).png().toBuffer() },
    { path: 'scan.tiff', bytes: await picture(3000, 1500).tiff().toBuffer() },
    { path: 'phone.HEIC', bytes: heic64x48 },
    { path: 'drawing.psd', bytes: psd90x60() },
    { path: 'offer.pdf', bytes: await onePage() },
    { path: 'broken.jpg', bytes: Buffer.from('no picture at all') },
    { path: 'notes.txt', bytes: Buffer.from('Hello') },
  ]
  const { url } = await sendTo(server, files)
  await server.runJobs('renditions:turn')
  const view = await again(viewUrl(url))
  const shown = view.files.map(({ path, thumbnail }: any) => [path, thumbnail !== undefined])
  expect(shown).toEqual(files.map(({ path }) => [path, !/broken|notes/.test(path)]))
  const sizeOf = async (bytes: Buffer) => {
    const { format, width, height } = await sharp(bytes).metadata()
    return [format, width, height]
  }
  const sizes = await Promise.all(
    view.files.slice(0, 5).map(async (file: any) => {
      const { status, headers, bytes } = await get(server.url + file.thumbnail)
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toMatchObject([
        200,
        'image/webp',
        expect.stringMatching(/^private, max-age=\d+$/),
      ])
      return sizeOf(bytes)
    }),
  )
  expect(sizes).toEqual([
    ['webp', 360, 270],
    ['webp', 360, 180],
    ['webp', 64, 48],
    ['webp', 90, 60],
    ['webp', 360, 180],
  ])
  // What no browser shows is made large too.
  const large = async (at: number) => sizeOf((await get(`${url(`files/${view.files[at].fileId}/preview`)}&as=picture`)).bytes)
  expect(await large(1)).toEqual(['webp', 2048, 1024])
  expect(await large(2)).toEqual(['webp', 64, 48])
  expect((await get(`${url(`files/${view.files[0].fileId}/preview`)}&as=picture`)).status).toBe(404)

  const [{ thumbnail }] = view.files
  expect((await get(`${server.url}${thumbnail}x`)).status).toBe(404)
  server.moveClock(601)
  expect((await get(server.url + thumbnail)).status).toBe(404)
})

test('K5 who draws a page of a PDF leaves the process the functions of Node, which alone have no prototype', async () => {
  await renderPdf(await onePage(), 100)
  await expect(renderPdf(Buffer.from('none'), 100)).rejects.toThrow()
  const isReplaced = ({ parse, stringify } = JSON) => [parse, stringify, [].push].map((each) => Object.hasOwn(each, 'prototype'))
  expect(isReplaced()).toEqual([false, false, false])
})

test('Q9 Q10 what was recorded is marked, and sound gets a version that every phone plays', async () => {
  const poster = (await picture(360, 270).jpeg().toBuffer()).toString('base64')
  const files = [
    { path: 'VoiceMemo-1.webm', bytes: opusWebm },
    { path: 'RecordedVideo-2.webm', bytes: opusWebm },
    { path: 'other.webm', bytes: opusWebm },
  ]
  const item = (path: string) => [{ fileName: path, size: opusWebm.length, itemPath: path }]
  const { url } = await sendTo(server, files, {
    voiceMemo: item('VoiceMemo-1.webm'),
    recordedVideos: [...item('RecordedVideo-2.webm'), ...item('not there.webm')],
    posters: [
      { itemPath: 'RecordedVideo-2.webm', image: poster },
      { itemPath: 'other.webm', image: Buffer.from('<svg onload=1>').toString('base64') },
    ],
  })
  await server.runJobs('renditions:turn')
  const view = await again(viewUrl(url))
  expect(view.files).toMatchObject([
    { media: 'voice', hasAudio: true },
    { media: 'video', thumbnail: expect.any(String) },
    { path: 'other.webm' },
  ])
  expect(view.files[2]).not.toHaveProperty('media')
  expect(view.files[2]).not.toHaveProperty('thumbnail')
  expect((await get(server.url + view.files[1].thumbnail)).headers.get('content-type')).toBe('image/webp')

  const preview = (at: number, more = '') => `${url(`files/${view.files[at].fileId}/preview`)}${more}`
  const original = await get(preview(0))
  expect([original.headers.get('content-type'), original.bytes]).toEqual(['audio/webm', opusWebm])
  const sound = await get(preview(0, '&as=audio'))
  expect(sound.headers.get('content-type')).toBe('audio/mp4')
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(sound.bytes) })
  expect([(await input.getPrimaryAudioTrack())!.codec, await input.getMimeType()]).toEqual([
    'aac',
    'audio/mp4; codecs="mp4a.40.2"',
  ])
  expect(await input.computeDuration()).toBeCloseTo(1.5, 0)
  const part = await get(preview(0, '&as=audio'), { range: 'bytes=4-7' })
  expect([part.status, part.bytes.toString()]).toEqual([206, 'ftyp'])
})

/** What the account's timeline tells of looking. */
const lookedAt = async (account: Browser, slug: string): Promise<[string, string][]> => {
  const { json } = await account.withAccess('GET', `/api/transfers/${slug}/timeline`)
  const events = json.events.filter(({ kind }: any) => kind === 'previewed')
  return events.map(({ email, detail }: any) => [email, detail.path])
}

test('D4 T2 looking is told once for each reader and file, and is no download', async () => {
  const account = new Browser(server)
  await account.signUp('looked@example.com')
  const files = [
    { path: 'a.txt', bytes: Buffer.from('<script>alert(1)</script>') },
    { path: 'VoiceMemo-1.webm', bytes: opusWebm },
  ]
  const item = [{ fileName: 'VoiceMemo-1.webm', itemPath: 'VoiceMemo-1.webm' }]
  const { slug, url, view, to } = await sendTo(server, files, { sender: account, voiceMemo: item })
  const [text, voice] = view.files.map(({ fileId }: any) => url(`files/${fileId}/preview`))
  for (const range of ['bytes=0-3', 'bytes=0-', 'bytes=4-9']) await get(text, { range })
  // Its page loads it before it is heard: told when it says so.
  await get(voice)
  expect(await lookedAt(account, slug)).toEqual([[to, 'a.txt']])
  expect((await get(`${voice}&seen=1`, {}, 'HEAD')).status).toBe(200)
  expect(await lookedAt(account, slug)).toEqual([
    [to, 'VoiceMemo-1.webm'],
    [to, 'a.txt'],
  ])
  const { json } = await account.withAccess('GET', `/api/transfers/${slug}/detail`)
  expect(json.transfer).toMatchObject({ total_downloads: 0, people: { downloaded: 0 } })
})

test('D4 where each download counts only what was recorded can be had without one', async () => {
  const account = new Browser(server)
  await account.signUp('limited@example.com')
  const files = [
    { path: 'a.txt', bytes: Buffer.from('Hello') },
    { path: 'VoiceMemo-1.webm', bytes: opusWebm },
  ]
  const item = [{ fileName: 'VoiceMemo-1.webm', itemPath: 'VoiceMemo-1.webm' }]
  const { url, view, slug } = await sendTo(server, files, { sender: account, voiceMemo: item })
  await account.withAccess('PATCH', `/api/transfers/${slug}`, { downloadLimit: 1 })
  const statuses = view.files.map(async ({ fileId }: any) => (await get(url(`files/${fileId}/preview`))).status)
  expect(await Promise.all(statuses)).toEqual([403, 200])
})

test.each([
  ['drawing.svg', 'text/plain'],
  ['feed.xml', 'text/plain'],
  ['code.js', 'text/plain'],
  ['offer.pdf', 'application/pdf'],
  ['mail.mht', 'application/octet-stream'],
  ['sheet.xhtml', 'application/octet-stream'],
  ['photo.jpg', 'image/jpeg'],
])('R34 %s is looked at as %s, and nothing that a browser runs', async (path, type) => {
  const { url, view } = await sendTo(server, [{ path, bytes: Buffer.from('<html><script>alert(1)</script>') }])
  const { headers } = await get(url(`files/${view.files[0].fileId}/preview`))
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': type,
    'content-disposition': expect.stringMatching(/^attachment/),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('D4 R26 an owner looks at their own by an address that ends', async () => {
  const account = new Browser(server)
  await account.signUp('owner@example.com')
  const bytes = await picture(40, 30).png().toBuffer()
  const { slug, view } = await sendTo(server, [{ path: 'own.png', bytes }], { sender: account })
  const ask = `/api/transfers/${slug}/files/${view.files[0].fileId}/previews`
  const { json } = await account.withAccess('POST', ask, {})
  const looked = await get(server.url + json.url)
  expect([looked.status, looked.headers.get('content-type'), looked.bytes]).toEqual([200, 'image/png', bytes])
  expect((await get(`${server.url}${json.url.replace('/api/previews/', '/api/thumbnails/')}`)).status).toBe(404)
  const other = new Browser(server)
  await other.signUp('other@example.com')
  expect((await other.withAccess('POST', ask, {})).status).toBe(404)
  server.moveClock(6 * 3600 + 1)
  expect((await get(server.url + json.url)).status).toBe(404)
})

test('Q9 Q18 R3 forwarding and requests carry what was recorded', async () => {
  const account = new Browser(server)
  await account.signUp('carrier@example.com')
  const name = 'VoiceMemo-1.webm'
  const voiceMemo = [{ fileName: name, size: opusWebm.length, itemPath: name }]
  const { slug, view } = await sendTo(server, [{ path: name, bytes: opusWebm }], { sender: account, voiceMemo })
  const fileIds = [view.files[0].fileId]
  const forwarded = await account.withAccess('POST', `/api/transfers/${slug}/forward`, { fileIds, sendAs: 'link' })
  expect([forwarded.status, forwarded.json.voiceMemo]).toEqual([200, voiceMemo])

  const { json: made } = await account.withAccess('POST', '/api/requests', { title: 'Say it', emailField: 'optional' })
  const supplier = new Supplier(server, made.request.linkUrl)
  expect((await supplier.sendFiles([{ path: name, bytes: opusWebm }], {}, { voiceMemo })).json.state).toBe('received')
  await server.runJobs('renditions:turn')
  const requestPath = `/api/requests/${made.request.slug}`
  const [file] = (await account.withAccess('GET', requestPath)).json.suppliers[0].slots[0].files
  expect(file).toMatchObject({ path: name, media: 'voice', hasAudio: true })
  const { json } = await account.withAccess('POST', `${requestPath}/files/${file.fileId}/previews`, {})
  const heard = await get(`${server.url}${json.url}?as=audio`)
  expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/mp4'])
})
