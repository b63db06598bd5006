/** The limits that take the form's place (Q16): what the server refused, or what is known of an account before it is asked. */
import { isRole, type Plan, type Role, rolePlan } from '@sampan/contract/plans'
import type { User } from '@sampan/contract/routes/accounts'
import { asProblem } from '../../../lib/is-problem.ts'

export type Account = Pick<User, '_id' | 'email' | 'role' | 'ownLimits' | 'status' | 'deleteAt'>
/** Of an account; what `/folderSize` tells. `ownBytes`: what of it is kept for the upload of this very draft, whose files are counted anyway. */
export type Usage = {
  folderSize: number
  storageBytes: number
  thisMonthsTransfers: number
  transfersPerMonth: number | null
  ownBytes?: number
}
export type Limit =
  | { kind: 'month'; role: Role; transfers: number }
  | { kind: 'storage'; limitBytes: number }
  | { kind: 'trial' }
  | { kind: 'suspended' }
  /** To be deleted, unless its owner keeps it. */
  | { kind: 'leaving'; deleteAt: number }

/** What others than this draft leave of the storage. */
export const storageLeftOf = ({ storageBytes, folderSize, ownBytes = 0 }: Usage): number =>
  Math.max(0, storageBytes - Math.max(0, folderSize - ownBytes))

type Sender = { role: Role; plan: Plan; account: Account | null }

/** Where nothing may be sent; the account's own end comes first, as over every page. */
const closedOf = (deleteAt: number | null | undefined): Limit =>
  deleteAt == null ? { kind: 'suspended' } : { kind: 'leaving', deleteAt }

export function limitOfProblem(problem: unknown, { role, plan, account }: Sender): Limit | null {
  const { code, details } = asProblem(problem) ?? { code: null, details: {} }
  if (code === 'accountSuspended' || code === 'accountLeaving') return closedOf(account?.deleteAt)
  if (code === 'planUnpaid') return { kind: 'trial' }
  if (code === 'storageFull') return { kind: 'storage', limitBytes: Number(details.limitBytes) || plan.storageBytes }
  if (code !== 'monthUsedUp') return null
  // The server's word on role and limit comes first: they may have changed a moment ago, and the limit may be the account's own.
  const now = isRole(details.role) ? details.role : role
  return { kind: 'month', role: now, transfers: Number(details.limit) || (rolePlan(now).transfersPerMonth ?? 0) }
}

export function limitOfAccount({ status, role, deleteAt }: Account, usage: Usage | null): Limit | null {
  if (status === 'revoke') return closedOf(deleteAt)
  if (status === 'past_due' || status === 'unpaid') return { kind: 'trial' }
  if (!usage) return null
  const { storageBytes, thisMonthsTransfers, transfersPerMonth } = usage
  if (transfersPerMonth !== null && thisMonthsTransfers >= transfersPerMonth)
    return { kind: 'month', role, transfers: transfersPerMonth }
  return storageLeftOf(usage) === 0 ? { kind: 'storage', limitBytes: storageBytes } : null
}
