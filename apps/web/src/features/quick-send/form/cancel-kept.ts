/** How long a cancelled upload can be taken up again, as the server has it: 7 days, or an hour before a guest's address is verified (Q13). */
import { unverifiedKeptSeconds } from '@sampan/contract/limits'
import type { UploadPlan } from '@sampan/contract/routes/uploads'

export type KeptNotice = 'cancelled' | 'cancelledUnverified'
type Known = { hasAccount: boolean; plan: Pick<UploadPlan, 'expiresAt'> | null; nowMs: number }

/** Without a plan nothing has been sent yet: the next try begins as a verified one. */
export function keptNotice({ hasAccount, plan, nowMs }: Known): KeptNotice {
  if (hasAccount || plan === null) return 'cancelled'
  return Date.parse(plan.expiresAt) - nowMs > 2 * unverifiedKeptSeconds * 1000 ? 'cancelled' : 'cancelledUnverified'
}
