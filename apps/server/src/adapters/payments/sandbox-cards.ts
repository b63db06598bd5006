/** The sandbox's test cards, by their numbers and by the names that Stripe's test mode has for them. */
import { PaymentRefused } from './payments.ts'
import { type CardKind, type Method, newId } from './sandbox-state.ts'

const kinds: Record<string, CardKind> = {
  '4242424242424242': 'good',
  '4000000000000002': 'declined',
  '4000002500003155': 'confirms',
  '4000000000000341': 'failsLater',
}
const named: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_authenticationRequired: '4000002500003155',
  pm_card_chargeCustomerFail: '4000000000000341',
}

/** The number itself goes no further than this. */
export function methodOf(card: { number: string; expMonth: number; expYear: number }, nowMs: number): Method {
  const number = card.number.replace(/[\s-]/g, '')
  const kind = Object.hasOwn(kinds, number) ? kinds[number]! : undefined
  if (!kind) throw new PaymentRefused('invalid', 'not a test card')
  const endsAt = Date.UTC(card.expYear, card.expMonth)
  if (endsAt <= nowMs) throw new PaymentRefused('declined', 'this card has run out')
  const { expMonth, expYear } = card
  return { id: newId('pm'), kind, brand: 'visa', last4: number.slice(-4), expMonth, expYear, endsAt, isConfirmed: false }
}

/** `pm_card_visa` and its like: a new card each time. */
export function namedMethod(name: string, nowMs: number): Method | null {
  const number = Object.hasOwn(named, name) ? named[name]! : undefined
  const expYear = new Date(nowMs).getUTCFullYear() + 3
  return number ? methodOf({ number, expMonth: 12, expYear }, nowMs) : null
}
