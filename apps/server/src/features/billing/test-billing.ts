/** Paying over HTTP, as tests write it. */
import { type PriceId, priceIdOf } from '@sampan/contract/plans'
import { sql } from 'drizzle-orm'
import { Account } from '../../../test/support/account.ts'
import { testClock } from '../../../test/support/clock.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import type { Subscription } from '../../adapters/payments/payments.ts'
import { hasJob } from '../../jobs/queue.ts'
import { mailJob, payerJobOptions } from './job-names.ts'

export const visa = 'pm_card_visa'
export const declinedCard = 'pm_card_chargeDeclined'
export const confirmingCard = 'pm_card_authenticationRequired'
export const failsLaterCard = 'pm_card_chargeCustomerFail'
export const proMonthly: PriceId = priceIdOf('pro', 'monthly')
export const businessMonthly: PriceId = priceIdOf('business', 'monthly')

export const days = (count: number): number => count * 86_400

export const testCard = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2099 }
export const inDays = (count: number) => new Date(testClock().getTime() + days(count) * 1000)
export const invoiced = {
  company: 'Reed Boats GmbH',
  line1: 'Hafenweg 3',
  line2: 'Third floor',
  city: 'Hamburg',
  postalCode: '20457',
  state: 'HH',
  country: 'DE',
  taxNumber: 'DE 123 456 789',
}
/** What a provider that is played says. */
export const subscriptionOf = (more: Partial<Subscription>): Subscription => ({
  id: 'sub_1',
  status: 'active',
  role: 'pro',
  period: 'monthly',
  amountCents: 2900,
  trialEndsAt: null,
  periodEndsAt: inDays(30),
  isCancelling: false,
  createdAt: inDays(0),
  ...more,
})

/** No job of billing runs or is to run: one that a later event took the key of, and that failed then, is left behind and never does. */
export async function isBillingAtRest({ services: { db } }: TestServer): Promise<boolean> {
  const jobs = sql`select 1 from graphile_worker.jobs where (key like 'billing-%' or task_identifier like 'billing:%') and (locked_at is not null or attempts < max_attempts)`
  return (await db.execute(jobs)).rows.length === 0
}

export const isPayerTold = async ({ services: { db } }: TestServer, ownerId: string): Promise<boolean> =>
  !(await hasJob(db, payerJobOptions(ownerId).key!))

export async function areBillingMailsSent({ services: { db } }: TestServer): Promise<boolean> {
  const waiting = sql`select 1 from graphile_worker.jobs where task_identifier = ${mailJob.name}`
  return (await db.execute(waiting)).rows.length === 0
}

export class Payer {
  private constructor(readonly account: Account) {}

  static async create(server: TestServer): Promise<Payer> {
    return new Payer(await Account.create(server))
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const { status, json } = await this.account.call(method, path, body, headers)
    return status < 300 ? json : { status, code: json?.error?.code, fields: json?.error?.fields }
  }

  billing = () => this.ask('GET', '/api/billing')
  addCard = (paymentMethodId: string = visa) => this.ask('POST', '/addCard', { paymentMethodId })
  subscribe = (more: object) => this.ask('POST', '/create-subscription', { priceId: proMonthly, ...more })
  tryPlan = (priceId: PriceId = proMonthly) => this.subscribe({ priceId, trial: true })
  pass = (seconds: number) => this.ask('POST', '/api/sandbox/clock', { advanceSeconds: seconds })
  confirm = (clientSecret: string, isAllowed: boolean) => this.ask('POST', '/api/sandbox/confirm', { clientSecret, isAllowed })
  saveDetails = (details: object) => this.ask('PUT', '/api/billing/details', details)
  invoices = async () => (await this.ask('GET', '/api/billing/invoices')).invoices

  /** What every limit reads. */
  async standing(): Promise<string> {
    const { role, status } = await this.account.owner()
    return `${role} ${status}`
  }
}
