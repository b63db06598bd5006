/** Where plans are chosen: in the account, or by a guest; with what the larger one has to allow, which stands out there. */
import { dashPlansPath, pricingPath } from '@sampan/contract/paths'
import { needsQuery, type PlanNeeds } from '@sampan/contract/rules/plan-needs'
import { useLanguage } from '../../../lib/i18n.ts'

export function usePlansPath(hasAccount: boolean, needs: PlanNeeds): string {
  const language = useLanguage()
  return (hasAccount ? dashPlansPath : pricingPath(language)) + needsQuery(needs)
}
