/** What every implementation of the payments port must do, run by each of them. */
import { randomUUID } from 'node:crypto'
import { type PriceId, priceCents, priceIdOf } from '@sampan/contract/plans'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testClock } from '../../../test/support/clock.ts'
import { PaymentRefused, type Payments } from './payments.ts'

/** What months, and a cardholder who answers the bank, would do. */
type Drive = {
  passTime: (customerId: string, seconds: number) => Promise<void>
  confirm: (customerId: string, clientSecret: string, isAllowed: boolean) => Promise<void>
}
type Opened = { payments: Payments; close: () => Promise<void> }
const cannot = () => Promise.reject(new Error('this provider is not driven'))

const [visa, declines, asks, failsLater] = [
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_card_chargeCustomerFail',
]
const [pro, business]: PriceId[] = [priceIdOf('pro', 'monthly'), priceIdOf('business', 'monthly')]
const day = 86_400
const refused = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(PaymentRefused)
  return (error as PaymentRefused).reason
}

/** `isDriven: false`: a real provider's time and banks are out of reach, and what needs them is left out. */
export function describePayments(name: string, open: () => Promise<Opened & Partial<Drive>>, { isDriven = true } = {}): void {
  describe(name, () => {
    const driven = test.skipIf(!isDriven)
    let harness: Opened & Drive
    let payments: Payments
    let made = 0
    beforeAll(async () => {
      harness = { passTime: cannot, confirm: cannot, ...(await open()) }
      payments = harness.payments
    })
    afterAll(() => harness?.close())

    // Told apart from those of every other run: a real provider remembers them for a day.
    const newKey = () => `key-${++made}-${randomUUID()}`
    const newCustomer = async (card?: string) => {
      const key = newKey()
      const person = { ownerId: key, email: `${made}@example.com`, name: 'Mei', referral: 'r1', referrer: 'https://example.org/' }
      const id = await payments.makeCustomer(person, key)
      expect(await payments.makeCustomer(person, key)).toBe(id)
      if (card) await payments.attachCard(id, card)
      return id
    }
    const paid = async (priceId = pro!) => {
      const customerId = await newCustomer(visa)
      return { customerId, ...(await payments.subscribe({ customerId, priceId, trialEndsAt: null }, newKey())) }
    }
    const first = async (customerId: string) => (await payments.read(customerId)).subscriptions[0]!
    const inDays = (count: number) => new Date(testClock().getTime() + count * day * 1000)

    test('P3 a card: kept, declined, unknown, another’s', async () => {
      const customerId = await newCustomer(visa)
      expect((await payments.read(customerId)).card).toMatchObject({ brand: 'visa', last4: '4242' })
      expect(await refused(payments.attachCard(customerId, declines))).toBe('declined')
      expect(await refused(payments.attachCard(customerId, 'pm_unknown'))).toBe('unknown')
      expect((await payments.read(customerId)).card).toMatchObject({ last4: '4242' })
      expect((await payments.beginCard(customerId)).clientSecret).toContain('_secret_')
    })

    driven('P5 a trial charges nothing, is there once for its key, and owes at its end without a card', async () => {
      const customerId = await newCustomer()
      const [wish, key] = [{ customerId, priceId: pro!, trialEndsAt: inDays(7) }, newKey()]
      expect(await payments.subscribe(wish, key)).toMatchObject({ outcome: 'none' })
      await payments.subscribe(wish, key)
      expect((await payments.read(customerId)).subscriptions).toHaveLength(1)
      expect(await first(customerId)).toMatchObject({ status: 'trialing', role: 'pro', period: 'monthly', amountCents: 2900 })
      expect(await payments.payDue(customerId, newKey())).toBe(null)
      await harness.passTime(customerId, 8 * day)
      expect((await first(customerId)).status).toMatch(/unpaid|past_due/)
      await payments.attachCard(customerId, failsLater!)
      expect(await payments.payDue(customerId, newKey())).toMatchObject({ outcome: 'declined' })
      await payments.attachCard(customerId, visa!)
      expect(await payments.payDue(customerId, newKey())).toMatchObject({ outcome: 'paid' })
      expect(await first(customerId)).toMatchObject({ status: 'active' })
    })

    driven('P3 paid at once: paid, declined and not yet confirmed', async () => {
      const { customerId, outcome } = await paid()
      expect(outcome).toBe('paid')
      expect(await first(customerId)).toMatchObject({ status: 'active', amountCents: priceCents.pro.monthly })
      const poor = await newCustomer(failsLater)
      const declined = await payments.subscribe({ customerId: poor, priceId: pro!, trialEndsAt: null }, newKey())
      expect(declined.outcome).toBe('declined')
      expect((await first(poor)).status).toBe('incomplete')
      await payments.end(poor, declined.subscriptionId)
      await payments.end(poor, declined.subscriptionId)
      expect((await first(poor)).status).toBe('canceled')
      const careful = await newCustomer(asks)
      const asked = await payments.subscribe({ customerId: careful, priceId: pro!, trialEndsAt: null }, newKey())
      expect(asked.outcome).toBe('needsConfirmation')
      expect((await first(careful)).status).toBe('incomplete')
      await harness.confirm(careful, asked.clientSecret!, true)
      expect((await first(careful)).status).toBe('active')
    })

    driven('P3 a purchase that nobody finished is never charged as owed, and ends unless it was paid meanwhile', async () => {
      const customerId = await newCustomer(asks)
      const asked = await payments.subscribe({ customerId, priceId: business!, trialEndsAt: null }, newKey())
      await payments.attachCard(customerId, visa!)
      expect(await payments.payDue(customerId, newKey())).toBe(null)
      expect(await first(customerId)).toMatchObject({ status: 'incomplete' })
      await payments.endIncomplete(customerId, asked.subscriptionId)
      await payments.endIncomplete(customerId, asked.subscriptionId)
      await harness.confirm(customerId, asked.clientSecret!, true)
      expect(await first(customerId)).toMatchObject({ status: 'canceled' })
      expect((await payments.invoices(customerId)).map(({ status }) => status)).toEqual(['void'])
      const bought = await paid()
      await payments.endIncomplete(bought.customerId, bought.subscriptionId)
      expect(await first(bought.customerId)).toMatchObject({ status: 'active' })
    })

    driven('P3 renewed, failed, in grace, paid after all', async () => {
      const { customerId } = await paid()
      await harness.passTime(customerId, 32 * day)
      expect(await first(customerId)).toMatchObject({ status: 'active' })
      await payments.attachCard(customerId, failsLater!)
      await harness.passTime(customerId, 31 * day)
      expect((await first(customerId)).status).toBe('past_due')
      await payments.attachCard(customerId, visa!)
      expect(await payments.payDue(customerId, newKey())).toMatchObject({ outcome: 'paid' })
      expect((await payments.invoices(customerId)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
    })

    driven('P3 a switch costs what its preview said, once for its key, and not at all while trying', async () => {
      const { customerId, subscriptionId } = await paid()
      await harness.passTime(customerId, 10 * day)
      const preview = await payments.preview(customerId, subscriptionId, business!, testClock())
      expect(preview.nextCents).toBe(priceCents.business.monthly)
      expect(preview.dueNowCents).toBeGreaterThan(2000)
      const wish = { customerId, subscriptionId, priceId: business!, prorationSeconds: preview.prorationSeconds }
      const key = newKey()
      expect((await payments.switchPrice(wish, key)).outcome).toBe('paid')
      await payments.switchPrice(wish, key)
      expect(await first(customerId)).toMatchObject({ role: 'business', status: 'active' })
      expect((await payments.invoices(customerId)).map(({ amountCents }) => amountCents)).toEqual([preview.dueNowCents, 2900])
      const trying = await newCustomer()
      const trial = await payments.subscribe({ customerId: trying, priceId: pro!, trialEndsAt: inDays(7) }, newKey())
      const free = await payments.preview(trying, trial.subscriptionId, business!, testClock())
      expect(free).toMatchObject({ dueNowCents: 0, creditCents: 0, nextCents: 6900 })
      const { prorationSeconds } = free
      await payments.switchPrice(
        { customerId: trying, subscriptionId: trial.subscriptionId, priceId: business!, prorationSeconds },
        newKey(),
      )
      expect(await first(trying)).toMatchObject({ role: 'business', status: 'trialing' })
    })

    test('P3 a switch whose card fails leaves the old plan', async () => {
      const { customerId, subscriptionId } = await paid()
      await payments.attachCard(customerId, failsLater!)
      const prorationSeconds = Math.floor(testClock().getTime() / 1000)
      const wish = { customerId, subscriptionId, priceId: business!, prorationSeconds }
      expect((await payments.switchPrice(wish, newKey())).outcome).toBe('declined')
      expect(await first(customerId)).toMatchObject({ role: 'pro', status: 'active' })
      expect((await payments.invoices(customerId))[0]).toMatchObject({ status: 'void' })
    })

    driven('P3 cancelled for the end of the period, taken back, and ended', async () => {
      const { customerId, subscriptionId } = await paid()
      await payments.setCancelling(customerId, subscriptionId, true)
      expect(await first(customerId)).toMatchObject({ isCancelling: true, status: 'active' })
      await payments.setCancelling(customerId, subscriptionId, false)
      expect(await first(customerId)).toMatchObject({ isCancelling: false })
      await payments.setCancelling(customerId, subscriptionId, true)
      await harness.passTime(customerId, 32 * day)
      expect(await first(customerId)).toMatchObject({ status: 'canceled' })
    })

    test('P3 P5 invoices have a PDF, only for their customer; the last payment is given back once, within its days', async () => {
      const { customerId } = await paid()
      const [invoice] = await payments.invoices(customerId)
      expect(invoice).toMatchObject({ amountCents: 2900, status: 'paid', hasPdf: true })
      expect((await payments.invoicePdf(customerId, invoice!.id)).subarray(0, 5).toString()).toBe('%PDF-')
      expect(await refused(payments.invoicePdf(await newCustomer(), invoice!.id))).toBe('unknown')
      expect(await payments.refundLast(customerId, inDays(1))).toBe(null)
      for (const isGivenNow of [true, false])
        expect(await payments.refundLast(customerId, inDays(-30))).toEqual({
          invoiceId: invoice!.id,
          amountCents: 2900,
          isGivenNow,
        })
      expect((await payments.invoices(customerId))[0]).toMatchObject({ status: 'refunded' })
      expect(await payments.refundLast(await newCustomer(), inDays(-30))).toBe(null)
    })

    test('P3 what was paid for one of two subscriptions is given back once, and nothing of the other', async () => {
      const { customerId, subscriptionId } = await paid()
      await payments.subscribe({ customerId, priceId: business!, trialEndsAt: null }, newKey())
      const refund = () => payments.refundSubscription(customerId, subscriptionId, inDays(-1))
      for (const isGivenNow of [true, false]) expect(await refund()).toMatchObject({ amountCents: 2900, isGivenNow })
      await payments.end(customerId, subscriptionId)
      expect(await refund()).toMatchObject({ amountCents: 2900, isGivenNow: false })
      const statuses = (await payments.invoices(customerId)).map(({ amountCents, status }) => `${amountCents} ${status}`)
      expect(statuses).toEqual(['6900 paid', '2900 refunded'])
      expect(await refused(payments.refundSubscription(await newCustomer(), subscriptionId, inDays(-1)))).toBe('unknown')
      const trying = await newCustomer()
      const trial = await payments.subscribe({ customerId: trying, priceId: pro!, trialEndsAt: inDays(7) }, newKey())
      expect(await payments.refundSubscription(trying, trial.subscriptionId, inDays(-1))).toBe(null)
    })

    driven('P3 what counts is when a subscription was paid, not when it or its invoice was made', async () => {
      const [customerId, late] = [await newCustomer(visa), await newCustomer()]
      const trial = { priceId: pro!, trialEndsAt: inDays(7) }
      const { subscriptionId } = await payments.subscribe({ customerId, ...trial }, newKey())
      await harness.passTime(customerId, 7 * day + 3600)
      expect(await payments.refundSubscription(customerId, subscriptionId, inDays(-1))).toMatchObject({ isGivenNow: true })
      const unpaid = await payments.subscribe({ customerId: late, ...trial }, newKey())
      await harness.passTime(late, 12 * day)
      await payments.attachCard(late, visa!)
      await payments.payDue(late, newKey())
      expect(await payments.refundSubscription(late, unpaid.subscriptionId, inDays(1))).toBe(null)
      expect(await payments.refundSubscription(late, unpaid.subscriptionId, inDays(-1))).toMatchObject({ isGivenNow: true })
    })

    test('P5 what a cheaper plan has left of a payment as credit is not given twice', async () => {
      const { customerId, subscriptionId } = await paid(business)
      const prorationSeconds = Math.floor(testClock().getTime() / 1000)
      await payments.switchPrice({ customerId, subscriptionId, priceId: pro!, prorationSeconds }, newKey())
      expect(await payments.refundLast(customerId, inDays(-30))).toMatchObject({ amountCents: 6900 })
      await payments.end(customerId, subscriptionId)
      await payments.subscribe({ customerId, priceId: pro!, trialEndsAt: null }, newKey())
      expect((await payments.invoices(customerId))[0]).toMatchObject({ amountCents: 2900, status: 'paid' })
    })

    test('P3 what a cheaper plan leaves is told, and the next switch costs so much less, as its preview says', async () => {
      const { customerId, subscriptionId } = await paid(business)
      const change = async (priceId: PriceId) => {
        const preview = await payments.preview(customerId, subscriptionId, priceId, testClock())
        const { prorationSeconds } = preview
        await payments.switchPrice({ customerId, subscriptionId, priceId, prorationSeconds }, newKey())
        return { ...preview, left: (await payments.read(customerId)).creditCents }
      }
      const cheaper = await change(pro!)
      expect(cheaper).toMatchObject({ dueNowCents: 0, nextCents: 0 })
      expect(cheaper.left).toBeGreaterThan(3900)
      const dearer = await change(business!)
      expect([dearer.dueNowCents, dearer.left]).toEqual([expect.closeTo(0, -2), expect.closeTo(0, -2)])
    })

    driven('P3 what was left of former payments is there again when the cardholder allows no switch', async () => {
      const { customerId, subscriptionId } = await paid(business)
      const prorationSeconds = Math.floor(testClock().getTime() / 1000)
      const change = (priceId: PriceId) =>
        payments.switchPrice({ customerId, subscriptionId, priceId, prorationSeconds }, newKey())
      await change(pro!)
      const { creditCents } = await payments.read(customerId)
      expect(creditCents).toBeGreaterThan(3900)
      await payments.attachCard(customerId, asks!)
      const { clientSecret } = await change(priceIdOf('business', 'yearly'))
      await harness.confirm(customerId, clientSecret!, false)
      expect(await payments.read(customerId)).toMatchObject({ creditCents, subscriptions: [{ role: 'pro' }] })
      expect((await payments.invoices(customerId))[0]).toMatchObject({ status: 'void' })
    })

    test('P3 a checkout’s secret and the portal’s address', async () => {
      const customerId = await newCustomer()
      const returnUrl = 'https://files.example.com/thankyou'
      const wish = { customerId, priceId: pro!, returnUrl, referral: 'r1', referrer: null }
      const key = newKey()
      const { clientSecret, sessionId } = await payments.openCheckout(wish, key)
      expect(clientSecret).toContain('_secret_')
      expect(await payments.openCheckout(wish, key)).toEqual({ clientSecret, sessionId })
      expect(await refused(payments.closeCheckout(await newCustomer(), sessionId))).toBe('unknown')
      expect(await refused(payments.closeCheckout(customerId, 'cs_test_unknown'))).toBe('unknown')
      for (let times = 0; times < 2; times++) await payments.closeCheckout(customerId, sessionId)
      expect(new URL((await payments.openPortal(customerId, 'https://files.example.com/x')).url).protocol).toBe('https:')
    })

    test('A5 a customer that is deleted has nothing any more, and may be deleted again', async () => {
      const { customerId } = await paid()
      await payments.deleteCustomer(customerId)
      await payments.deleteCustomer(customerId)
      const left = await payments.read(customerId).catch(() => ({ subscriptions: [] }))
      expect(left.subscriptions).toEqual([])
    })

    test('P3 prices are kept where they are right', async () => {
      expect((await payments.syncPrices('Sampan')).map(({ did }) => did)).toEqual(Array(6).fill('kept'))
    })
  })
}
