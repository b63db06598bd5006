import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heic64x48, opusWebm } from '../../testing/media-samples.ts'
import { bundleRenderProgram } from '../../testing/render-program.ts'
import { NotRendered, startRenderer } from './renderer.ts'

let program: URL
const folder = mkdtempSync(join(tmpdir(), 'sampan-renderer-'))
beforeAll(async () => {
  program = await bundleRenderProgram()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(fileURLToPath(program))
})

function programOf(name: string, source: string): URL {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, source)
  return pathToFileURL(file)
}
const task = (bytes: Uint8Array, ending: string) => ({ bytes, ending, isVoice: ending === 'webm' })
const picture = () => sharp({ create: { width: 800, height: 600, channels: 3, background: '#c8351f' } })

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** One bit for each pixel: some kilobytes that say they are 900 million pixels. */
function bomb(sidePixels: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(sidePixels)
  head.writeUInt32BE(sidePixels, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(sidePixels * (1 + Math.ceil(sidePixels / 8))))
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

test('R36 K5 a picture of 900 million pixels is refused, and the next file is rendered by the same process', async () => {
  const renderer = startRenderer(program)
  try {
    await expect(renderer.render(task(bomb(30_000), 'png'))).rejects.toThrow(NotRendered)
    expect(await renderer.render(task(await picture().jpeg().toBuffer(), 'jpg'))).toMatchObject([
      { form: 'thumbnail', type: 'image/webp' },
    ])
    expect(await renderer.render(task(heic64x48, 'heic'))).toHaveLength(2)
    expect(await renderer.render(task(opusWebm, 'webm'))).toMatchObject([{ form: 'audio', type: 'audio/mp4' }])
  } finally {
    renderer.close()
  }
})

test.each([
  ['does not end', "process.on('message', () => { for (;;) {} })", /too long/],
  [
    'takes all memory',
    "const kept = []; process.on('message', () => setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 5))",
    /too much memory/,
  ],
  ['breaks its process', "process.on('message', () => process.abort())", /ended with SIGABRT/],
  ['leaves', "process.on('message', () => process.exit(3))", /ended with 3/],
])('R36 a file whose reading %s ends nothing but its own process', async (_, source, reason) => {
  const renderer = startRenderer(programOf('bad', source), { renderMs: 700, memoryBytes: 150_000_000 })
  try {
    await expect(renderer.render(task(Buffer.alloc(10), 'png'))).rejects.toThrow(reason)
    await expect(renderer.render(task(Buffer.alloc(10), 'png'))).rejects.toThrow(NotRendered)
  } finally {
    renderer.close()
  }
})

test('R36 its process has nothing of the server’s environment', async () => {
  process.env.SECRET_OF_THE_TEST = 'x'
  const said = "process.on('message', () => process.send({ reason: JSON.stringify(Object.keys(process.env)) }))"
  const renderer = startRenderer(programOf('env', said))
  try {
    await expect(renderer.render(task(Buffer.alloc(10), 'png'))).rejects.not.toThrow(/SECRET|DATABASE|DATA_DIR/)
  } finally {
    renderer.close()
    delete process.env.SECRET_OF_THE_TEST
  }
})
