/** The provider's own card form: the number goes from its frame to it, and never to us. */
import { Button } from '@mantine/core'
import type { StripeElementLocale, StripeElements } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNow } from '../../lib/i18n.ts'
import { asProblem } from '../../lib/is-problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import type { CardFormProps } from './card-form-props.ts'
import { appearance, stripeOf } from './stripe.ts'

/** What the provider's form says of a card, in the reader's language already. */
class CardRefused extends Error {}

type Begun = { elements: StripeElements; take: () => Promise<string> }

async function begin(publishableKey: string, place: HTMLElement): Promise<Begun> {
  const [stripe, { clientSecret }] = await Promise.all([stripeOf(publishableKey), billingCalls.cardSecret()])
  // A language that it does not know becomes that of the browser.
  const locale = languageNow() as StripeElementLocale
  const elements = stripe.elements({ clientSecret, appearance: appearance(), locale })
  elements.create('payment').mount(place)
  async function take(): Promise<string> {
    const { setupIntent, error } = await stripe.confirmSetup({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.href },
    })
    const method = setupIntent?.payment_method
    const id = typeof method === 'string' ? method : method?.id
    if (error || !id) throw new CardRefused(error?.message ?? '')
    return id
  }
  return { elements, take }
}

export function StripeCardForm({ billing, label, isBusy, problem, submit }: CardFormProps) {
  const { t } = useTranslation('billing')
  const problemText = useProblemText()
  const place = useRef<HTMLDivElement>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const key = billing.publishableKey
  useEffect(() => {
    let isGone = false
    let mine: Begun | null = null
    begin(key ?? '', place.current!).then(
      (made) => {
        mine = made
        if (isGone) made.elements.getElement('payment')?.destroy()
        else setBegun(made)
      },
      (error) => !isGone && setFailure(error),
    )
    return () => {
      isGone = true
      mine?.elements.getElement('payment')?.destroy()
    }
  }, [key])
  const text = (error: unknown) =>
    error instanceof CardRefused && error.message ? error.message : asProblem(error) ? problemText(error) : t('stripeFailed')
  const shown = failure ?? problem
  function send(event: FormEvent) {
    event.preventDefault()
    if (begun) void submit(begun.take)
  }
  return (
    <form className={classes.form} onSubmit={send} aria-label={t('card')}>
      <div ref={place} className={classes.frame} />
      <p className={classes.problem} role="alert">
        {shown !== null && text(shown)}
      </p>
      <Button type="submit" h={48} fullWidth disabled={!begun} loading={isBusy}>
        {label}
      </Button>
    </form>
  )
}
