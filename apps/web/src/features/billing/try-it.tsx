/** A week for nothing, without a card (P5). */
import { Button } from '@mantine/core'
import { thankYouPath } from '@sampan/contract/paths'
import { priceIdOf, trialDays } from '@sampan/contract/plans'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useProblemText } from '../../lib/problem-text.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import type { ChosenPlan } from './chosen-plan.ts'
import { useAct } from './use-act.ts'
import { useBillingChanged } from './use-billing.ts'

export function TryIt({ plan, onPayNow }: { plan: ChosenPlan; onPayNow: () => void }) {
  const { t } = useTranslation('billing')
  const roleName = useRoleName()
  const problemText = useProblemText()
  const navigate = useNavigate()
  const changed = useBillingChanged()
  const { isBusy, problem, run } = useAct()
  async function start() {
    const { billing } = await billingCalls.begin(priceIdOf(plan.role, plan.period), true)
    changed(billing)
    await navigate(thankYouPath)
  }
  return (
    <section className={classes.card} aria-labelledby="try">
      <h2 id="try">{t('tryTitle')}</h2>
      <p>{t('tryText', { role: roleName(plan.role), days: trialDays })}</p>
      <p className={classes.problem} role="alert">
        {problem !== null && problemText(problem)}
      </p>
      <div className={classes.buttons}>
        <Button h={48} loading={isBusy} onClick={() => run(start)}>
          {t('tryStart')}
        </Button>
        <Button h={48} variant="default" disabled={isBusy} onClick={onPayNow}>
          {t('payNow')}
        </Button>
      </div>
    </section>
  )
}
