/** What it takes to have a plan that was chosen: a free week, a payment, or a switch. */
import { accountBillingPath, dashPlansPath } from '@sampan/contract/paths'
import { priceCents } from '@sampan/contract/plans'
import type { BillingView } from '@sampan/contract/routes/billing'
import { discounted } from '@sampan/contract/rules/discount'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { useRoleName } from '../../product/plans/role-name.ts'
import classes from './billing.module.css'
import type { ChosenPlan } from './chosen-plan.ts'
import { Discount } from './discount.tsx'
import { Failed, Waiting } from './failed.tsx'
import { ModeNotice } from './mode-notice.tsx'
import { PayNow } from './pay-now.tsx'
import { Price } from './price.tsx'
import { isRunning, shownDiscount } from './running.ts'
import { SwitchPlan } from './switch-plan.tsx'
import { TryIt } from './try-it.tsx'
import { useBilling } from './use-billing.ts'

export function Pay({ plan }: { plan: ChosenPlan }) {
  const { t } = useTranslation('billing')
  const roleName = useRoleName()
  const { data: billing, error, refetch } = useBilling()
  const cents = priceCents[plan.role][plan.period]
  const discount = shownDiscount(billing)
  return (
    <div className={classes.pay}>
      <Link to={dashPlansPath} className={classes.back}>
        <ArrowLeft size={18} aria-hidden="true" />
        {t('back')}
      </Link>
      <header>
        <h1 tabIndex={-1}>{t('payTitle', { role: roleName(plan.role) })}</h1>
        <Price period={plan.period} cents={cents} reducedCents={discounted(cents, discount, Date.now())} />
        <Discount discount={discount} />
      </header>
      {billing ? (
        <>
          <ModeNotice />
          <Way billing={billing} plan={plan} />
        </>
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

/** Decided once, by what was true at first: the answer of the payment changes what is true. */
function Way({ billing, plan }: { billing: BillingView; plan: ChosenPlan }) {
  const [before] = useState(billing)
  const [paysNow, setPaysNow] = useState(false)
  const { t } = useTranslation('plans')
  const goesOn = isRunning(before)
  if (before.status === 'revoke') return <p className={classes.problem}>{t('rests')}</p>
  if (goesOn && before.role === plan.role && before.period === plan.period) return <Navigate to={accountBillingPath} replace />
  if (goesOn) return <SwitchPlan billing={billing} plan={plan} />
  if (before.mayTry && !paysNow) return <TryIt plan={plan} onPayNow={() => setPaysNow(true)} />
  const stopped = before.unfinished?.role === plan.role && before.unfinished.period === plan.period
  return <PayNow billing={billing} plan={plan} goesOn={stopped} />
}
