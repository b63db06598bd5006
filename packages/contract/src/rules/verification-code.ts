import { codeLength } from '../limits.ts'

/** Crockford's base 32: no I, L, O, U, so that a code cannot be misread (K5). */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code as typed: case ignored, O read as 0, I and L as 1, all else dropped. */
export const normalizeCode = (text: string): string =>
  [...text.normalize('NFKC').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')]
    .filter((char) => codeAlphabet.includes(char))
    .join('')

export const isCompleteCode = (text: string): boolean => normalizeCode(text).length === codeLength
