/** Role and status of an account, from all that gives it one (spec §4, P5, P6, A8). */
import { isPlanShared, type PaidRole, paidRoles, type Role } from '../plans.ts'
import type { OwnerStatus, SubscriptionStatus } from '../states.ts'

export type Grounds = {
  subscription: { role: Role; status: SubscriptionStatus } | null
  /** Codes that are activated and not revoked. */
  licences: number
  /** By the operator. */
  givenRole: Role | null
  isRevoked: boolean
}

const rank = (role: Role): number => paidRoles.indexOf(role as PaidRole)

/** n codes give the n-th paid role; more give no more. */
export const licenceRole = (licences: number): Role =>
  licences > 0 ? paidRoles[Math.min(licences, paidRoles.length) - 1]! : 'free'

type Standing = { role: Role; status: OwnerStatus }

/** Where nothing is for sale, nothing is unpaid (O10). */
export const statusHere = (stored: OwnerStatus): OwnerStatus => (isPlanShared() && stored !== 'revoke' ? 'active' : stored)

/** What was given for good holds also when a subscription fails: it then only gives nothing more. */
export function standingOf({ subscription, licences, givenRole, isRevoked }: Grounds): Standing {
  const bought = licenceRole(licences)
  const kept = givenRole && rank(givenRole) >= rank(bought) ? givenRole : bought
  const { role, status } = subscribed(subscription, kept)
  return { role, status: isRevoked ? 'revoke' : status }
}

function subscribed(subscription: Grounds['subscription'], kept: Role): Standing {
  const none: Standing = { role: kept, status: 'active' }
  if (!subscription || rank(subscription.role) <= rank(kept)) return none
  const { role, status } = subscription
  if (status === 'canceled' || status === 'incomplete') return none
  const isPaid = status === 'active' || status === 'trialing'
  return isPaid || rank(kept) < 0 ? { role, status } : none
}
