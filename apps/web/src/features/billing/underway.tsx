/** A payment whose end is not known yet: it is waited for, and the page says what came of it (P3). */
import { Loader } from '@mantine/core'
import { accountBillingPath } from '@sampan/contract/paths'
import type { BillingView } from '@sampan/contract/routes/billing'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './billing.module.css'
import type { ChosenPlan } from './chosen-plan.ts'
import { isRunning } from './running.ts'

export function UnderWay() {
  const { t } = useTranslation('billing')
  return (
    <p className={classes.waiting} role="status">
      <Loader size={18} color="var(--ink-2)" aria-hidden="true" />
      {t('underWay')}
    </p>
  )
}

/** That nothing was charged nobody can say: the provider may never have answered. */
export function NotThrough() {
  const { t } = useTranslation('billing')
  return (
    <>
      {t('notThrough')} <Link to={accountBillingPath}>{t('invoices')}</Link>
    </>
  )
}

/** What came of it: the plan, or nothing. A card alone that was kept meanwhile is neither. */
export function endOf(before: BillingView, now: BillingView, plan: ChosenPlan): 'done' | 'failed' | null {
  if (isRunning(now) && now.role === plan.role && now.period === plan.period) return 'done'
  return before.card ? 'failed' : null
}

/** Not while the press itself is still to be answered: its answer says more. */
export function useWaited(billing: BillingView, plan: ChosenPlan, isBusy: boolean, onDone: () => void) {
  const [hasFailed, setFailed] = useState(false)
  const waited = useRef<BillingView | null>(null)
  const isWaiting = !!billing.isPaying && !isBusy
  const follow = useEffectEvent(() => {
    if (isWaiting) {
      waited.current ??= billing
      setFailed(false)
    } else if (waited.current && !isBusy) {
      const end = endOf(waited.current, billing, plan)
      waited.current = null
      setFailed(end === 'failed')
      if (end === 'done') onDone()
    }
  })
  useEffect(() => follow(), [billing, isWaiting, isBusy])
  return { isWaiting, hasFailed }
}
