/** Customers with Stripe. */
import { type TaxId, taxIdOf } from '@sampan/contract/rules/tax-number'
import Stripe from 'stripe'
import type { Origin, Payer } from './payments.ts'
import { onceFor } from './stripe-errors.ts'

/** Stripe takes no longer ones. */
const metadataChars = 500

/** From where somebody came, as customers and checkouts keep it (P7). */
export const metadataOf = ({ referral, referrer }: Origin): Record<string, string> => ({
  ...(referral && { endorsely_referral: referral.slice(0, metadataChars) }),
  ...(referrer && { referrer: referrer.slice(0, metadataChars) }),
})

type Person = { ownerId: string; email: string; name: string } & Origin

export async function makeCustomer(stripe: Stripe, { ownerId, email, name, ...origin }: Person, key: string): Promise<string> {
  const person = { email, ...(name && { name }), metadata: { owner: ownerId, ...metadataOf(origin) } }
  const made = await onceFor(
    key,
    (idempotencyKey) => stripe.customers.create(person, { idempotencyKey }),
    async () => {
      const { data } = await stripe.customers.list({ email, limit: 100 })
      return data.find(({ metadata }) => metadata.owner === ownerId)
    },
  )
  return made.id
}

export async function updateCustomer(stripe: Stripe, customerId: string, { email, details, ...payer }: Payer): Promise<void> {
  // A name is changed, never taken away.
  const name = payer.name || email
  if (!details) return void (await stripe.customers.update(customerId, { email, name }))
  const { line1, line2, city, postalCode, state, country, taxNumber } = details
  const isTaxId = await setTaxId(stripe, customerId, taxIdOf(country, taxNumber))
  const shownField = taxNumber && !isTaxId ? [{ name: 'Tax number', value: taxNumber }] : ''
  await stripe.customers.update(customerId, {
    email,
    name,
    // An empty part takes away what stood there.
    address: country ? { line1, line2, city, postal_code: postalCode, state, country } : '',
    invoice_settings: { custom_fields: shownField },
  })
}

/** The only one that the customer has. False where there is none, also where Stripe takes it for none. */
async function setTaxId(stripe: Stripe, customerId: string, wanted: TaxId | null): Promise<boolean> {
  const { data } = await stripe.customers.listTaxIds(customerId, { limit: 100 })
  const kept = data.find(({ type, value }) => type === wanted?.type && value === wanted.value)
  for (const { id } of data) if (id !== kept?.id) await stripe.customers.deleteTaxId(customerId, id)
  if (kept || !wanted) return !!kept
  try {
    await stripe.customers.createTaxId(customerId, wanted)
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid') return false
    throw error
  }
}
