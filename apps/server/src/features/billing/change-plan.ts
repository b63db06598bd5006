/** Switching, cancelling and going on: changes of a plan that is there (P3). */
import { Problem } from '@sampan/contract/errors'
import { type PriceId, priceOf } from '@sampan/contract/plans'
import type { BillingView, Bought } from '@sampan/contract/routes/billing'
import type { SignedIn } from '../../http/actor.ts'
import { findOwner } from '../owners/index.ts'
import { buy } from './buy.ts'
import type { Wish } from './job-names.ts'
import { type Needs, requireMayPay, willReadAgain } from './needs.ts'
import { boughtBy, hold, purchase } from './purchase.ts'
import { findSubscription, type SubscriptionRow } from './queries.ts'
import { endPurchase, findPurchaseKey } from './queries-billing.ts'
import { isLive, isTrialJustOver, readAgain } from './read-again.ts'
import { endHere, makeTrial } from './trial.ts'
import { billingView } from './view.ts'

type Plan = { row: SubscriptionRow; customerId: string; subscriptionId: string }

/** The plan as the provider knows it; one whose trial ended before it could be made is known here alone. */
async function livePlan(needs: Needs, ownerId: string): Promise<Plan | { row: SubscriptionRow; customerId: null }> {
  await makeTrial(needs, ownerId)
  const row = await findSubscription(needs.db, ownerId)
  if (!row || !isLive(row.status)) throw new Problem('noPlan')
  const customerId = (await findOwner(needs.db, ownerId))?.customerId
  return customerId && row.subscriptionId ? { row, customerId, subscriptionId: row.subscriptionId } : { row, customerId: null }
}

const unconfirmed = { clientSecret: null, needsConfirmation: false }
const isAt = (row: SubscriptionRow, priceId: PriceId): boolean => {
  const { role, period } = priceOf(priceId)
  return row.role === role && row.period === period
}
const holds = ({ status }: SubscriptionRow): boolean => status === 'active' || status === 'trialing'

/** A preview holds for so long. */
const previewSeconds = 3600

export async function previewSwitch(needs: Needs, { ownerId }: SignedIn, priceId: PriceId) {
  const plan = await livePlan(needs, ownerId)
  const now = needs.clock()
  if (!plan.customerId || !holds(plan.row)) return previewOfNew(priceId, now)
  const { customerId, subscriptionId } = plan
  const { nextAt, prorationSeconds, ...cents } = await needs.payments.preview(customerId, subscriptionId, priceId, now)
  return { ...cents, nextAt: nextAt.getTime(), prorationDate: prorationSeconds }
}

/** What is owed for the old plan is forgiven when another is begun. */
function previewOfNew(priceId: PriceId, now: Date) {
  const { cents, period } = priceOf(priceId)
  const nextAt = new Date(now)
  if (period === 'monthly') nextAt.setUTCMonth(nextAt.getUTCMonth() + 1)
  else nextAt.setUTCFullYear(nextAt.getUTCFullYear() + 1)
  const prorationDate = Math.floor(now.getTime() / 1000)
  return { dueNowCents: cents, creditCents: 0, nextCents: cents, nextAt: nextAt.getTime(), prorationDate }
}

export async function switchPlan(
  needs: Needs,
  actor: SignedIn,
  { priceId, prorationDate }: { priceId: PriceId; prorationDate: number },
): Promise<Bought> {
  requireMayPay(actor)
  const { ownerId } = actor
  const plan = await livePlan(needs, ownerId)
  if (!plan.customerId || !holds(plan.row)) return buy(needs, ownerId, { kind: 'buy', priceId })
  const { row } = plan
  if (isAt(row, priceId)) return { billing: await billingView(needs, ownerId), ...unconfirmed }
  const age = needs.clock().getTime() / 1000 - prorationDate
  if (age > previewSeconds || age < -60) throw new Problem('previewOld')
  if (row.status === 'active' && !row.card) throw new Problem('cardNeeded')
  return makeSwitch(needs, ownerId, { kind: 'switch', priceId, prorationDate })
}

export async function makeSwitch(needs: Needs, ownerId: string, wish: Wish & { kind: 'switch' }, until?: Date): Promise<Bought> {
  const { priceId, prorationDate } = wish
  const work = async (key: string) => {
    const plan = await livePlan(needs, ownerId)
    if (!plan.customerId) throw new Problem('noPlan')
    const { customerId, subscriptionId } = plan
    if (isAt(plan.row, priceId)) return { billing: await billingView(needs, ownerId), ...unconfirmed }
    await hold(needs, ownerId, key)
    const asked = { customerId, subscriptionId, priceId, prorationSeconds: prorationDate }
    return boughtBy(needs, ownerId, customerId, await needs.payments.switchPrice(asked, key))
  }
  return purchase(needs, ownerId, wish, work, until)
}

async function changed(needs: Needs, ownerId: string, change: (plan: Plan) => Promise<void>): Promise<BillingView> {
  const plan = await livePlan(needs, ownerId)
  if (!plan.customerId) throw new Problem('noPlan')
  await willReadAgain(needs, ownerId)
  await change(plan)
  await readAgain(needs, ownerId)
  return billingView(needs, ownerId)
}

/** Leaves a plan, also one that could not be made with the provider and is known here alone. */
async function left(needs: Needs, ownerId: string, goesOn: (row: SubscriptionRow) => boolean): Promise<BillingView> {
  // What is still being bought is not wanted any more: nothing is charged for it from here on.
  const underWay = await findPurchaseKey(needs.db, ownerId)
  if (underWay) await endPurchase(needs.db, ownerId, underWay)
  await makeTrial(needs, ownerId).catch((err) => needs.log.warn({ err, ownerId }, 'a trial that is left could not be made'))
  if (await endHere(needs, ownerId)) return billingView(needs, ownerId)
  return changed(needs, ownerId, async ({ row, customerId, subscriptionId }) => {
    if (goesOn(row)) await needs.payments.setCancelling(customerId, subscriptionId, true)
    else if (row.status === 'incomplete') await needs.payments.endIncomplete(customerId, subscriptionId)
    else await needs.payments.end(customerId, subscriptionId)
  })
}

/** What was never paid ends at once; what is paid, or tried, goes on to its end. */
export const cancelPlan = (needs: Needs, { ownerId }: SignedIn): Promise<BillingView> => left(needs, ownerId, holds)

/** Only what is paid goes on to its end. */
export const continueOnFree = (needs: Needs, { ownerId }: SignedIn): Promise<BillingView> =>
  left(needs, ownerId, (row) => row.status === 'active' && !isTrialJustOver(row, needs.clock()))

export function resumePlan(needs: Needs, actor: SignedIn): Promise<BillingView> {
  requireMayPay(actor)
  return changed(needs, actor.ownerId, async ({ row, customerId, subscriptionId }) => {
    if (!holds(row)) throw new Problem('noPlan')
    await needs.payments.setCancelling(customerId, subscriptionId, false)
  })
}
