/** Pays what is due with the card that is kept; the bank may want to ask in between (P3). */
import { Button } from '@mantine/core'
import type { BillingView, Bought } from '@sampan/contract/routes/billing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { Confirm, usePaymentText } from './confirm.tsx'
import { useAct } from './use-act.ts'
import { useBillingChanged } from './use-billing.ts'
import { useDue } from './use-due.ts'

/** Of one invoice, `cents`; else all that is due. */
type Props = { billing: BillingView; cents?: number; isSmall?: boolean }

export function PayOwed({ billing, cents, isSmall = false }: Props) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const paymentText = usePaymentText()
  const changed = useBillingChanged()
  const due = useDue(billing)
  const { isBusy, problem, setProblem, run } = useAct()
  const [asked, setAsked] = useState<Bought | null>(null)
  function settle(bought: Bought) {
    setAsked(bought.needsConfirmation ? bought : null)
    if (!bought.needsConfirmation) changed(bought.billing)
  }
  async function pay() {
    try {
      settle(await billingCalls.payOwed())
    } catch (error) {
      // What was tried may have changed what is true.
      changed()
      throw error
    }
  }
  function refuse(refusal: unknown) {
    setAsked(null)
    setProblem(refusal)
    changed()
  }
  if (asked) return <Confirm asked={asked} onDone={settle} onRefused={refuse} />
  const price = cents ?? due
  return (
    <>
      <Button
        {...(isSmall ? { size: 'sm' } : { h: 44 })}
        loading={isBusy}
        disabled={billing.isPaying === true}
        onClick={() => run(pay)}
      >
        {price === null ? t('payOwedPlain') : t(isSmall ? 'pay' : 'payOwed', { price: format.price(price) })}
      </Button>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {paymentText(problem)}
        </p>
      )}
    </>
  )
}
