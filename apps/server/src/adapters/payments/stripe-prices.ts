/** Products and prices in Stripe, as the role table has them: found by lookup key, so that a second call changes nothing. */
import { type PriceId, priceIds, priceOf } from '@sampan/contract/plans'
import type Stripe from 'stripe'
import type { PriceReport } from './payments.ts'
import { onceFor } from './stripe-errors.ts'
import { idOf, priceMark } from './stripe-shapes.ts'

const productOf = (role: string): string => `sampan_${role}`

async function ensureProduct(stripe: Stripe, role: string, productName: string): Promise<void> {
  const name = `${productName} ${role}`
  const known = await stripe.products.list({ ids: [productOf(role)] })
  const [product] = known.data
  if (!product)
    await onceFor(
      `product-${role}-${name}`,
      (idempotencyKey) => stripe.products.create({ id: productOf(role), name }, { idempotencyKey }),
      async () => (await stripe.products.list({ ids: [productOf(role)] })).data[0],
    )
  else if (product.name !== name || !product.active) await stripe.products.update(product.id, { name, active: true })
}

/** What the role table says, not another amount under its key. */
export const isAsSold = (price: Stripe.Price, priceId: PriceId): boolean => {
  const { role, period, cents } = priceOf(priceId)
  return (
    price.unit_amount === cents &&
    price.currency === 'usd' &&
    price.recurring?.interval === intervals[period] &&
    price.recurring.interval_count === 1 &&
    idOf(price.product) === productOf(role)
  )
}

const intervals = { monthly: 'month', yearly: 'year' } as const

/** An amount cannot be changed: a new price takes the key over, and those who pay the old one go on paying it. */
async function ensurePrice(stripe: Stripe, priceId: PriceId): Promise<PriceReport> {
  const find = async () => (await stripe.prices.list({ lookup_keys: [priceId], active: true, limit: 1 })).data[0]
  const former = await find()
  if (former && isAsSold(former, priceId)) return { priceId, did: 'kept' }
  const { role, period, cents } = priceOf(priceId)
  const price = {
    product: productOf(role),
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: intervals[period] },
    nickname: `${role} ${period}`,
    lookup_key: priceId,
    transfer_lookup_key: true,
    metadata: { [priceMark]: priceId },
  }
  await onceFor(
    `price-${priceId}-${cents}-${former?.id ?? 'none'}`,
    (idempotencyKey) => stripe.prices.create(price, { idempotencyKey }),
    async () => {
      const there = await find()
      return there && isAsSold(there, priceId) ? there : null
    },
  )
  if (former) await stripe.prices.update(former.id, { active: false })
  return { priceId, did: former ? 'replaced' : 'made' }
}

export async function syncPrices(stripe: Stripe, productName: string): Promise<PriceReport[]> {
  const reports: PriceReport[] = []
  for (const role of new Set(priceIds.map((id) => priceOf(id).role))) await ensureProduct(stripe, role, productName)
  for (const priceId of priceIds) reports.push(await ensurePrice(stripe, priceId))
  return reports
}
