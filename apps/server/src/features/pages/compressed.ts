/** A body in the encodings that a browser may ask for. */
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const smallestBytes = 1024
const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)

/** The best encoding that Accept-Encoding names and does not refuse by q=0. */
export function chooseEncoding(header: string | undefined): Encoding {
  const accepted = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',', 20)
      .map((wish) => wish.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ''))
      .map(([name]) => name),
  )
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'identity'
}

/** `quality` is Brotli's: 9 for what is kept, 4 for what is made for one reply. */
export async function compress(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'br') {
    return asBrotli(body, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length },
    })
  }
  return encoding === 'gzip' ? asGzip(body) : body
}

export const isWorthCompressing = (body: Buffer): boolean => body.length >= smallestBytes
