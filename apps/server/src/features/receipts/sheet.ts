/** Pages of A4 to write on, one where nobody turns to the next: a title, facts and tables that end where the space ends. Measures in points. */

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Language } from '@sampan/contract/paths'
import { about } from '@sampan/texts/registry/about'
import PDFDocument from 'pdfkit'

const margin = 44
const ink = '#1d2733'
const grey = '#5b6673'
const line = '#d9d4c8'
const lacquer = '#b3261e'

const fonts = dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc'))
/** Latin, Cyrillic, Greek and the Chinese of GB 2312: one font, so that a line may hold all of them. */
const fontFile = join(fonts, '../fonts/NotoSansHans-Regular.otf')

export type Column = { title: string; width: number }
export type Sheet = ReturnType<typeof openSheet>

export function openSheet(info: { title: string; author: string; madeAt: Date; language: Language }) {
  const page = new PDFDocument({
    size: 'A4',
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    lang: about[info.language].tag,
    info: { Title: info.title, Author: info.author, CreationDate: info.madeAt },
  })
  page.font(fontFile)
  const width = page.page.width - 2 * margin
  let y = margin

  /** Cut where it would be wider. */
  const put = (text: string, x: number, space: number, size: number, color: string) =>
    page
      .fontSize(size)
      .fillColor(color)
      .text(clipped(page, text, space), x, y, { lineBreak: false })
  const rule = () => {
    page
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.6)
      .strokeColor(line)
      .stroke()
  }

  return {
    /** What is left above the foot. */
    spaceLeft: () => page.page.height - margin - 40 - y,
    nextPage: () => {
      page.addPage()
      y = margin
    },
    space: (points: number) => {
      y += points
    },
    title: (text: string, beside: string) => {
      put(text, margin, width, 22, lacquer)
      page.fontSize(9)
      put(beside, margin + width - Math.min(width, page.widthOfString(beside)), width, 9, grey)
      y += 32
    },
    text: (text: string, size = 9, color = ink) => {
      put(text, margin, width, size, color)
      y += size * 1.6
    },
    fact: (label: string, value: string) => {
      put(label, margin, 86, 9, grey)
      put(value, margin + 90, width - 90, 9, ink)
      y += 15
    },
    heading: (text: string) => {
      y += 10
      put(text, margin, width, 11.5, ink)
      y += 19
    },
    row: (columns: readonly Column[], cells: readonly string[], isHead = false) => {
      let x = margin
      columns.forEach(({ width: share }, index) => {
        const space = share * width
        put(cells[index] ?? '', x, space - 6, isHead ? 7.5 : 8, isHead ? grey : ink)
        x += space
      })
      y += 13
      rule()
      y += 3
    },
    small: (text: string) => {
      put(text, margin, width, 7.5, grey)
      y += 12
    },
    foot: (texts: readonly string[]) => {
      y = page.page.height - margin - 12 * (texts.length - 1)
      rule()
      y += 6
      for (const text of texts) {
        put(text, margin, width, 7, grey)
        y += 11
      }
    },
    end: async (): Promise<Buffer> => {
      const chunks: Buffer[] = []
      page.on('data', (chunk: Buffer) => void chunks.push(chunk))
      const ended = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
      page.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

/** Whole characters, with an ellipsis where something is missing. */
function clipped(page: PDFKit.PDFDocument, text: string, space: number): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, '')
  if (page.widthOfString(plain) <= space) return plain
  const characters = [...plain]
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (page.widthOfString(`${characters.slice(0, middle).join('')}…`) <= space) low = middle
    else high = middle - 1
  }
  return `${characters.slice(0, low).join('')}…`
}
