/** What the pricing page says to whom (spec §2, P1, P2): headline, subheader, buttons, and what a year saves. */
import { type PaidRole, type Period, paidRoles, priceCents, type Role, type RoleOnSale, rolesOnSale } from '../plans.ts'
import type { OwnerStatus } from '../states.ts'

export type Reader = {
  /** null: nobody is signed in. */
  account: {
    role: Role
    status: OwnerStatus
    /** Of the subscription that gives the role; null where it was given, or bought with codes. */
    period: Period | null
    mayTry: boolean
  } | null
  /** Whom the address names as having recommended us; empty without. */
  sender: string
}

export type Headline =
  | { kind: 'trialExpired'; role: Role }
  | { kind: 'sender'; sender: string }
  | { kind: 'guest' }
  | { kind: 'onPlan'; role: Role }

const isUnpaid = ({ account }: Reader): boolean => account?.status === 'past_due' || account?.status === 'unpaid'

/** An unpaid plan comes before everything else: it is what the reader has to act upon. */
export function headlineOf(reader: Reader): Headline {
  const { account, sender } = reader
  if (account && isUnpaid(reader)) return { kind: 'trialExpired', role: account.role }
  if (sender) return { kind: 'sender', sender }
  return account ? { kind: 'onPlan', role: account.role } : { kind: 'guest' }
}

export type Subheader = 'choosePlan' | 'youToo' | 'quickly' | 'upgradePlan' | 'upgradeToBusiness'

const rank = (role: Role): number => paidRoles.indexOf(role as PaidRole)

/** The first that fits (P2). */
export function subheaderOf(reader: Reader): Subheader {
  const { account, sender } = reader
  if (isUnpaid(reader)) return 'choosePlan'
  if (sender) return 'youToo'
  if (!account) return 'quickly'
  if (rank(account.role) < 0) return 'upgradePlan'
  return rank(account.role) < rank('business') ? 'upgradeToBusiness' : 'choosePlan'
}

/** The reader's own, so that their plan is marked when the page opens; the year where there is none (P1). */
export const firstPeriod = ({ account }: Reader): Period => account?.period ?? 'yearly'

export type PlanButton = { text: 'try' | 'switch' | 'current'; isDisabled: boolean }

/** A plan that was given for good has no period: it is the current one in both. */
export function buttonOf({ account }: Reader, role: RoleOnSale, period: Period): PlanButton {
  if (!account) return { text: 'try', isDisabled: false }
  const { status } = account
  if (account.role === role && (account.period ?? period) === period)
    return { text: 'current', isDisabled: status !== 'past_due' }
  return { text: account.mayTry ? 'try' : 'switch', isDisabled: status === 'revoke' || isIncluded(account, role) }
}

/** What was given for good holds already what a smaller plan would sell. */
const isIncluded = ({ role, period }: NonNullable<Reader['account']>, offered: RoleOnSale): boolean =>
  period === null && rank(role) > rank(offered)

/** 'Upgrade' to whoever has the free plan, 'Sign Up' to everybody else (P2). */
export const pricingText = ({ account }: Reader): 'upgrade' | 'signUp' => (account?.role === 'free' ? 'upgrade' : 'signUp')

/** A year's price divided by twelve, or a month's. */
export const monthlyCents = (role: RoleOnSale, period: Period): number =>
  period === 'yearly' ? priceCents[role].yearly / 12 : priceCents[role].monthly

/** Of paying by the year instead of twelve times by the month. */
export function yearlySaving(role: RoleOnSale): { cents: number; percent: number } {
  const twelveMonths = 12 * priceCents[role].monthly
  const cents = twelveMonths - priceCents[role].yearly
  return { cents, percent: Math.round((cents / twelveMonths) * 100) }
}

export const isOnSale = (role: unknown): role is RoleOnSale => (rolesOnSale as readonly unknown[]).includes(role)
