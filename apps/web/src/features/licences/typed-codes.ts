/** What stands in the inputs below the locked ones: pure, and kept for this tab until it is activated. */
import { maxLicenceCodes } from '@sampan/contract/limits'
import { groupLicenceCode, isWholeLicenceCode, licenceCodesIn, normalizeLicenceCode } from '@sampan/contract/rules/licence-codes'

export type Typed = readonly string[]

const filled = (typed: Typed): string[] => typed.filter((text) => text.trim() !== '')

/** One for each input that is free; what is typed is never cut off, also where there is no space for it any more. */
export function fitTyped(typed: Typed, own: number): string[] {
  const kept = typed.length === maxLicenceCodes - own ? [...typed] : filled(typed)
  while (kept.length < maxLicenceCodes - own) kept.push('')
  return kept
}

/** Grouped while it is typed at its end; in the middle it stays as it is, for the cursor's sake. */
export const typeAt = (typed: Typed, index: number, text: string, isAtEnd: boolean): string[] =>
  typed.map((before, at) => (at === index ? (isAtEnd ? groupLicenceCode(text) : text) : before))

/** Several copied codes fill this input and the free ones after it, then those before; null for anything else. */
export function pasteAt(typed: Typed, index: number, text: string): string[] | null {
  const codes = licenceCodesIn(text).map(groupLicenceCode)
  if (codes.length < 2) return null
  const next = [...typed]
  const order = [...typed.keys()].map((_, at) => (index + at) % typed.length)
  const free = order.filter((at) => at === index || next[at]!.trim() === '')
  for (const [at, code] of codes.entries()) next[free[at] ?? next.length] = code
  return next
}

/** Which of them cannot be right: cut, or there before. */
export function wrongTyped(typed: Typed): Set<number> {
  const codes = typed.map((text) => (text.trim() === '' ? null : normalizeLicenceCode(text)))
  return new Set(
    codes.flatMap((code, at) => (code !== null && (!isWholeLicenceCode(code) || codes.indexOf(code) < at) ? [at] : [])),
  )
}

/** How many would be activated with them. */
export const countWhole = (typed: Typed): number =>
  new Set(filled(typed).filter(isWholeLicenceCode).map(normalizeLicenceCode)).size

export const hasTyped = (typed: Typed): boolean => filled(typed).length > 0

const place = 'licenceCodes'

export function keepTyped(typed: Typed): void {
  try {
    if (hasTyped(typed)) sessionStorage.setItem(place, JSON.stringify(filled(typed)))
    else sessionStorage.removeItem(place)
  } catch {}
}

export function keptTyped(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}
