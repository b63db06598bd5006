/** What the options panel sets (Q11), and what of it counts: a plan that does not hold something never sends it. */
import { downloadLimitMax, passwordMinChars } from '@sampan/contract/limits'
import { type ExpiryName, expirySeconds, type Plan } from '@sampan/contract/plans'

export type Options = {
  expiry: ExpiryName | 'custom'
  /** "2026-12-31", of a custom expiry: the last day. */
  untilDay: string
  password: string
  downloadLimit: string
  notifies: boolean
}
export type OptionFault = 'shortPassword' | 'wrongLimit' | 'wrongDate'

/** What is sent. */
export type ChosenOptions = { expirySeconds: number; password: string | null; downloadLimit: number | null; notifies: boolean }

export const newOptions: Options = { expiry: 'week', untilDay: '', password: '', downloadLimit: '', notifies: true }

/** The end of a day where the sender is. */
export const endOfDay = (day: string): Date => new Date(`${day}T23:59:59`)

/** "2026-12-31" of a moment, where the sender is. */
export const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((number) => String(number).padStart(2, '0')).join('-')

export const expiryIn = ({ expiry }: Options, plan: Plan): Options['expiry'] =>
  (expiry === 'custom' ? plan.customExpiry : plan.expiries.includes(expiry)) ? expiry : 'week'

/** NaN for a day that is none. */
export function expirySecondsOf(options: Options, plan: Plan, now: Date): number {
  const expiry = expiryIn(options, plan)
  return expiry === 'custom' ? Math.floor((endOfDay(options.untilDay).getTime() - now.getTime()) / 1000) : expirySeconds[expiry]
}

const limitOf = (text: string): number | null => (text.trim() ? Number(text.trim()) : null)

/** A password and a limit need an account; what a guest's draft holds of them waits for one. */
export function chosenOptions(options: Options, plan: Plan, hasAccount: boolean, now: Date): ChosenOptions {
  return {
    expirySeconds: expirySecondsOf(options, plan, now),
    password: hasAccount && options.password ? options.password : null,
    downloadLimit: hasAccount ? limitOf(options.downloadLimit) : null,
    notifies: options.notifies,
  }
}

const isLimit = (limit: number | null): boolean =>
  limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= downloadLimitMax)

const isFuture = (seconds: number): boolean => seconds > 0 && seconds <= expirySeconds.never

export function optionFaults(options: Options, plan: Plan, hasAccount: boolean, now = new Date()): OptionFault[] {
  const chosen = chosenOptions(options, plan, hasAccount, now)
  const faults: [OptionFault, boolean][] = [
    ['wrongDate', !isFuture(chosen.expirySeconds)],
    ['shortPassword', chosen.password !== null && chosen.password.length < passwordMinChars],
    ['wrongLimit', !isLimit(chosen.downloadLimit)],
  ]
  return faults.filter(([, isWrong]) => isWrong).map(([fault]) => fault)
}
