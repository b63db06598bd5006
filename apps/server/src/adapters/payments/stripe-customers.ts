/** Customers with Stripe. */
import type Stripe from 'stripe'
import type { Origin } from './payments.ts'
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
