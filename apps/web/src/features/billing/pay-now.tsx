/** Paying for a plan at once: with the card that is kept, or with a new one. */
import { Button } from '@mantine/core'
import { thankYouPath } from '@sampan/contract/paths'
import { priceCents, priceIdOf, refundDays } from '@sampan/contract/plans'
import type { BillingView, Bought } from '@sampan/contract/routes/billing'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { isProblem } from '../../lib/is-problem.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { CardForm } from './card-form.tsx'
import type { ChosenPlan } from './chosen-plan.ts'
import { Confirm, usePaymentText } from './confirm.tsx'
import { isOwing } from './running.ts'
import { StripeCheckout } from './stripe-checkout.tsx'
import { NotThrough, UnderWay, useWaited } from './underway.tsx'
import { useAct } from './use-act.ts'
import { useBillingChanged } from './use-billing.ts'
import { useCardName } from './use-card-name.ts'
import { useSupport } from './use-page-settings.ts'

type Paying = { billing: BillingView; plan: ChosenPlan }
/** `goesOn`: it stopped at the bank's question before. */
type Props = Paying & { goesOn: boolean }

/** From the card to the thanks; a bank may want to ask in between. */
function usePayment({ billing, plan }: Paying) {
  const navigate = useNavigate()
  const changed = useBillingChanged()
  const [asked, setAsked] = useState<Bought | null>(null)
  const owes = useRef(isOwing(billing))
  async function settle(bought: Bought) {
    if (bought.needsConfirmation) return setAsked(bought)
    changed(bought.billing)
    await navigate(thankYouPath)
  }
  /** What is owed for a plan that did not go on gives way to the one that is bought now, before a new card could be charged with it. */
  async function leaveOwed() {
    if (!owes.current) return
    try {
      changed(await billingCalls.free())
    } catch (error) {
      // Another page was quicker, and nothing is owed any more.
      if (!isProblem(error, 'noPlan')) throw error
    }
    owes.current = false
  }
  async function pay() {
    await leaveOwed()
    try {
      await settle(await billingCalls.begin(priceIdOf(plan.role, plan.period), false))
    } catch (error) {
      if (isProblem(error, 'paymentSlow')) changed()
      throw error
    }
  }
  async function payWithNew(paymentMethodId: string) {
    await leaveOwed()
    try {
      changed((await billingCalls.keepCard(paymentMethodId, true)).billing)
    } catch (error) {
      if (isProblem(error, 'paymentSlow')) changed()
      throw error
    }
    await pay()
  }
  return { asked, setAsked, settle, pay, payWithNew }
}

export function PayNow({ billing, plan, goesOn }: Props) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const paymentText = usePaymentText()
  const cardName = useCardName()
  const support = useSupport()
  const payment = usePayment({ billing, plan })
  const { isBusy, problem, setProblem, run } = useAct()
  const [wantsOther, setWantsOther] = useState(false)
  const navigate = useNavigate()
  const { isWaiting, hasFailed } = useWaited(billing, plan, isBusy, () => void navigate(thankYouPath))
  const price = format.price(priceCents[plan.role][plan.period])
  const period = t(plan.period === 'yearly' ? 'payYear' : 'payMonth')
  const { asked, setAsked } = payment
  // What was wrong with the other one is wrong no more.
  function withOther() {
    setProblem(null)
    setWantsOther(true)
  }
  if (asked)
    return (
      <Confirm
        asked={asked}
        onDone={(bought) => void payment.settle(bought)}
        onRefused={(refusal) => {
          setAsked(null)
          setProblem(refusal)
        }}
      />
    )
  const kept = wantsOther ? null : billing.card
  return (
    <section className={classes.card} aria-label={t('pay', { price })}>
      {goesOn && problem === null && !hasFailed && !isWaiting && (
        <p className={classes.lead} role="status">
          {t('unfinishedHere')}
        </p>
      )}
      <p>{t('payText', { price, period })}</p>
      <p className={classes.note}>
        {support ? t('refund', { days: refundDays, address: support }) : t('refundAsk', { days: refundDays })}
      </p>
      <p className={classes.problem} role="alert">
        {hasFailed ? <NotThrough /> : problem !== null && !isWaiting && paymentText(problem)}
      </p>
      {isWaiting ? (
        <UnderWay />
      ) : kept ? (
        <div className={classes.buttons}>
          <Button h={48} loading={isBusy} onClick={() => run(payment.pay)}>
            {t('payWith', { card: cardName(kept) })}
          </Button>
          <Button h={48} variant="default" disabled={isBusy} onClick={withOther}>
            {t('otherCard')}
          </Button>
        </div>
      ) : billing.mode === 'sandbox' || billing.card ? (
        <CardForm billing={billing} label={t('pay', { price })} onCard={payment.payWithNew} />
      ) : (
        <StripeCheckout publishableKey={billing.publishableKey ?? ''} priceId={priceIdOf(plan.role, plan.period)} />
      )}
    </section>
  )
}
