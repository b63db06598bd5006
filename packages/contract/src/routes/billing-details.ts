/** Whom the invoices of an account name: company, address and VAT or tax number. */
import * as z from 'zod/mini'
import { countries } from '../countries.ts'
import { isTaxNumber } from '../rules/tax-number.ts'
import { writeErrors } from './billing.ts'
import { textUpTo } from './fields.ts'
import { defineRoute } from './route.ts'

/** The longest that the payment provider puts on an invoice. */
export const billingDetailsChars = {
  company: 150,
  line1: 200,
  line2: 200,
  city: 100,
  postalCode: 20,
  state: 100,
  country: 2,
  taxNumber: 30,
} as const
export type BillingDetailsField = keyof typeof billingDetailsChars

const line = (field: BillingDetailsField) =>
  z.pipe(
    textUpTo(billingDetailsChars[field]),
    z.transform((text: string) => text.replace(/\s+/g, ' ').trim()),
  )
const country = z.string().check(z.refine((letters) => letters === '' || countries.includes(letters), 'invalid'))

const fields = z.object({
  company: line('company'),
  line1: line('line1'),
  line2: line('line2'),
  city: line('city'),
  postalCode: line('postalCode'),
  state: line('state'),
  /** Two letters of ISO 3166. */
  country,
  taxNumber: line('taxNumber'),
})
export type BillingDetails = z.output<typeof fields>

const hasAddress = ({ line1, line2, city, postalCode, state }: BillingDetails): boolean =>
  [line1, line2, city, postalCode, state].some(Boolean)

/** Empty where nothing is to stand on an invoice. */
const billingDetails = fields.check(
  z.refine((given) => given.country !== '' || !(hasAddress(given) || given.taxNumber), { error: 'required', path: ['country'] }),
  z.refine(({ country, taxNumber }) => taxNumber === '' || isTaxNumber(country, taxNumber), {
    error: 'invalid',
    path: ['taxNumber'],
  }),
)

export const readBillingDetails = defineRoute({
  method: 'GET',
  path: '/api/billing/details',
  who: 'user',
  isOwnersOnly: true,
  summary: 'Whom the invoices of the caller’s account name',
  reply: fields,
  errors: ['invalidInput', 'signedOut', 'sessionNeeded', 'notYours', 'billingOff'],
})

export const saveBillingDetails = defineRoute({
  method: 'PUT',
  path: '/api/billing/details',
  who: 'user',
  isOwnersOnly: true,
  summary: 'Say whom the next invoices of the caller’s account name: company, address and VAT or tax number',
  body: billingDetails,
  reply: fields,
  errors: writeErrors,
})
