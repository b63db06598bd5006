/** How long a link lives, as it is chosen: one of the plan's spans, or the last day (Q11, K4). */
import { type ExpiryName, expirySeconds, type Plan } from '@sampan/contract/plans'

export type ExpiryChoice = {
  expiry: ExpiryName | 'custom'
  /** "2026-12-31", of a custom expiry: the last day. */
  untilDay: string
}

/** The end of a day where the reader is. */
export const endOfDay = (day: string): Date => new Date(`${day}T23:59:59`)

/** "2026-12-31" of a moment, where the reader is. */
export const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((number) => String(number).padStart(2, '0')).join('-')

export const expiryIn = ({ expiry }: ExpiryChoice, plan: Plan): ExpiryChoice['expiry'] =>
  (expiry === 'custom' ? plan.customExpiry : plan.expiries.includes(expiry)) ? expiry : 'week'

/** NaN for a day that is none. */
export function expirySecondsOf(choice: ExpiryChoice, plan: Plan, now: Date): number {
  const expiry = expiryIn(choice, plan)
  return expiry === 'custom' ? Math.floor((endOfDay(choice.untilDay).getTime() - now.getTime()) / 1000) : expirySeconds[expiry]
}

export const isFutureExpiry = (seconds: number): boolean => seconds > 0 && seconds <= expirySeconds.never
