/** The calls about the plan; apart, so that the prices load neither the client nor the schemas. */
import type { PriceId } from '@sampan/contract/plans'
import {
  addCard,
  type Bought,
  beginCard,
  cancelPlan,
  continueOnFree,
  createCheckoutSession,
  createSubscription,
  invoicePdf,
  listInvoices,
  openPortal,
  payOwed,
  previewSwitch,
  readBilling,
  resumePlan,
  switchPlan,
} from '@sampan/contract/routes/billing'
import { type BillingDetails, readBillingDetails, saveBillingDetails } from '@sampan/contract/routes/billing-details'
import { sandboxCard, sandboxClock, sandboxConfirm } from '@sampan/contract/routes/sandbox'
import { api } from '../../product/session/api.ts'
import { apiSession } from '../../product/session/session.ts'
import { arrivalOf } from '../../product/transfers/arrival.ts'
import type { CardDetails } from './card-fields.ts'

/** Keeps a card; with `isOnly` nothing that is due is charged to it. */
async function keepCard(paymentMethodId: string, isOnly: boolean): Promise<Bought> {
  const { clientSecret, needsConfirmation, ...billing } = await api.call(addCard, {
    body: { paymentMethodId, addCardOnly: isOnly },
  })
  return { billing, clientSecret, needsConfirmation }
}

async function pdf(invoiceId: string): Promise<Blob> {
  const token = await apiSession.token()
  const { url, headers } = api.target(invoicePdf, { params: { invoiceId }, ...(token && { ticket: token }) })
  const reply = await fetch(url, { headers })
  if (!reply.ok) throw new Error(`The PDF answered ${reply.status}`)
  return reply.blob()
}

export const billingCalls = {
  read: () => api.call(readBilling),
  begin: (priceId: PriceId, trial: boolean) => api.call(createSubscription, { body: { priceId, trial } }),
  keepCard,
  payOwed: () => api.call(payOwed),
  cardSecret: () => api.call(beginCard),
  checkout: (priceId: PriceId) => api.call(createCheckoutSession, { body: { price_id: priceId, ...arrivalOf() } }),
  preview: (priceId: PriceId) => api.call(previewSwitch, { body: { priceId } }),
  switch: (priceId: PriceId, prorationDate: number) => api.call(switchPlan, { body: { priceId, prorationDate } }),
  cancel: () => api.call(cancelPlan),
  resume: () => api.call(resumePlan),
  free: () => api.call(continueOnFree),
  invoices: () => api.call(listInvoices),
  pdf,
  details: () => api.call(readBillingDetails),
  saveDetails: (body: BillingDetails) => api.call(saveBillingDetails, { body }),
  portal: () => api.call(openPortal),
  testCard: (card: CardDetails) => api.call(sandboxCard, { body: card }),
  confirm: (clientSecret: string, isAllowed: boolean) => api.call(sandboxConfirm, { body: { clientSecret, isAllowed } }),
  passTime: (advanceSeconds: number) => api.call(sandboxClock, { body: { advanceSeconds } }),
}
