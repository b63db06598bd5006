/** The plan, how long it goes, and how to change or end it. */
import { Button } from '@mantine/core'
import { dashPlansPath, lifetimePath } from '@sampan/contract/paths'
import type { BillingView } from '@sampan/contract/routes/billing'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { Badge } from '../../ui/badge.tsx'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { CancelPlan } from './cancel-plan.tsx'
import { Discount } from './discount.tsx'
import { usePlanDates } from './plan-dates.ts'
import { Price } from './price.tsx'
import { isRunning } from './running.ts'
import { useAct } from './use-act.ts'
import { useBillingChanged } from './use-billing.ts'

const tones = { active: 'jade', trialing: 'amber', past_due: 'lacquer', unpaid: 'lacquer', revoke: 'lacquer' } as const

export function PlanCard({ billing }: { billing: BillingView }) {
  const { t } = useTranslation('billing')
  const roleName = useRoleName()
  const plans = useTranslation('plans').t
  const language = useLanguage()
  const format = useFormat()
  const dates = usePlanDates(billing)
  const { status, isCancelling, role } = billing
  return (
    <section className={classes.card} aria-labelledby="plan">
      <div className={classes.line}>
        <h2 id="plan">{roleName(role)}</h2>
        {isCancelling && status !== 'revoke' ? (
          <Badge tone="amber">{t('statusEnding')}</Badge>
        ) : (
          <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
        )}
      </div>
      <PlanPrice billing={billing} />
      {dates.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {billing.creditCents > 0 && <p>{t('creditLeft', { price: format.price(billing.creditCents) })}</p>}
      <Discount discount={billing.discount} />
      {status !== 'revoke' && <Actions billing={billing} />}
      <p className={classes.note}>
        {plans('licenceQuestion')} <Link to={lifetimePath(language)}>{plans('licenceLink')}</Link>
      </p>
    </section>
  )
}

function PlanPrice({ billing: { role, period, amountCents, discountedCents } }: { billing: BillingView }) {
  const { t } = useTranslation('billing')
  if (period === null || amountCents === null) return <p className={classes.lead}>{t(role === 'free' ? 'freePlan' : 'given')}</p>
  return <Price period={period} cents={amountCents} reducedCents={discountedCents ?? amountCents} />
}

function Actions({ billing }: { billing: BillingView }) {
  const { t } = useTranslation('billing')
  const problemText = useProblemText()
  const changed = useBillingChanged()
  const { isBusy, problem, run } = useAct()
  const { role, isCancelling, mode, hasCustomer, unfinished } = billing
  const goesOn = isRunning(billing)
  async function openPortal() {
    location.assign((await billingCalls.portal()).url)
  }
  return (
    <>
      <div className={classes.buttons}>
        {goesOn && isCancelling && (
          <Button h={44} loading={isBusy} onClick={() => run(async () => changed(await billingCalls.resume()))}>
            {t('resume')}
          </Button>
        )}
        <Button component={Link} to={dashPlansPath} h={44} variant={role === 'free' && !unfinished ? 'filled' : 'default'}>
          {t(role === 'free' ? 'upgrade' : 'changePlan')}
        </Button>
        {goesOn && !isCancelling && <CancelPlan billing={billing} />}
        {mode === 'stripe' && hasCustomer && (
          <Button h={44} variant="default" loading={isBusy} onClick={() => run(openPortal)}>
            {t('portal')}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problemText(problem)}
        </p>
      )}
    </>
  )
}
