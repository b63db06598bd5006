/** Invoices and the provider's own pages: read, never kept here. */
import { Problem } from '@sampan/contract/errors'
import { accountBillingPath } from '@sampan/contract/paths'
import type { listInvoices as route } from '@sampan/contract/routes/billing'
import type { RouteReply } from '@sampan/contract/routes/route'
import type { SignedIn } from '../../http/actor.ts'
import { urlOf } from '../../links.ts'
import { findOwner } from '../owners/index.ts'
import { ensureCustomer } from './customer.ts'
import { type Needs, requireMayPay } from './needs.ts'

export async function listInvoices({ db, payments }: Needs, { ownerId }: SignedIn): Promise<RouteReply<typeof route>> {
  const customerId = (await findOwner(db, ownerId))?.customerId
  const invoices = customerId ? await payments.invoices(customerId) : []
  return { invoices: invoices.map((invoice) => ({ ...invoice, createdAt: invoice.createdAt.getTime() })) }
}

export async function invoicePdf({ db, payments }: Needs, { ownerId }: SignedIn, invoiceId: string): Promise<Buffer> {
  const customerId = (await findOwner(db, ownerId))?.customerId
  if (!customerId) throw new Problem('notYours')
  return payments.invoicePdf(customerId, invoiceId)
}

export async function openPortal(needs: Needs, actor: SignedIn): Promise<{ url: string }> {
  requireMayPay(actor)
  const returnUrl = urlOf(needs.config, accountBillingPath)
  return needs.payments.openPortal(await ensureCustomer(needs, actor.ownerId), returnUrl)
}
