/** The card that is charged, and the form for another one. */
import { Button } from '@mantine/core'
import type { BillingView, Bought } from '@sampan/contract/routes/billing'
import { CreditCard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { CardForm } from './card-form.tsx'
import { Confirm, usePaymentText } from './confirm.tsx'
import { useBillingChanged } from './use-billing.ts'
import { useCardName } from './use-card-name.ts'
import { useDue } from './use-due.ts'

type Props = { billing: BillingView; isAdding: boolean; onOpen: () => void; onClose: () => void }

function useKeepCard(onClose: () => void) {
  const changed = useBillingChanged()
  const [asked, setAsked] = useState<Bought | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  function settle(bought: Bought) {
    changed(bought.billing)
    if (bought.needsConfirmation) return setAsked(bought)
    setAsked(null)
    setSaved(true)
    onClose()
  }
  async function keep(paymentMethodId: string) {
    setRefusal(null)
    setSaved(false)
    try {
      settle(await billingCalls.keepCard(paymentMethodId, false))
    } catch (error) {
      // The card may be kept although what was due could not be charged to it.
      changed()
      throw error
    }
  }
  function refuse(problem: unknown) {
    setAsked(null)
    setRefusal(problem)
    changed()
  }
  return { asked, isSaved, refusal, settle, keep, refuse }
}

export function PaymentMethod({ billing, isAdding, onOpen, onClose }: Props) {
  const { t } = useTranslation('billing')
  const paymentText = usePaymentText()
  const { asked, isSaved, refusal, settle, keep, refuse } = useKeepCard(onClose)
  const format = useFormat()
  const due = useDue(billing)
  const heading = useRef<HTMLHeadingElement>(null)
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!isAdding) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [isAdding])
  useEffect(() => {
    if (isSaved && !isAdding) said.current?.scrollIntoView({ block: 'center' })
  }, [isSaved, isAdding])
  if (asked) return <Confirm asked={asked} onDone={settle} onRefused={refuse} />
  return (
    <section className={classes.card} aria-labelledby="payment">
      <h2 id="payment" ref={heading} tabIndex={-1}>
        {t('payment')}
      </h2>
      <Kept card={billing.card} />
      <p ref={said} role="status" className={classes.good}>
        {isSaved && !isAdding && t('cardSaved')}
      </p>
      {refusal !== null && (
        <p className={classes.problem} role="alert">
          {paymentText(refusal)}
        </p>
      )}
      {billing.status === 'revoke' ? null : isAdding ? (
        <CardForm
          billing={billing}
          label={due === null ? t('saveCard') : t('payOwed', { price: format.price(due) })}
          onCard={keep}
        />
      ) : (
        <div className={classes.buttons}>
          <Button h={44} variant="default" onClick={onOpen}>
            {t(billing.card ? 'changeCard' : 'addPayment')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Kept({ card }: Pick<BillingView, 'card'>) {
  const { t } = useTranslation('billing')
  const cardName = useCardName()
  if (!card) return <p>{t('noCard')}</p>
  const until = { month: String(card.expMonth).padStart(2, '0'), year: card.expYear }
  return (
    <p className={classes.kept}>
      <CreditCard size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>
        {cardName(card)} · {t('cardUntil', until)}
      </span>
    </p>
  )
}
