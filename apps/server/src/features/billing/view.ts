/** What a page, and the specification's call, are told of an owner's plan. */
import { Problem } from '@sampan/contract/errors'
import { planRole, trialDays } from '@sampan/contract/plans'
import type { BillingView, getStripeData, PaymentsMode } from '@sampan/contract/routes/billing'
import type { RouteReply } from '@sampan/contract/routes/route'
import { discounted } from '@sampan/contract/rules/discount'
import { hasJob } from '../../jobs/queue.ts'
import { findOwner, type OwnerRow } from '../owners/index.ts'
import { purchaseJobKey } from './job-names.ts'
import type { Needs } from './needs.ts'
import { findSubscription, type SubscriptionRow } from './queries.ts'
import { isLive } from './read-again.ts'
import { roleWithoutPlan } from './settle-standing.ts'
import { hadTrial } from './used-trials.ts'

const dayMs = 86_400_000

export const modeOf = ({ payments: { mode, isTest, publishableKey } }: Pick<Needs, 'payments'>): PaymentsMode => ({
  mode,
  isTest,
  publishableKey,
})

const inForce = <D extends { redeemBy: number | null }>(discount: D | null | undefined, now: Date): D | null =>
  discount && (discount.redeemBy === null || discount.redeemBy > now.getTime()) ? discount : null

/** At the next date of a plan, by a discount that holds then, also where it cannot be redeemed any more. */
function discountedOf({ status, amountCents, discount, trialEndsAt, periodEndsAt }: SubscriptionRow, now: Date): number {
  const nextAt = (status === 'trialing' ? trialEndsAt : periodEndsAt) ?? now
  return discounted(amountCents, discount, Math.max(nextAt.getTime(), now.getTime()))
}

/** What a card pays then. */
export const nextChargeOf = (row: SubscriptionRow, now: Date): number => Math.max(0, discountedOf(row, now) - row.creditCents)

/** Dates of a plan that is paid or tried. */
function datesOf(row: SubscriptionRow, now: Date) {
  const isTrial = row.status === 'trialing'
  const wasTrial = !isTrial && row.status !== 'active' && row.trialEndsAt !== null && row.trialEndsAt <= now
  const nextAt = (isTrial ? row.trialEndsAt : row.periodEndsAt)?.getTime() ?? null
  const holds = isTrial || row.status === 'active'
  return {
    trialDaysLeft: isTrial ? Math.max(0, Math.ceil((nextAt! - now.getTime()) / dayMs)) : wasTrial ? 0 : null,
    trialEndsAt: isTrial || wasTrial ? row.trialEndsAt!.getTime() : null,
    renewsAt: holds && !row.isCancelling && (!isTrial || row.card) ? nextAt : null,
    endsAt: holds && row.isCancelling ? nextAt : null,
  }
}

const noDates = { trialDaysLeft: null, trialEndsAt: null, renewsAt: null, endsAt: null }

function viewOf(owner: OwnerRow, row: SubscriptionRow | undefined, hasTried: boolean, now: Date) {
  const live = row && isLive(row.status) ? row : null
  const isUnfinished = live?.status === 'incomplete'
  const plan = isUnfinished ? null : live
  const role = planRole(owner.role)
  return {
    role,
    ownLimits: owner.ownLimits,
    status: owner.status,
    period: plan?.period ?? null,
    amountCents: plan?.amountCents ?? null,
    discountedCents: plan && discountedOf(plan, now),
    creditCents: row?.creditCents ?? 0,
    ...(plan ? datesOf(plan, now) : noDates),
    isCancelling: plan?.isCancelling ?? false,
    mayTry: !hasTried && !live && role === 'free',
    card: row?.card ?? null,
    discount: inForce(row?.discount, now),
    hasCustomer: owner.customerId !== null,
    unfinished: isUnfinished ? { role: planRole(live.role), period: live.period, amountCents: live.amountCents } : null,
  }
}

export async function billingView(
  needs: Pick<Needs, 'db' | 'payments' | 'clock' | 'secrets'>,
  ownerId: string,
): Promise<BillingView> {
  const owner = await findOwner(needs.db, ownerId)
  if (!owner) throw new Problem('notYours')
  const row = await findSubscription(needs.db, ownerId)
  const leftRole = await roleWithoutPlan(needs.db, ownerId)
  const isPaying = await hasJob(needs.db, purchaseJobKey(ownerId))
  return { ...modeOf(needs), ...viewOf(owner, row, await hadTrial(needs.db, needs, owner), needs.clock()), leftRole, isPaying }
}

const secondsOf = (at: Date | null): number | null => at && Math.floor(at.getTime() / 1000)

export async function stripeData(needs: Pick<Needs, 'db' | 'clock'>, ownerId: string): Promise<RouteReply<typeof getStripeData>> {
  const owner = await findOwner(needs.db, ownerId)
  const row = await findSubscription(needs.db, ownerId)
  const discount = inForce(row?.discount, needs.clock())
  return {
    metadata: { role: planRole(owner?.role ?? 'free') },
    subscriptions: { data: row && row.role !== 'free' ? [subscriptionOf(row)] : [] },
    invoice_settings: { default_payment_method: row?.card ? { card: cardOf(row.card) } : null },
    discount: discount && {
      coupon: { name: discount.name, percent_off: discount.percentOff, amount_off: discount.amountOffCents },
      redeem_by: discount.redeemBy && Math.floor(discount.redeemBy / 1000),
    },
  }
}

const cardOf = ({ brand, last4, expMonth, expYear }: NonNullable<SubscriptionRow['card']>) => ({
  brand,
  last4,
  exp_month: expMonth,
  exp_year: expYear,
})

const subscriptionOf = (row: SubscriptionRow) => ({
  id: row.subscriptionId ?? '',
  status: row.status,
  plan: { amount: row.amountCents, nickname: `${row.role} ${row.period}` },
  metadata: { period: row.period, role: row.role },
  trial_end: secondsOf(row.trialEndsAt),
  current_period_end: secondsOf(row.periodEndsAt),
  trial_period_days: row.trialEndsAt ? trialDays : null,
  cancel_at_period_end: row.isCancelling,
})
