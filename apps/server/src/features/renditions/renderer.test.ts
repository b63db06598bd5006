import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heic64x48, onePage, opusWebm, psd90x60 } from '../../../test/support/media-samples.ts'
import { bundleRenderProgram } from '../../../test/support/render-program.ts'
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
/** As render-program.ts speaks; `heard` runs with each file that comes. */
const speaking = (heard: string): string => `
  import { writeSync } from 'node:fs'
  function say(head) {
    const text = Buffer.from(JSON.stringify(head)), lengths = Buffer.alloc(8)
    lengths.writeUInt32LE(text.length)
    writeSync(3, Buffer.concat([lengths, text]))
  }
  say({ isReady: true })
  process.stdin.once('data', () => { ${heard} })`
const task = (bytes: Uint8Array, ending: string) => ({
  bytes,
  ending,
  as: ending === 'webm' ? ('voice' as const) : ('file' as const),
})
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

test('R36 K5 Q9 every decoder works where it can reach nothing, and a picture of 900 million pixels is refused by the same process', async () => {
  const renderer = startRenderer({ program })
  const formsOf = async (ending: string, bytes: Buffer) =>
    (await renderer.render(task(bytes, ending))).map(({ form }) => form).join(' ')
  try {
    await expect(renderer.render(task(bomb(30_000), 'png'))).rejects.toThrow(NotRendered)
    const shown = await Promise.all(
      (['png', 'jpeg', 'webp', 'gif', 'avif'] as const).map(
        async (kind) => [kind, await picture().toFormat(kind).toBuffer()] as const,
      ),
    )
    for (const [kind, bytes] of shown) expect([kind, await formsOf(kind, bytes)]).toEqual([kind, 'thumbnail'])
    expect(await formsOf('tiff', await picture().tiff().toBuffer())).toBe('thumbnail picture')
    expect(await formsOf('heic', heic64x48)).toBe('thumbnail picture')
    expect(await formsOf('psd', psd90x60())).toBe('thumbnail picture')
    expect(await formsOf('pdf', await onePage())).toBe('thumbnail')
    expect(await formsOf('webm', opusWebm)).toBe('audio')
    // Drawings and what else libvips reads are no pictures here, whatever they are called.
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await expect(renderer.render(task(drawing, 'png'))).rejects.toThrow(/unsupported/)
  } finally {
    renderer.close()
  }
})

const runningWith = (text: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => commandOf(pid).includes(text))
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

test.each([
  ['does not end', 'for (;;) {}', /too long/],
  ['takes all memory', 'const kept = []; setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 5)', /too much memory/],
  ['breaks its process', 'process.abort()', /ended with/],
  ['leaves', 'process.exit(3)', /ended with 3/],
  ['answers with too much', 'writeSync(3, Buffer.alloc(8, 255)); setInterval(() => {}, 1e6)', /ended with/],
  ['makes what is no picture', "say({ parts: [{ form: 'thumbnail', length: 0 }] })", /not what is served/],
  ['makes what is of no kind', "say({ parts: [{ form: 'poster', length: 0 }] })", /not what is served/],
])('R36 a file whose reading %s ends nothing but its own process', async (_, heard, reason) => {
  const limits = { renderMs: /too long/.test(String(reason)) ? 700 : 300_000, pdfMs: 700, memoryBytes: 150_000_000 }
  const renderer = startRenderer({ program: programOf('bad', speaking(heard)), limits })
  try {
    await expect(renderer.render(task(Buffer.alloc(10), 'png'))).rejects.toThrow(reason)
    await expect(renderer.render(task(Buffer.alloc(10), 'png'))).rejects.toThrow(NotRendered)
    // Nothing of it is left, whatever stood between it and the server.
    await expect.poll(() => runningWith(folder)).toEqual([])
  } finally {
    renderer.close()
  }
})

test('R36 a first page has less time than a picture', async () => {
  const limits = { renderMs: 300_000, pdfMs: 1, memoryBytes: 150_000_000 }
  const renderer = startRenderer({ program: programOf('slow', speaking('for (;;) {}')), limits })
  await expect(renderer.render(task(Buffer.alloc(10), 'pdf'))).rejects.toThrow(/too long/)
})

test('R36 a program that does not start fails nobody’s file', async () => {
  const renderer = startRenderer({ program: programOf('none', 'process.exit(0)') })
  await expect(renderer.render(task(Buffer.alloc(10), 'png'))).rejects.not.toThrow(NotRendered)
})

test('R36 its process has nothing of the server’s environment', async () => {
  process.env.SECRET_OF_THE_TEST = 'x'
  const said = 'say({ reason: JSON.stringify(Object.keys(process.env)) })'
  const renderer = startRenderer({ program: programOf('env', speaking(said)) })
  try {
    await expect(renderer.render(task(Buffer.alloc(10), 'png'))).rejects.not.toThrow(/SECRET|DATABASE|DATA_DIR/)
  } finally {
    renderer.close()
    delete process.env.SECRET_OF_THE_TEST
  }
})
