/** VAT and tax numbers: which kind one is by its country, as payment providers tell them apart. Pure. */

export type TaxId = { type: 'eu_vat' | 'gb_vat' | 'in_gst' | 'cn_tin' | 'us_ein'; value: string }

/** What follows the letters of the country, which are those of ISO 3166 but for Greece. */
const europeanForms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}
const britishForm = /^(\d{9}|\d{12})$/

const compact = (number: string): string => number.toUpperCase().replace(/[\s./-]/g, '')
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)
const vatForm = (country: string): RegExp | undefined => (country === 'GB' ? britishForm : europeanForms[prefixOf(country)])

/** Null for a number of any other kind: it is shown as it was written. */
export function taxIdOf(country: string, number: string): TaxId | null {
  const value = compact(number)
  const vat = vatForm(country)
  if (vat) {
    const prefix = prefixOf(country)
    const rest = value.startsWith(prefix) ? value.slice(prefix.length) : value
    return vat.test(rest) ? { type: country === 'GB' ? 'gb_vat' : 'eu_vat', value: prefix + rest } : null
  }
  if (country === 'IN' && /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/.test(value)) return { type: 'in_gst', value }
  if (country === 'CN' && /^([A-Z\d]{15}|[A-Z\d]{18}|[A-Z\d]{20})$/.test(value)) return { type: 'cn_tin', value }
  if (country === 'US' && /^\d{9}$/.test(value)) return { type: 'us_ein', value: `${value.slice(0, 2)}-${value.slice(2)}` }
  return null
}

/** Those who are in no register of VAT have numbers of many forms; what begins like one of VAT is one, or wrong. */
export function isTaxNumber(country: string, number: string): boolean {
  const value = compact(number)
  if (!/^[\p{L}\d+*]{4,}$/u.test(value) || !/\d/.test(value)) return false
  const looksLikeVat = vatForm(country) !== undefined && value.startsWith(prefixOf(country))
  return !looksLikeVat || taxIdOf(country, number) !== null
}
