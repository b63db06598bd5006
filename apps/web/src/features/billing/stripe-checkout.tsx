/** The provider's embedded checkout of one plan; it leads on to the thanks by itself. */
import type { PriceId } from '@sampan/contract/plans'
import type { StripeEmbeddedCheckout } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asProblem } from '../../lib/is-problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { stripeOf } from './stripe.ts'

type Props = { publishableKey: string; priceId: PriceId }

export function StripeCheckout({ publishableKey, priceId }: Props) {
  const { t } = useTranslation('billing')
  const problemText = useProblemText()
  const place = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    let isGone = false
    let mine: StripeEmbeddedCheckout | null = null
    async function begin() {
      const [stripe, { clientSecret }] = await Promise.all([stripeOf(publishableKey), billingCalls.checkout(priceId)])
      // Only one may be there at a time: the one before is taken away first.
      if (isGone) return
      mine = await stripe.createEmbeddedCheckoutPage({ clientSecret })
      if (isGone) mine.destroy()
      else mine.mount(place.current!)
    }
    begin().catch((error) => !isGone && setFailure(error))
    return () => {
      isGone = true
      mine?.destroy()
    }
  }, [publishableKey, priceId])
  return (
    <>
      <div ref={place} className={classes.frame} />
      <p className={classes.problem} role="alert">
        {failure !== null && (asProblem(failure) ? problemText(failure) : t('stripeFailed'))}
      </p>
    </>
  )
}
