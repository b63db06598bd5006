/**
 * What the provider says now is written here, with role, status and the mails that it brings: the only way in which a subscription's
 * row comes to say something. Asked again whenever another has written meanwhile, so that an old answer never covers a newer one (R43).
 */
import { randomUUID } from 'node:crypto'
import type { SubscriptionStatus } from '@sampan/contract/states'
import { type CustomerState, PaymentsAway, type Subscription } from '../../adapters/payments/payments.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { findOwner, forgetCustomer, lockOwner } from '../owners/index.ts'
import { customerOf } from './customer.ts'
import { type MailAbout, mailJob } from './job-names.ts'
import type { Needs } from './needs.ts'
import { notifyRefund } from './notify-refund.ts'
import { findSubscription, type SubscriptionRow } from './queries.ts'
import * as queries from './queries-billing.ts'
import { settleStanding } from './settle-standing.ts'

type Asking = Pick<Needs, 'db' | 'payments' | 'clock' | 'log'>

/** The better one holds; among equals one that was waited for, and then the newer, which comes first. */
const order: SubscriptionStatus[] = ['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'canceled']
const bestOf = ({ subscriptions }: CustomerState, isLate: (subscription: Subscription) => boolean): Subscription | undefined =>
  [...subscriptions].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status) || Number(isLate(a)) - Number(isLate(b)))[0]

/** Of a purchase that was given up, and came all the same: it ends no plan that was bought after it. */
const lateFor =
  (row: SubscriptionRow | undefined, purchaseKey: string | undefined) =>
  ({ id, key }: Subscription): boolean =>
    !!key && key !== purchaseKey && id !== row?.subscriptionId

export const isLive = (status: SubscriptionStatus): boolean => status !== 'canceled'
const holds = (status: SubscriptionStatus): boolean => status === 'active' || status === 'trialing'
const owes = (status: SubscriptionStatus): boolean => status === 'past_due' || status === 'unpaid'

/** A trial that began here and that the provider has not heard of yet. */
export const isPending = (row: SubscriptionRow): boolean => row.subscriptionId === null && row.status === 'trialing'

/** For so long at most the first invoice after a trial is a draft, and its plan active although nobody has paid. */
const draftMs = 3 * 86_400_000

function isUntried({ status, trialEndsAt }: SubscriptionRow, card: SubscriptionRow['card'], now: Date): boolean {
  const isOver = trialEndsAt !== null && trialEndsAt <= now && now.getTime() - trialEndsAt.getTime() < draftMs
  return !card && (status === 'trialing' || isOver)
}

/** Its trial ended without a card just now: that it is active yet does not mean that it is paid. */
export const isTrialJustOver = (row: SubscriptionRow, now: Date): boolean =>
  row.status === 'active' && isUntried(row, row.card, now)

/** Later than any before, whatever the clock says: by it a writer sees that another came first. */
export const nextReadAt = (row: SubscriptionRow | undefined, now: Date): Date =>
  new Date(Math.max(now.getTime(), (row?.readAt.getTime() ?? 0) + 1))

const maxTries = 8

export async function readAgain(needs: Asking, ownerId: string): Promise<CustomerState | null> {
  for (let tries = 0; tries < maxTries; tries++) {
    const owner = await findOwner(needs.db, ownerId)
    if (!owner) return null
    const before = await findSubscription(needs.db, ownerId)
    const customerId = customerOf(needs, owner)
    const state = customerId ? await needs.payments.read(customerId) : null
    const written = await inTransaction(needs.db, (tx) => write(tx, needs, ownerId, before, state, customerId))
    if (!written) continue
    if (customerId && state && written.best) await endSpare(needs, { ownerId, customerId }, state, written.best)
    return state
  }
  throw new PaymentsAway('others write all the time')
}

/** What was paid in one window while another was open to be paid was paid no longer before: longer than a checkout is open. */
const sameBuyingSeconds = 25 * 3600

type Payer = { ownerId: string; customerId: string }

/** Bought in two windows: one plan is kept; what the others cost is given back, and they are not charged again. */
async function endSpare(needs: Asking, payer: Payer, { subscriptions }: CustomerState, best: Subscription): Promise<void> {
  const { payments, log } = needs
  const { customerId } = payer
  if (!holds(best.status)) return
  for (const spare of subscriptions.filter(({ id, status }) => id !== best.id && isLive(status))) {
    if (spare.status === 'active') {
      log.warn({ customerId, subscriptionId: spare.id }, 'a second paid subscription is ended')
      // Before its end, after which nobody would find it again. A trial may be a week old, and its first payment an hour.
      await refundSpare(needs, payer, spare, addSeconds(best.createdAt, -sameBuyingSeconds))
    }
    if (spare.status === 'incomplete') await payments.endIncomplete(customerId, spare.id)
    else await payments.end(customerId, spare.id)
  }
}

async function refundSpare(
  { db, payments, clock }: Asking,
  { ownerId, customerId }: Payer,
  { id, role }: Subscription,
  since: Date,
): Promise<void> {
  const note = `giving-back-${id}`
  const isNoted = await queries.hasEvent(db, note)
  // Noted first: should this process die before the mail is queued, whoever comes next knows who gave the money back.
  const willGive = () => queries.insertEvent(db, { id: note, type: 'refund', receivedAt: clock() })
  const refund = await payments.refundSubscription(customerId, id, since, willGive)
  // What somebody else had given back before is not ours to tell.
  if (!refund || !(isNoted || refund.isGivenNow)) return
  await notifyRefund({ db, clock }, refund, { kind: 'refundedTwice', ownerId, role })
}

/** Null where somebody else has written since `before`; `best` is the one that holds. */
async function write(
  tx: Transaction,
  { clock }: Asking,
  ownerId: string,
  before: SubscriptionRow | undefined,
  state: CustomerState | null,
  customerId: string | null,
): Promise<{ best: Subscription | undefined } | null> {
  await lockOwner(tx, ownerId)
  const row = await findSubscription(tx, ownerId)
  if (row?.readAt.getTime() !== before?.readAt.getTime()) return null
  const best = state ? bestOf(state, lateFor(row, await queries.findPurchaseKey(tx, ownerId))) : undefined
  if (customerId && state?.isGone) await forgetCustomer(tx, ownerId, customerId)
  const now = clock()
  const next = nextOf(row, state, best, now)
  if (!next) return { best }
  await queries.putSubscription(tx, {
    ...next,
    ownerId,
    endedBy: row?.subscriptionId === next.subscriptionId ? row?.endedBy : null,
    card: state?.card ?? null,
    discount: state?.discount ?? null,
    creditCents: state?.creditCents ?? 0,
    createdAt: row?.createdAt ?? now,
    readAt: nextReadAt(row, now),
  })
  for (const mail of mailsOf(row, next, state, now)) await addJob(tx, mailJob, { ...mail, mailId: randomUUID(), ownerId })
  await settleStanding(tx, ownerId)
  return { best }
}

type Next = Omit<queries.NewSubscription, 'ownerId' | 'createdAt' | 'readAt' | 'card' | 'discount' | 'creditCents' | 'endedBy'>

/** What the row is to say; null where there is nothing to say. */
function nextOf(
  row: SubscriptionRow | undefined,
  state: CustomerState | null,
  best: Subscription | undefined,
  now: Date,
): Next | null {
  if (row && isPending(row) && !(best && isLive(best.status))) {
    const isOver = row.trialEndsAt !== null && row.trialEndsAt <= now
    return { ...row, status: isOver ? 'unpaid' : 'trialing' }
  }
  if (best) {
    const { id, createdAt: _, key: __, ...said } = best
    return { ...said, subscriptionId: id }
  }
  if (row) return row.subscriptionId === null ? row : { ...row, status: 'canceled' }
  // A customer without a plan, whose card is to be shown.
  return state?.card ? { subscriptionId: null, status: 'canceled', role: 'free', period: 'monthly', amountCents: 0 } : null
}

/** Bought and paid just now; of a trial that goes on with a card its reminder has told. */
function hasBegun(row: SubscriptionRow | undefined, { status, subscriptionId }: Next): boolean {
  if (status !== 'active' || !row) return status === 'active'
  const isFirstPayment = row.status === 'incomplete' || (owes(row.status) && row.trialEndsAt !== null && !row.card)
  return isFirstPayment || (row.subscriptionId !== subscriptionId && !holds(row.status))
}

/** What has happened between two answers, for whoever pays. */
function mailsOf(row: SubscriptionRow | undefined, next: Next, state: CustomerState | null, now: Date): MailAbout[] {
  if (hasBegun(row, next) && next.periodEndsAt)
    return [{ kind: 'begun', role: next.role, at: next.periodEndsAt.toISOString(), cents: next.amountCents }]
  // Whatever else had it ended has its own mail.
  if (!row || row.endedBy || (row.subscriptionId !== null && row.subscriptionId !== next.subscriptionId)) return []
  const { role } = next
  if (holds(row.status) && owes(next.status))
    return [{ kind: isUntried(row, state?.card ?? null, now) ? 'trialEnded' : 'paymentFailed', role }]
  // Of a trial without a card all is said already.
  const isTrialOver = row.trialEndsAt !== null && !row.card && !state?.card
  if (row.status === 'past_due' && next.status === 'unpaid' && !isTrialOver) return [{ kind: 'unpaid', role }]
  const wasGiven = row.status === 'active' || (owes(row.status) && !isTrialOver)
  if (wasGiven && next.status === 'canceled' && !row.isCancelling) return [{ kind: 'ended', role }]
  const endsAt = next.status === 'trialing' ? next.trialEndsAt : next.periodEndsAt
  if (!row.isCancelling && next.isCancelling && holds(next.status) && endsAt)
    return [{ kind: 'cancelled', role, at: endsAt.toISOString() }]
  return []
}
