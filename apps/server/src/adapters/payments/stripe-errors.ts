/** What Stripe's errors mean to the port. */
import Stripe from 'stripe'
import { PaymentRefused, PaymentsAway } from './payments.ts'

/** A no, or that its cardholder is asked for: how the payment stands says the invoice. */
export const isBanksAnswer = (error: unknown): boolean => error instanceof Stripe.errors.StripeCardError

/**
 * Stripe keeps what it answered to a key, an error of its own among it, and repeats that for a day and more. Such an answer says nothing
 * about what was done, and never will.
 */
const isReplayedFault = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.['idempotent-replayed'] === 'true'

/** More are a provider that does not work. */
const maxGenerations = 5

/** A call that happens once for its key: where the key is spoilt, what is there already is looked for, and then the next key is tried. */
export async function onceFor<T>(
  key: string,
  call: (idempotencyKey: string) => Promise<T>,
  find: () => Promise<T | null | undefined>,
): Promise<T> {
  for (let generation = 1; ; generation++) {
    try {
      return await call(generation === 1 ? key : `${key}-g${generation}`)
    } catch (error) {
      if (!isReplayedFault(error) || generation === maxGenerations) throw error
      const there = await find()
      if (there) return there
    }
  }
}

function meaningOf(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) return new PaymentRefused('declined', error.code ?? 'declined')
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
