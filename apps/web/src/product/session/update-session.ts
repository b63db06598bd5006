/** The role of the session's account is what every page goes by: it follows what is known of the plan. */
import type { BillingView } from '@sampan/contract/routes/billing'
import { areSameLimits } from '@sampan/contract/rules/own-limits'
import { changeUser, sessionUser } from './session.ts'

export function updateSession({ role, ownLimits, status }: BillingView): void {
  const user = sessionUser()
  if (user && (user.role !== role || user.status !== status || !areSameLimits(user.ownLimits, ownLimits)))
    changeUser({ ...user, role, ownLimits, status })
}
