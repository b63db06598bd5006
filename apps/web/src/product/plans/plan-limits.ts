/** The role table of this installation, if its operator has changed it. */
import { type PlanLimits, setPlanLimits } from '@sampan/contract/plans'

/** Before anything is shown. */
export function applyPlanLimits(): void {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sampan-plan-limits"]')?.content
  if (content) setPlanLimits(JSON.parse(content) as PlanLimits)
}
