/** What is typed of a test card, pure: how it is shown while typing, and what is wrong with it. */
export type CardFields = { number: string; expiry: string; cvc: string }
export type CardDetails = { number: string; expMonth: number; expYear: number; cvc: string }
export type WrongCard = Partial<Record<keyof CardFields, 'cardWrongNumber' | 'cardWrongExpiry' | 'cardPast' | 'cardWrongCvc'>>

export const noCard: CardFields = { number: '', expiry: '', cvc: '' }

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** In groups of four. */
export const shownNumber = (text: string): string =>
  digitsOf(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** "0830" and "08/2030" are read too; who deletes the stroke is let. */
export function shownExpiry(text: string): string {
  const digits = digitsOf(text).slice(0, 6)
  const year = digits.length === 6 ? digits.slice(4) : digits.slice(2, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.length === 5 ? digits.slice(2) : year}` : digits
}

function expiryOf(text: string): { expMonth: number; expYear: number } | null {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text) ?? []
  const expMonth = Number(month)
  return expMonth >= 1 && expMonth <= 12 ? { expMonth, expYear: 2000 + Number(year) } : null
}

/** Good until its month is over. */
const isPast = ({ expMonth, expYear }: { expMonth: number; expYear: number }, now: Date): boolean =>
  Date.UTC(expYear, expMonth) <= now.getTime()

export function readCard(fields: CardFields, now: Date): { card: CardDetails } | { wrong: WrongCard } {
  const number = digitsOf(fields.number)
  const expiry = expiryOf(fields.expiry)
  const cvc = fields.cvc.trim()
  const wrong: WrongCard = {
    ...(number.length < 12 && { number: 'cardWrongNumber' as const }),
    ...(!expiry && { expiry: 'cardWrongExpiry' as const }),
    ...(expiry && isPast(expiry, now) && { expiry: 'cardPast' as const }),
    ...(!/^\d{3,4}$/.test(cvc) && { cvc: 'cardWrongCvc' as const }),
  }
  return expiry && Object.keys(wrong).length === 0 ? { card: { number, ...expiry, cvc } } : { wrong }
}
