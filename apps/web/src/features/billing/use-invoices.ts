/** What was to be paid, newest first. */
import type { BillingView, listInvoices } from '@sampan/contract/routes/billing'
import type { RouteReply } from '@sampan/contract/routes/route'
import { useQuery } from '@tanstack/react-query'
import { billingCalls } from './calls.ts'

export type Invoice = RouteReply<typeof listInvoices>['invoices'][number]

export const useInvoices = ({ hasCustomer }: Pick<BillingView, 'hasCustomer'>) =>
  useQuery({
    queryKey: ['invoices'],
    queryFn: billingCalls.invoices,
    enabled: hasCustomer,
    networkMode: 'always',
  })
