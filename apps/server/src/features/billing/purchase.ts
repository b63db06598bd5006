/**
 * One purchase of an owner at a time; one whose answer was lost is repeated under the key that it had (H3): by whoever asks again, and by
 * a job, so that nobody has to.
 */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { PriceId } from '@sampan/contract/plans'
import type { Bought } from '@sampan/contract/routes/billing'
import { type Charge, PaymentRefused } from '../../adapters/payments/payments.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob, giveUpKey } from '../../jobs/queue.ts'
import { purchaseJob, purchaseJobKey, type Wish } from './job-names.ts'
import { type Needs, willReadAgain } from './needs.ts'
import { claimPurchase, endPurchase, holdPurchase, leavePurchase } from './queries-billing.ts'
import { readAgain } from './read-again.ts'
import { billingView } from './view.ts'
import { watchPayments } from './watch.ts'

/** Longer than the provider's calls with their repeats take. */
const staleSeconds = 180
/** For so long a purchase is tried again; whoever comes later presses once more. */
const triedSeconds = 15 * 60
/** A second try does not come while the first is still likely to be answered, or right after it was not. */
const firstTrySeconds = 20
const nextTrySeconds = 10

type Tried = { ownerId: string; wish: Wish; until: Date }

const willGoOn = (tx: Transaction, { ownerId, wish, until }: Tried, key: string, afterSeconds: number): Promise<void> =>
  addJob(
    tx,
    purchaseJob,
    { ownerId, key, wish, until: until.toISOString() },
    { key: purchaseJobKey(ownerId), afterSeconds, isMoved: true },
  )

export async function purchase(
  needs: Needs,
  ownerId: string,
  wish: Wish,
  work: (key: string) => Promise<Bought>,
  until: Date = addSeconds(needs.clock(), triedSeconds),
): Promise<Bought> {
  const { db, clock } = needs
  const now = clock()
  const tried = { ownerId, wish, until }
  const claim = { ownerId, key: randomUUID(), wish: Object.values(wish).join(':'), begunAt: now }
  const key = await inTransaction(db, async (tx) => {
    const held = await claimPurchase(tx, claim, addSeconds(now, -staleSeconds))
    if (held) await willGoOn(tx, tried, held, firstTrySeconds)
    return held
  })
  if (!key) throw new Problem('paymentUnderWay', {}, { retryAfterSeconds: 5 })
  await willReadAgain(needs, ownerId)
  try {
    const answer = await work(key)
    await settle(needs, ownerId, key)
    return { ...answer, billing: { ...answer.billing, isPaying: false } }
  } catch (error) {
    const isSettled = error instanceof PaymentRefused || error instanceof Problem
    if (isSettled) await settle(needs, ownerId, key)
    else await leave(needs, tried, key)
    throw error
  }
}

/** What came of it is known. */
export const settle = ({ db }: Pick<Needs, 'db'>, ownerId: string, key: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await endPurchase(tx, ownerId, key)) await giveUpKey(tx, purchaseJobKey(ownerId))
  })

/** What came of it is unknown. */
const leave = ({ db }: Needs, tried: Tried, key: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await leavePurchase(tx, tried.ownerId, key)) await willGoOn(tx, tried, key, nextTrySeconds)
  })

/** Before the provider is told to buy: what took long to begin buys nothing beside what was wished after it. */
export async function hold({ db, clock }: Needs, ownerId: string, key: string): Promise<void> {
  if (!(await holdPurchase(db, ownerId, key, clock()))) throw new Problem('paymentUnderWay', {}, { retryAfterSeconds: 5 })
}

/** A plan that is paid at once. */
export async function bought(needs: Needs, ownerId: string, wish: { customerId: string; priceId: PriceId }, key: string) {
  await hold(needs, ownerId, key)
  return needs.payments.subscribe({ ...wish, trialEndsAt: null }, key)
}

/** What a charge has brought, read from the provider; a plan whose first payment was declined is ended. */
export async function boughtBy(needs: Needs, ownerId: string, customerId: string, charge: Charge | null): Promise<Bought> {
  const isDeclined = charge?.outcome === 'declined'
  if (isDeclined) await endIncomplete(needs, customerId, charge)
  if (charge?.outcome === 'needsConfirmation') await watchPayments(needs, ownerId)
  await readAgain(needs, ownerId)
  if (isDeclined) throw new Problem('cardDeclined')
  const needsConfirmation = charge?.outcome === 'needsConfirmation'
  return {
    billing: await billingView(needs, ownerId),
    clientSecret: needsConfirmation ? charge.clientSecret : null,
    needsConfirmation,
  }
}

async function endIncomplete({ payments }: Needs, customerId: string, { subscriptionId }: Charge): Promise<void> {
  const { subscriptions } = await payments.read(customerId)
  const isIncomplete = subscriptions.some(({ id, status }) => id === subscriptionId && status === 'incomplete')
  if (isIncomplete) await payments.endIncomplete(customerId, subscriptionId)
}
