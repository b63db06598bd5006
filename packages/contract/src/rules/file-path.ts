/** Paths of files inside a transfer: relative, with "/", NFC is not forced (two spellings stay two files until they are unpacked). */
import { nameMaxBytes, pathMaxBytes } from '../limits.ts'

const encoder = new TextEncoder()
/** In UTF-8, where a unit of text takes three bytes at most: short ones need no counting. */
const isLonger = (text: string, maxBytes: number): boolean => text.length * 3 > maxBytes && encoder.encode(text).length > maxBytes

/** An empty folder is an entry whose path ends in "/". */
export const isFolderPath = (path: string): boolean => path.endsWith('/')

/** A path that can be stored: no control characters, no lone surrogates, no empty, "." or ".." segment, not absolute, names of at most 255 bytes. */
export function isStorablePath(path: string): boolean {
  if (!path || path.startsWith('/') || path.includes('\\') || isLonger(path, pathMaxBytes)) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
  if (/[\u0000-\u001f\u007f]|\p{Cs}/u.test(path)) return false
  const segments = (isFolderPath(path) ? path.slice(0, -1) : path).split('/')
  return segments.every((name) => name !== '' && name !== '.' && name !== '..' && !isLonger(name, nameMaxBytes))
}

export const baseName = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? path

export const extensionOf = (path: string): string => /\.([^./]{1,8})$/.exec(baseName(path))?.[1]?.toLowerCase() ?? ''
