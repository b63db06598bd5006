import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opusWebm } from '../../../test/support/media-samples.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import { Browser } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c8351f' } })
const videoNamed = (path: string) => ({ path, bytes: opusWebm })

/** 38 bytes that say they are so large, inside as the outside says or not. */
function webp(outside: number | null, inside: number): Buffer {
  const frame = Buffer.alloc(18)
  frame.write('VP8 ', 'latin1')
  frame.writeUInt32LE(10, 4)
  frame.set([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a], 8)
  frame.writeUInt16LE(inside, 14)
  frame.writeUInt16LE(inside, 16)
  const extended = Buffer.alloc(outside === null ? 0 : 18)
  if (outside !== null) {
    extended.write('VP8X', 'latin1')
    extended.writeUInt32LE(10, 4)
    extended.writeUIntLE(outside - 1, 12, 3)
    extended.writeUIntLE(outside - 1, 15, 3)
  }
  const body = Buffer.concat([Buffer.from('WEBP'), extended, frame])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
/** Another size in the head than the picture has. */
async function jpegSaying(side: number): Promise<Buffer> {
  const bytes = await picture(64, 48).jpeg().toBuffer()
  const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
  bytes.writeUInt16BE(side, frame + 5)
  bytes.writeUInt16BE(side, frame + 7)
  return bytes
}
const gif = Buffer.from(`GIF89a\xff\xff\xff\xff\0\0\0`, 'latin1')
const small = () => picture(360, 270)

const hostile = async (): Promise<Record<string, Buffer>> => ({
  'a webp of 16,383': webp(null, 16_383),
  'a webp of 16,383 in a frame': webp(16_383, 16_383),
  'a webp of 16,383 in a frame of 300': webp(300, 16_383),
  'a jpeg of 65,000': await jpegSaying(65_000),
  'a jpeg that breaks off': (await small().jpeg().toBuffer()).subarray(0, 400),
  'a png': await small().png().toBuffer(),
  'a gif of 65,535': gif,
  'a gif': await small().gif().toBuffer(),
  'an avif': await small().avif().toBuffer(),
  'a drawing': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
})

test('R36 D4 a poster is drawn anew before anybody sees it, and what claims too much is not kept', async () => {
  const posters: Record<string, Buffer> = {
    ...(await hostile()),
    'a large one': await picture(1024, 768).webp().toBuffer(),
    'one as pages make it': await small().jpeg().toBuffer(),
  }
  const at = (name: string) => `${name}.webm`
  const names = Object.keys(posters)
  const { url } = await sendTo(
    server,
    names.map((name) => videoNamed(at(name))),
    { posters: names.map((name) => ({ itemPath: at(name), image: posters[name]!.toString('base64') })) },
  )
  await server.runJobs('renditions:turn')
  const { files } = JSON.parse((await get(url('').replace(/\/\?/, '?'))).bytes.toString())
  const shown = files.filter((file: any) => file.thumbnail)
  expect(shown.map((file: any) => file.path)).toEqual([at('a large one'), at('one as pages make it')])
  for (const { thumbnail, path } of shown) {
    const { headers, bytes } = await get(server.url + thumbnail)
    expect([headers.get('content-type'), bytes.equals(posters[path.replace('.webm', '')]!)]).toEqual(['image/webp', false])
    const { format, width, height } = await sharp(bytes).metadata()
    expect([path, format, width, height]).toEqual([path, 'webp', 360, 270])
  }
})

test('R36 R3 a poster of a stranger is drawn anew, and is none of a file that is a picture itself', async () => {
  const account = new Browser(server)
  await account.signUp('posters@example.com')
  const { json: made } = await account.withAccess('POST', '/api/requests', { title: 'Show it', emailField: 'optional' })
  const supplier = new Supplier(server, made.request.linkUrl)
  const blue = await picture(360, 360).jpeg().toBuffer()
  const posters = ['film.mp4', 'photo.png'].map((itemPath) => ({ itemPath, image: blue.toString('base64') }))
  const files = [
    { path: 'film.mp4', bytes: Buffer.from('a film') },
    { path: 'photo.png', bytes: await picture(100, 50).png().toBuffer() },
  ]
  await supplier.sendFiles(files, {}, { posters })
  await server.runJobs('renditions:turn')
  const { json } = await account.withAccess('GET', `/api/requests/${made.request.slug}`)
  const shown = json.suppliers[0].slots[0].files
  expect(shown.map(({ path }: any) => path)).toEqual(['film.mp4', 'photo.png'])
  const sizes = await Promise.all(
    shown.map(async ({ thumbnail }: any) => {
      const { format, width, height } = await sharp((await get(server.url + thumbnail)).bytes).metadata()
      return [format, width, height]
    }),
  )
  expect(sizes).toEqual([
    ['webp', 360, 360],
    ['webp', 100, 50],
  ])
})
