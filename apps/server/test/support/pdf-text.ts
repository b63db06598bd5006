import { inflateSync } from 'node:zlib'

/** What a PDF's pages hold, unpacked. */
const streamsOf = (pdf: Buffer): string =>
  pdf
    .toString('latin1')
    .split('stream\n')
    .slice(1)
    .map((part) => {
      try {
        return inflateSync(Buffer.from(part, 'latin1')).toString('latin1')
      } catch {
        return ''
      }
    })
    .join('\n')

/** The characters that a PDF's fonts say they show. */
export const charactersOf = (pdf: Buffer): string =>
  [...streamsOf(pdf).matchAll(/<([0-9a-f]{4})>/gi)].map(([, code]) => String.fromCharCode(Number.parseInt(code!, 16))).join('')

/** What is written in the fonts that every reader of PDFs has, line by line. */
export const wordsOf = (pdf: Buffer): string =>
  [...streamsOf(pdf).matchAll(/\[(.*?)\] TJ/g)]
    .map(([, line]) =>
      [...line!.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(''),
    )
    .join('\n')
