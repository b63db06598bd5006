/** Paying where Stripe's keys are set: its script comes when its form is shown and not before, and its form gives us an id, never a number. */
import type { Page } from '@playwright/test'
import type { BillingView } from '../../packages/contract/src/routes/billing.ts'
import { expect, inGate, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const publishableKey = 'pk_test_0123456789abcdefghijklmn'

test.use({
  settings: {
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdefghijklmn',
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghijklmn',
    // Nobody is there: what the account has is told by the journey.
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  },
})

/** Stands in for what Stripe serves; it leaves what it was asked on the window. */
const script = `window.Stripe = Object.assign((key) => {
  const asked = (window.askedOfStripe = [key])
  const shown = (text) => ({ mount: (place) => { place.textContent = text }, destroy() {} })
  return {
    _registerWrapper() {}, registerAppInfo() {},
    elements: ({ clientSecret }) => {
      const element = shown('card frame ' + clientSecret)
      return { create: () => element, getElement: () => element }
    },
    confirmSetup: async () => ({ setupIntent: { payment_method: 'pm_1' } }),
    createEmbeddedCheckoutPage: async (given) => (asked.push(Object.keys(given).join()), shown('checkout ' + given.clientSecret)),
  }
}, { version: 1 })`

const billing: BillingView = {
  mode: 'stripe',
  isTest: true,
  publishableKey,
  role: 'free',
  ownLimits: null,
  status: 'active',
  period: null,
  amountCents: null,
  discountedCents: null,
  creditCents: 0,
  leftRole: 'free',
  trialDaysLeft: null,
  trialEndsAt: null,
  renewsAt: null,
  endsAt: null,
  isCancelling: false,
  mayTry: false,
  card: null,
  discount: null,
  hasCustomer: true,
}

async function standIn(page: Page) {
  const account = { ...billing }
  const loaded: string[] = []
  await page.route('https://js.stripe.com/**', (route) => {
    loaded.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })
  await page.route('**/api/billing', (route) => route.fulfill({ json: account }))
  await page.route('**/api/billing/invoices', (route) => route.fulfill({ json: { invoices: [] } }))
  await page.route('**/api/billing/card', (route) => route.fulfill({ json: { clientSecret: 'seti_1_secret_2' } }))
  await page.route('**/api/stripe/createCheckoutSession', (route) =>
    route.fulfill({ json: { clientSecret: `cs_1 ${route.request().postDataJSON().price_id}` } }),
  )
  await page.route('**/addCard', (route) => {
    account.card = { brand: 'visa', last4: route.request().postDataJSON().paymentMethodId, expMonth: 1, expYear: 2031 }
    return route.fulfill({ json: { ...account, clientSecret: null, needsConfirmation: false } })
  })
  return loaded
}

test('P3 P4 a card and a checkout through the provider’s own form', inGate(), async ({ page, context, server }) => {
  const t = words('en')
  await signIn(context, server)
  const loaded = await standIn(page)
  await page.goto('/dash/plans')
  await expect(page.getByRole('button', { name: 'Switch: Pro' })).toBeEnabled()
  await page.goto('/dash/account/billing')
  await expect(page.locator('main')).toContainText(t('plans.testKeysText'))
  expect(loaded).toEqual([])

  await page.getByRole('button', { name: t('billing.addPayment'), exact: true }).click()
  await expect(page.locator('main')).toContainText('card frame seti_1_secret_2')
  await page.getByRole('button', { name: t('billing.saveCard'), exact: true }).click()
  await expect(page.locator('main')).toContainText(t('billing.cardIs', { brand: 'Visa', last4: 'pm_1' }))
  expect(loaded).toHaveLength(1)

  const guest = await context.newPage()
  await standIn(guest)
  await guest.goto('/dash/plans?role=pro&period=yearly')
  await expect(guest.locator('main')).toContainText('checkout cs_1 sampan_pro_yearly')
  // With a way to be told of its end it would not lead on to the thanks.
  expect(await guest.evaluate(() => (window as unknown as { askedOfStripe: string[] }).askedOfStripe)).toEqual([
    publishableKey,
    'clientSecret',
  ])
})
