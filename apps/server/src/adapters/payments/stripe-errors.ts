/** What Stripe's errors mean to the port. */
import Stripe from 'stripe'
import { PaymentRefused, PaymentsAway } from './payments.ts'

/** A no, or that its cardholder is asked for: how the payment stands says the invoice. */
export const isBanksAnswer = (error: unknown): boolean => error instanceof Stripe.errors.StripeCardError

/**
 * Stripe keeps what it answered to a key, an error of its own among it, and repeats that for a day and more. Such an answer says nothing
 * about what was done, and never will; neither does its refusal of the key because what was wished under it was another thing then.
 */
const isSpoilt = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeError &&
  (((error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true') ||
    (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400))

/** A key that takes the place of a spoilt one is everybody's for so long: two who try at once make one thing, and no outage spoils more. */
const nextKeyMs = 15_000

/** By the provider's own clock, which all our processes hear. */
function nextKey(key: string, { headers }: { headers?: Record<string, string> | undefined }): string {
  const { date = '' } = headers ?? {}
  return `${key}-${Math.floor((Date.parse(date) || 0) / nextKeyMs)}`
}

/** A call that happens once for its key: where the key is spoilt, what is there already is looked for, and then another key is tried. */
export async function onceFor<T>(
  key: string,
  call: (idempotencyKey: string) => Promise<T>,
  find: () => Promise<T | null | undefined>,
): Promise<T> {
  try {
    return await call(key)
  } catch (error) {
    if (!isSpoilt(error)) throw error
    return (await find()) ?? call(nextKey(key, error))
  }
}

function meaningOf(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) return new PaymentRefused('declined', error.code ?? 'declined')
  // The first call under this key is still under way there.
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
    return new PaymentsAway(`${error.type}: ${error.message}`)
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    const isUnknown = error.code === 'resource_missing' || error.statusCode === 404
    return new PaymentRefused(isUnknown ? 'unknown' : 'invalid', `${error.code ?? error.type}: ${error.message}`)
  }
  // Its own message may quote a part of the key.
  if (error instanceof Stripe.errors.StripeAuthenticationError) return new PaymentsAway('Stripe does not take our key')
  if (error instanceof Stripe.errors.StripeError) return new PaymentsAway(`${error.type}: ${error.message}`)
  return error
}

export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw meaningOf(error)
  }
}
