/** What a plan costs to go on: its open invoice, or its price where none was written yet. Null where nothing is due. */
import type { BillingView } from '@sampan/contract/routes/billing'
import { isOwing } from './running.ts'
import { type Invoice, useInvoices } from './use-invoices.ts'

export function dueOf(billing: BillingView, invoices: Pick<Invoice, 'status' | 'amountCents'>[] | undefined): number | null {
  if (!isOwing(billing)) return null
  const open = invoices?.find(({ status }) => status === 'open')
  return open?.amountCents ?? billing.discountedCents
}

export const useDue = (billing: BillingView): number | null => dueOf(billing, useInvoices(billing).data?.invoices)
