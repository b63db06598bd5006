/** Licence codes as people type them, and which of them count (spec §5, P6). */
import { Problem } from '../errors.ts'
import { maxLicenceCodes } from '../limits.ts'
import { codeAlphabet, normalizeCode } from './verification-code.ts'

/** 100 bits, printed as four groups of five. */
export const licenceCodeLength = 20
const groupLength = 5

const printed = new RegExp(
  `^(?:[${codeAlphabet}]{${groupLength}}-?){${licenceCodeLength / groupLength - 1}}[${codeAlphabet}]{${groupLength}}$`,
)

/** As kept and compared: case, dashes and blanks ignored, O read as 0, I and L as 1. */
export const normalizeLicenceCode = normalizeCode

export const isWholeLicenceCode = (text: string): boolean => normalizeLicenceCode(text).length === licenceCodeLength

/** In its groups, also while it is being typed. */
export const groupLicenceCode = (text: string): string =>
  (normalizeLicenceCode(text).match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []).join('-')

/** Every code in a text that has been copied, as it was printed. */
export const licenceCodesIn = (text: string): string[] =>
  text.toUpperCase().match(/\b(?:[0-9A-TV-Z]{5}-){3}[0-9A-TV-Z]{5}\b/g) ?? []

/** Whether a word is a code as it was printed, with or without its dashes: no name of a batch may look like one. */
export const looksLikeLicenceCode = (word: string): boolean => printed.test(word.trim().toUpperCase())

/**
 * What is new in a list of codes, normalized. Empty ones and those that the account has activated already are passed over. Throws
 * licenceCodesInvalid where a new one is there twice, is not whole, or none is new; licenceCodesTooMany where the account would have
 * more than it may.
 */
export function newLicenceCodes(codes: readonly string[], isOwn: (code: string) => boolean, own: number): string[] {
  const fresh = codes
    .filter((code) => code.trim() !== '')
    .map(normalizeLicenceCode)
    .filter((code) => !isOwn(code))
  const isWrong =
    fresh.length === 0 || new Set(fresh).size < fresh.length || fresh.some((code) => code.length !== licenceCodeLength)
  if (isWrong) throw new Problem('licenceCodesInvalid')
  if (own + fresh.length > maxLicenceCodes) throw new Problem('licenceCodesTooMany', { limit: maxLicenceCodes })
  return fresh
}
