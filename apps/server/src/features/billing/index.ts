/** Plans and money: subscriptions, cards, invoices, and what they make of an account's role and status (P3 to P5). */
import { changeProvider } from './change-provider.ts'
import { billingJobs } from './jobs.ts'
import { refundLast } from './refund.ts'
import { billingRoutes } from './routes.ts'

export const billingFeature = { routes: billingRoutes, jobs: billingJobs, refundLast, changeProvider }
export { endBilling } from './end-billing.ts'
export { payerChanged } from './payer-changed.ts'
export { settleStanding } from './settle-standing.ts'
export { beginTrial } from './trial.ts'
