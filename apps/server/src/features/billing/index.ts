/** Plans and money: subscriptions, cards, invoices, and what they make of an account's role and status (P3 to P5). */
export { changeProvider } from './change-provider.ts'
export { endBilling } from './end-billing.ts'
export { billingJobs } from './jobs.ts'
export { payerChanged } from './payer-changed.ts'
export { refundLast } from './refund.ts'
export { billingRoutes } from './routes.ts'
export { settleStanding } from './settle-standing.ts'
export { beginTrial } from './trial.ts'
