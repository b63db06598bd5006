/** The plans for whoever is logged in; with a plan in the address, what it takes to have it. */
import '../features/billing/texts.ts'
import { accountBillingPath, accountProfilePath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { chosenPlan } from '../features/billing/chosen-plan.ts'
import { Pay } from '../features/billing/pay.tsx'
import { Pricing } from '../features/billing/pricing.tsx'
import { useTitle } from '../lib/use-title.ts'
import { isSelling } from '../product/plans/selling.ts'
import { useSession } from '../product/session/session.ts'

export default function DashPlans() {
  const { t } = useTranslation('billing')
  const [query] = useSearchParams()
  const { user } = useSession()
  const plan = chosenPlan(query)
  useTitle(t('pageTitle'))
  // Who belongs to a team chooses no plan (T8).
  if (user?.isTeamMember) return <Navigate to={accountProfilePath} replace />
  if (!isSelling()) return <Navigate to={accountBillingPath} replace />
  return plan ? <Pay key={`${plan.role} ${plan.period}`} plan={plan} /> : <Pricing />
}
