/** Takes a card: our own form for test cards in the sandbox, the provider's own form otherwise. */
import type { CardProps } from './card-form-props.ts'
import { SandboxCardForm } from './sandbox-card-form.tsx'
import { StripeCardForm } from './stripe-card-form.tsx'
import { useAct } from './use-act.ts'

export function CardForm(props: CardProps) {
  const { isBusy, problem, run } = useAct()
  const submit = (takeCard: () => Promise<string>) => run(async () => props.onCard(await takeCard()))
  const Form = props.billing.mode === 'sandbox' ? SandboxCardForm : StripeCardForm
  return <Form {...props} isBusy={isBusy} problem={problem} submit={submit} />
}
