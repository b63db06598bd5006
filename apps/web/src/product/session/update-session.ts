/** The role of the session's account is what every page goes by: it follows what is known of the plan. */
import type { BillingView } from '@sampan/contract/routes/billing'
import { changeUser, sessionUser } from './session.ts'

export function updateSession({ role, status }: BillingView): void {
  const user = sessionUser()
  if (user && (user.role !== role || user.status !== status)) changeUser({ ...user, role, status })
}
