/** What an account has with the payment provider when it once had a plan: a customer, an invoice, and what waits to be paid or allowed. */
import { randomUUID } from 'node:crypto'
import { priceIdOf } from '@sampan/contract/plans'
import type { Account } from './account.ts'

export type Money = {
  customerId: string
  invoiceId: string
  /** A checkout that may be finished, and a payment that its cardholder's bank asks about. */
  checkoutSecret: string
  confirmSecret: string
}

export const unknownMoney = (): Money => {
  const [customerId, invoiceId, checkoutSecret, confirmSecret] = ['cus', 'in', 'cs', 'pi'].map((of) => `${of}_${randomUUID()}`)
  return { customerId: customerId!, invoiceId: invoiceId!, checkoutSecret: checkoutSecret!, confirmSecret: confirmSecret! }
}

/** Of a plan that has ended: the account goes on as it is. */
export async function moneyOf(account: Account): Promise<Money> {
  const { payments } = account.browser.server.services
  const { ownerId, email } = account
  const from = { referral: null, referrer: null }
  const customerId = await payments.makeCustomer({ ownerId, email, name: '', ...from }, ownerId)
  await account.setOwner({ customerId, customerMode: 'sandbox' })
  const wish = { customerId, priceId: priceIdOf('personal', 'monthly'), trialEndsAt: null }
  await payments.attachCard(customerId, 'pm_card_visa')
  await payments.end(customerId, (await payments.subscribe(wish, 'paid')).subscriptionId)
  const [invoice] = await payments.invoices(customerId)
  const { clientSecret: checkoutSecret } = await payments.openCheckout({ ...wish, ...from, returnUrl: '' }, 'open')
  await payments.attachCard(customerId, 'pm_card_authenticationRequired')
  const { clientSecret } = await payments.subscribe(wish, 'asked')
  return { customerId, invoiceId: invoice!.id, checkoutSecret, confirmSecret: clientSecret! }
}
