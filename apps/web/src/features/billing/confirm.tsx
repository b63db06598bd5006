/** What a bank asks its cardholder before it pays. In the sandbox this page stands in for the bank's. */
import { Button } from '@mantine/core'
import type { Bought } from '@sampan/contract/routes/billing'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { stripeOf } from './stripe.ts'

/** Whoever was asked said no, or the bank's question failed: no card was declined. */
class NotConfirmed extends Error {}

/** What went wrong with a payment, in words. */
export function usePaymentText(): (error: unknown) => string {
  const { t } = useTranslation('billing')
  const problemText = useProblemText()
  return (error) => (error instanceof NotConfirmed ? t('notConfirmed') : problemText(error))
}

type Props = { asked: Bought; onDone: (bought: Bought) => void; onRefused: (problem: unknown) => void }

export function Confirm(props: Props) {
  return props.asked.billing.mode === 'sandbox' ? <TestBank {...props} /> : <ProviderAsks {...props} />
}

function TestBank({ asked, onDone, onRefused }: Props) {
  const { t } = useTranslation('billing')
  const [isBusy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  async function answer(isAllowed: boolean) {
    setBusy(true)
    try {
      onDone(await billingCalls.confirm(asked.clientSecret ?? '', isAllowed))
    } catch (problem) {
      onRefused(isAllowed ? problem : new NotConfirmed())
    }
  }
  return (
    <section className={classes.card} aria-labelledby="bank">
      <h2 id="bank" ref={heading} tabIndex={-1}>
        {t('confirmTitle')}
      </h2>
      <p>{t('confirmText')}</p>
      <div className={classes.buttons}>
        <Button h={48} loading={isBusy} onClick={() => answer(true)}>
          {t('confirmYes')}
        </Button>
        <Button h={48} variant="default" disabled={isBusy} onClick={() => answer(false)}>
          {t('confirmNo')}
        </Button>
      </div>
    </section>
  )
}

/** The provider's script shows the bank's question over this page. */
function ProviderAsks({ asked, onDone, onRefused }: Props) {
  const { t } = useTranslation('billing')
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    async function ask() {
      const stripe = await stripeOf(asked.billing.publishableKey ?? '')
      const { error } = await stripe.handleNextAction({ clientSecret: asked.clientSecret ?? '' })
      if (error) throw new NotConfirmed(error.message)
      onDone({ billing: await billingCalls.read(), clientSecret: null, needsConfirmation: false })
    }
    ask().catch(onRefused)
  }, [asked, onDone, onRefused])
  return <p role="status">{t('confirmTitle')}</p>
}
