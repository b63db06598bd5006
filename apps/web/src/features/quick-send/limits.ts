/** The limits that take the form's place (Q16): what the server refused, or what is known of an account before it is asked. */
import { type Plan, planOf, type Role } from '@sampan/contract/plans'
import type { User } from '@sampan/contract/routes/accounts'
import { asProblem } from '../../lib/is-problem.ts'
import { isRole } from '../../lib/role-name.ts'

export type Account = Pick<User, '_id' | 'email' | 'role' | 'status'>
/** Of an account; what `/folderSize` tells. */
export type Usage = { folderSize: number; storageBytes: number; thisMonthsTransfers: number; transfersPerMonth: number | null }
export type Limit =
  | { kind: 'month'; role: Role; transfers: number }
  | { kind: 'storage'; limitBytes: number }
  | { kind: 'trial' }
  | { kind: 'suspended' }

type Sender = { role: Role; plan: Plan }

export function limitOfProblem(problem: unknown, { role, plan }: Sender): Limit | null {
  const { code, details } = asProblem(problem) ?? { code: null, details: {} }
  if (code === 'accountSuspended') return { kind: 'suspended' }
  if (code === 'planUnpaid') return { kind: 'trial' }
  if (code === 'storageFull') return { kind: 'storage', limitBytes: Number(details.limitBytes) || plan.storageBytes }
  if (code !== 'monthUsedUp') return null
  // The server's word on the role comes first: it may have changed a moment ago.
  const now = isRole(details.role) ? details.role : role
  return { kind: 'month', role: now, transfers: planOf(now).transfersPerMonth ?? 0 }
}

export function limitOfAccount({ status, role }: Account, usage: Usage | null): Limit | null {
  if (status === 'revoke') return { kind: 'suspended' }
  if (status === 'past_due' || status === 'unpaid') return { kind: 'trial' }
  if (!usage) return null
  const { folderSize, storageBytes, thisMonthsTransfers, transfersPerMonth } = usage
  if (transfersPerMonth !== null && thisMonthsTransfers >= transfersPerMonth)
    return { kind: 'month', role, transfers: transfersPerMonth }
  return folderSize >= storageBytes ? { kind: 'storage', limitBytes: storageBytes } : null
}
