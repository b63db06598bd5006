/** What most acts of billing need, and how they ask the provider. */
import { Problem } from '@sampan/contract/errors'
import { PaymentRefused, PaymentsAway } from '../../adapters/payments/payments.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob, hasJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { purchaseJobKey, readJob } from './job-names.ts'

export type Needs = Pick<Services, 'db' | 'payments' | 'clock' | 'log' | 'config' | 'secrets'>

/** Longer than any call with its repeats takes. */
const readAgainSeconds = 90

/** Before the provider is told to change anything: should this process die on the way, what came of it is still found out. */
export async function willReadAgain({ db }: Pick<Needs, 'db'>, ownerId: string): Promise<void> {
  // Not at the time of an earlier change: what this one brings is not to be seen then.
  await addJob(db, readJob, { ownerId }, { key: `billing-check:${ownerId}`, afterSeconds: readAgainSeconds, isMoved: true })
}

/** The work goes on; whoever waits for it is told in time. */
export async function inTime<T>(patienceMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PaymentsAway('no answer in time')), patienceMs)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}

function problemOf({ log }: Pick<Needs, 'log'>, error: unknown): unknown {
  if (error instanceof PaymentsAway) {
    log.warn({ err: error }, 'the payment provider does not answer')
    return new Problem('paymentsUnavailable', {}, { retryAfterSeconds: 10 })
  }
  if (!(error instanceof PaymentRefused)) return error
  if (error.reason === 'declined') return new Problem('cardDeclined')
  if (error.reason === 'unknown') return new Problem('notYours')
  log.warn({ err: error }, 'the payment provider refused a call')
  return new Problem('invalidInput')
}

/** Asks the provider in the caller's name: what it refuses becomes an answer. */
export async function asking<T>(needs: Pick<Needs, 'log' | 'payments'>, work: () => Promise<T>): Promise<T> {
  try {
    return await inTime(needs.payments.patienceMs, work())
  } catch (error) {
    throw problemOf(needs, error)
  }
}

/** A purchase that is not answered goes on by itself: that is said, where there is one. */
export async function charging<T>(
  needs: Pick<Needs, 'log' | 'payments' | 'db'>,
  ownerId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await asking(needs, work)
  } catch (error) {
    const isAway = error instanceof Problem && error.code === 'paymentsUnavailable'
    throw isAway && (await hasJob(needs.db, purchaseJobKey(ownerId))) ? new Problem('paymentSlow') : error
  }
}

/** Suspended accounts, and those that are to be deleted, buy nothing. */
export function requireMayPay({ status }: Pick<SignedIn, 'status'>): void {
  if (status === 'revoke') throw new Problem('accountSuspended')
}
