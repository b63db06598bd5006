import type { BillingView } from '@sampan/contract/routes/billing'

export type CardProps = {
  billing: BillingView
  label: string
  /** With the card's id; what it throws stands beside the form. */
  onCard: (paymentMethodId: string) => Promise<void>
}
export type CardFormProps = CardProps & {
  isBusy: boolean
  problem: unknown
  submit: (takeCard: () => Promise<string>) => Promise<void>
}
