/** Draws what other sites show beside a link to a public page: the boat, the name and the water of the page, and what it is called. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pagePictureSize } from '@sampan/contract/page-language'
import type { Language } from '@sampan/contract/paths'
import { brandColours } from '@sampan/contract/rules/brand-colours'
import { about } from '@sampan/texts/registry/about'

type Canvas = typeof import('@napi-rs/canvas')
type Shape = { d: string; fill: string | null; stroke: string | null; width: number; opacity: number }
export type Drawn = {
  page: string
  title: string
  productName: string
  /** The operator's, in which the sail is. */
  brandColour: string | null
  language: Language
  headlineFont: Buffer | null
}

/** Of the light theme, as in ui/tokens.css. */
const ownColours: Record<string, string> = {
  paper: '#faf7f1',
  ink: '#13212e',
  lacquer: '#c8351f',
  'mist-1': '#dfe8ea',
  'mist-2': '#c6d6db',
  'mist-3': '#a5bec7',
}
const edge = 84
const sizes = [92, 80, 68, 58, 50] as const
const maxLines = 3

/** Has Chinese; letters that the headline's font has are taken from that. */
const chineseFont = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts/NotoSansHans-Medium.otf')

/** Loaded as the first picture is asked for: most processes draw none. */
let loaded: Promise<Canvas> | null = null
function load(headlineFont: Buffer | null): Promise<Canvas> {
  loaded ??= import('@napi-rs/canvas').then((canvas) => {
    if (headlineFont) canvas.GlobalFonts.register(headlineFont, 'Headline')
    canvas.GlobalFonts.registerFromPath(chineseFont(), 'Chinese')
    return canvas
  })
  return loaded
}

/** The shapes of the first drawing of this size in a built page. */
function shapesIn(page: string, viewBox: string, colours: Record<string, string>): Shape[] {
  const [, drawing = ''] = new RegExp(`<svg[^>]*viewBox="${viewBox}"[^>]*>(.*?)</svg>`, 's').exec(page) ?? []
  return [...drawing.matchAll(/<path\b([^>]*)>/g)].map(([, attributes = '']) => {
    const read = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? null
    const colour = (name: string) => colours[/^var\(--([\w-]+)\)$/.exec(read(name) ?? '')?.[1] ?? ''] ?? null
    return {
      d: / d="([^"]*)"/.exec(attributes)?.[1] ?? '',
      fill: colour('fill'),
      stroke: colour('stroke'),
      width: Number(read('stroke-width') ?? 1),
      opacity: Number(read('opacity') ?? 1),
    }
  })
}

/** Words with what follows them up to the next, so that no line begins with a comma. */
function wordsOf(title: string, language: Language): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(about[language].tag, { granularity: 'word' }).segment(title))
    if (isWordLike || words.length === 0) words.push(segment)
    else words[words.length - 1] += segment
  return words
}

function linesOf(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines = ['']
  for (const word of words) {
    const line = lines.at(-1)! + word
    if (lines.at(-1) === '' || fits(line.trimEnd())) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines
}

export async function drawPagePicture(drawn: Drawn): Promise<Buffer> {
  const { page, title, productName, brandColour, language, headlineFont } = drawn
  const colours = brandColour ? { ...ownColours, lacquer: brandColours(brandColour, 'light').button } : ownColours
  const { createCanvas, Path2D } = await load(headlineFont)
  const { width, height } = pagePictureSize
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')

  function drawShapes(shapes: readonly Shape[], x: number, y: number, scaleX: number, scaleY: number): void {
    pen.save()
    pen.translate(x, y)
    pen.scale(scaleX, scaleY)
    for (const { d, fill, stroke, width, opacity } of shapes) {
      const path = new Path2D(d)
      pen.globalAlpha = opacity
      if (fill) pen.fillStyle = fill
      if (fill) pen.fill(path)
      if (stroke) pen.strokeStyle = stroke
      pen.lineWidth = width
      if (stroke) pen.stroke(path)
    }
    pen.restore()
  }
  /** The weight of a variable font is set after its size. */
  function setSize(size: number): void {
    pen.font = `${size}px Headline, Chinese`
    pen.fontVariationSettings = "'wght' 560"
  }

  pen.fillStyle = colours.paper!
  pen.fillRect(0, 0, width, height)
  drawShapes(shapesIn(page, '0 0 1440 420', colours), 0, 300, width / 1440, 330 / 420)
  drawShapes(shapesIn(page, '0 0 32 32', colours), edge - 8, 64, 3, 3)
  pen.fillStyle = colours.ink!
  setSize(44)
  pen.fillText(productName, edge + 106, 132, width - 2 * edge - 106)

  const words = wordsOf(title, language)
  const fits = (line: string) => pen.measureText(line).width <= width - 2 * edge
  let lines: string[] = []
  let chosen: number = sizes[0]
  for (const size of sizes) {
    chosen = size
    setSize(size)
    lines = linesOf(words, fits)
    if (lines.length <= maxLines && lines.every((line) => fits(line.trimEnd()))) break
  }
  lines.forEach((line, at) => void pen.fillText(line.trimEnd(), edge, 210 + chosen + at * chosen * 1.16, width - 2 * edge))
  return canvas.encode('png')
}
