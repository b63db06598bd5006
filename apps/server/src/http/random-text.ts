/** Texts from a cryptographic source, without modulo bias. */
import { createHash, randomInt } from 'node:crypto'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const randomText = (length: number, alphabet: string = base62): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Makes an id of 128 bits, as 22 characters of base62. */
export function base62Of(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.subarray(0, 16).toString('hex')}`)
  let text = ''
  for (let i = 0; i < 22; i++) {
    text = base62[Number(value % 62n)] + text
    value /= 62n
  }
  return text
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
