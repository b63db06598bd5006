/** Takes a card: our own form for test cards in the sandbox, the provider's own form otherwise. */
import type { BillingView } from '@sampan/contract/routes/billing'
import { SandboxCardForm } from './sandbox-card-form.tsx'
import { StripeCardForm } from './stripe-card-form.tsx'
import { useAct } from './use-act.ts'

type Props = {
  billing: BillingView
  label: string
  /** With the card's id; what it throws stands beside the form. */
  onCard: (paymentMethodId: string) => Promise<void>
}
export type CardFormProps = Props & {
  isBusy: boolean
  problem: unknown
  submit: (takeCard: () => Promise<string>) => Promise<void>
}

export function CardForm(props: Props) {
  const { isBusy, problem, run } = useAct()
  const submit = (takeCard: () => Promise<string>) => run(async () => props.onCard(await takeCard()))
  const Form = props.billing.mode === 'sandbox' ? SandboxCardForm : StripeCardForm
  return <Form {...props} isBusy={isBusy} problem={problem} submit={submit} />
}
