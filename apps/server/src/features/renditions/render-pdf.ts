/** The first page of a PDF, small. */
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Rendered } from './render.ts'

const library = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { parse, stringify } = JSON
const { push } = Array.prototype
/** What the library puts in the place of Node's own, for everything in this process, and needs itself for nothing: on Node 20 its JSON is written fifteen times as slowly. */
function putBack(): void {
  Object.assign(JSON, { parse, stringify })
  Object.assign(Array.prototype, { push })
}

const folder = (name: string): string => `${path.join(library, name)}/`

export async function renderPdf(bytes: Uint8Array, sidePixels: number): Promise<Rendered[]> {
  // Not before there is one: whatever a file outside of the bundle imports is else loaded with the program.
  const [{ createCanvas }, { getDocument }] = await Promise.all([
    import('@napi-rs/canvas'),
    import('pdfjs-dist/legacy/build/pdf.mjs'),
  ])
  const task = getDocument({
    // It takes the bytes for itself.
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    maxImageSize: 30_000_000,
    verbosity: 0,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
  })
  try {
    const page = await (await task.promise).getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: Math.min(4, sidePixels / Math.max(width, height)) })
    const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)))
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: 'white' }).promise
    return [{ form: 'thumbnail', type: 'image/webp', bytes: await canvas.encode('webp', 75) }]
  } finally {
    putBack()
    await task.destroy()
  }
}
