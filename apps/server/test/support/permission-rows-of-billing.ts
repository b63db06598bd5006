/** The permission matrix of plans, cards and invoices; each of the ids that one call may name is tried apart in foreign-ids.test. */
import { actorNames, type Objects } from './actors.ts'
import { testClock } from './clock.ts'
import { account, type Row, suspended } from './permission-row.ts'

const nothing = () => ({})
const body = (given: object) => () => ({ body: given })
const priceId = 'sampan_pro_monthly'

/** The caller's own, which whoever is signed in has. */
const anyAccount = ['owner', 'otherAccount'] as const
const suspendedToo = [...anyAccount, 'suspendedOwner'] as const

const payingRow = (ask: Row['ask']): Row => ({ ask, may: ['owner'], refusals: suspended })
const ownRow = (ask: Row['ask'] = nothing): Row => ({ ask, may: anyAccount, refusals: suspended })
const readRow = (ask: Row['ask'] = nothing): Row => ({ ask, may: suspendedToo })

const plan = [
  { path: '/addCard', body: { paymentMethodId: 'pm_card_visa' } },
  { path: '/create-subscription', body: { priceId } },
]
/** Of a plan that goes on: whoever has none is told so. */
const planRow = (ask: Row['ask'], refusals: Row['refusals'] = { suspendedOwner: 'noPlan' }): Row => ({
  ask,
  may: anyAccount,
  refusals,
  before: plan,
})

const named = ({ userId, money: { customerId } }: Objects) => ({ stripeCustomerId: customerId, SSuserId: userId })

export const billingRows: Record<string, Row> = {
  'GET /api/billing/mode': { ask: nothing, may: actorNames },
  'GET /api/billing': readRow(),
  'GET /getStripeData': { ask: ({ money }) => ({ headers: { stripeId: money.customerId } }), may: account },
  'POST /addCard': payingRow((o) => ({ body: { paymentMethodId: 'pm_card_visa', ...named(o) } })),
  'POST /api/billing/pay': { ask: nothing, may: anyAccount, refusals: suspended, before: plan },
  'POST /api/billing/card': ownRow(),
  'POST /create-subscription': payingRow((o) => ({ body: { priceId, trial: true, ...named(o) } })),
  'POST /api/stripe/createCheckoutSession': payingRow(({ userId, email, money: { customerId } }) => ({
    body: { price_id: priceId, mongo_id: userId, customer: customerId, customer_email: email },
  })),
  'POST /api/billing/preview': planRow(body({ priceId })),
  'POST /api/billing/switch': planRow(
    () => ({ body: { priceId, prorationDate: Math.floor(testClock().getTime() / 1000) } }),
    suspended,
  ),
  'POST /api/billing/cancel': planRow(nothing),
  'POST /api/billing/resume': planRow(nothing, suspended),
  'POST /api/billing/free': planRow(nothing),
  'GET /api/billing/invoices': readRow(),
  'GET /api/billing/invoices/:invoiceId/pdf': {
    ask: ({ money: { invoiceId } }) => ({ params: { invoiceId } }),
    may: account,
  },
  'POST /api/billing/portal': ownRow(),
  'GET /api/billing/details': readRow(),
  'PUT /api/billing/details': ownRow(
    body({ company: '', line1: '', line2: '', city: '', postalCode: '', state: '', country: 'DE', taxNumber: '' }),
  ),
  // By the provider's signature alone.
  'POST /api/stripe/webhook': {
    ask: ({ money }) => ({
      body: { id: 'evt_1', type: 'customer.updated', data: { object: { object: 'customer', id: money.customerId } } },
      headers: { 'stripe-signature': `t=${Math.floor(testClock().getTime() / 1000)},v1=${'0'.repeat(64)}` },
    }),
    may: [],
  },
  'POST /api/sandbox/cards': ownRow(body({ number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' })),
  'POST /api/sandbox/confirm': payingRow(({ money }) => ({ body: { clientSecret: money.confirmSecret, isAllowed: true } })),
  'POST /api/sandbox/clock': readRow(body({ advanceSeconds: 60 })),
  'POST /api/sandbox/checkout': payingRow(({ money }) => ({
    body: { clientSecret: money.checkoutSecret, paymentMethodId: 'pm_card_visa' },
  })),

  'GET /api/licences': readRow(),
  'POST /api/appSumo/upgradeAppSumo': {
    ask: ({ userId, email }) => ({ body: { userId, email, codes: ['none'] } }),
    may: [],
    refusals: { ...suspended, owner: 'licenceCodesInvalid' },
  },
}
