/** Which mail a change of a plan brings, by what the provider said before and says now (P3, P5). */
import type { SubscriptionStatus } from '@sampan/contract/states'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import type { CustomerState } from '../../adapters/payments/payments.ts'
import { setCustomer } from '../owners/index.ts'
import { billingMail } from './emails.tsx'
import { readAgain } from './read-again.ts'
import { days, isBillingAtRest, Payer, subscriptionOf, testCard } from './test-billing.ts'

let server: TestServer
const said = new Map<string, CustomerState>()
beforeAll(async () => {
  server = await startTestServer()
  Object.assign(server.services.payments, { read: async (customerId: string) => said.get(customerId)! })
})
afterAll(() => server?.close())

const begun = 'Your Pro plan has begun'
type More = { hasNoCard?: true; isCancelling?: true; trialEnded?: number }
const cases: [string, SubscriptionStatus, SubscriptionStatus, More, string[]][] = [
  ['a renewal that fails', 'active', 'past_due', {}, [begun, 'We could not charge your card for the Pro plan']],
  ['the last try that fails', 'past_due', 'unpaid', {}, ['Your Pro plan is unpaid']],
  ['a failed plan without a card', 'past_due', 'unpaid', { hasNoCard: true }, ['Your Pro plan is unpaid']],
  ['a trial without a card', 'trialing', 'past_due', { hasNoCard: true, trialEnded: 60 }, ['Your Pro trial has expired.']],
  ['what was told of such a trial', 'past_due', 'unpaid', { hasNoCard: true, trialEnded: days(20) }, []],
  ['a grace that ends with the plan', 'past_due', 'canceled', {}, ['Your Pro plan with Sampan has ended']],
  ['an unpaid plan that ends', 'unpaid', 'canceled', {}, ['Your Pro plan with Sampan has ended']],
  ['the end of a trial without a card', 'past_due', 'canceled', { hasNoCard: true, trialEnded: days(20) }, []],
  ['the end of one that was unpaid', 'unpaid', 'canceled', { hasNoCard: true, trialEnded: days(20) }, []],
  ['an unpaid plan without a card that ends', 'unpaid', 'canceled', { hasNoCard: true }, ['Your Pro plan with Sampan has ended']],
  [
    'an unpaid one that was tried and paid',
    'unpaid',
    'canceled',
    { trialEnded: days(90) },
    ['Your Pro plan with Sampan has ended'],
  ],
  ['a paid plan that ends', 'active', 'canceled', {}, [begun, 'Your Pro plan with Sampan has ended']],
  ['an end that was told before', 'active', 'canceled', { isCancelling: true }, [begun]],
  ['a payment that comes after all', 'past_due', 'active', {}, []],
  ['a purchase that nobody finished', 'incomplete', 'canceled', {}, []],
  ['a purchase that is confirmed', 'incomplete', 'active', {}, [begun]],
]

test.each(cases)('P3 P5 the mail of %s: %s, then %s', async (_, from, to, { hasNoCard, isCancelling, trialEnded }, subjects) => {
  const { account } = await Payer.create(server)
  const customerId = `cus_${account.ownerId}`
  await setCustomer(server.services.db, account.ownerId, customerId, 'sandbox')
  const trialEndsAt = trialEnded === undefined ? null : new Date(server.services.clock().getTime() - trialEnded * 1000)
  for (const status of [from, to]) {
    const subscription = subscriptionOf({ id: `sub_${account.ownerId}`, status, trialEndsAt, isCancelling: !!isCancelling })
    said.set(customerId, { subscriptions: [subscription], card: hasNoCard ? null : testCard, discount: null, creditCents: 0 })
    await readAgain(server.services, account.ownerId)
  }
  await waitFor(() => isBillingAtRest(server))
  const mails = await server.mailsTo(account.email)
  // Each mail is a job, and one of two may be through before the other.
  expect(mails.map(({ subject }) => subject).sort()).toEqual([...subjects].sort())
  for (const { subject, text } of mails)
    expect(text?.includes('/dash/account/billing?tab=2'), subject).toBe(/unpaid|could not charge/.test(subject!))
})

test.each([
  ['en', /^Your Business Plus plan ends on /, 'goes on as Free,'],
  ['zh', /^您的商务增强方案将于.*结束$/, '将转为免费方案，'],
] as const)('P3 a mail names a plan as the pages do (%s)', async (language, subject, goesOn) => {
  const about = { kind: 'cancelled', mailId: 'm', ownerId: 'o', role: 'businessplus', at: '2026-11-28T00:00:00Z' } as const
  const mail = await billingMail({ ...about, left: 'free', language, productName: 'Sampan', link: 'https://sampan.test' })
  expect(mail.subject).toMatch(subject)
  expect(mail.text).toContain(goesOn)
})
