import { type ExpiryName, expirySeconds, type Plan } from '../plans.ts'

/** May this plan keep a link for so long? Named lifetimes per plan, any other whole second count with custom expiry (K4). */
export function mayExpireAfter(plan: Plan, seconds: number): boolean {
  if (plan.expiries.some((name) => expirySeconds[name] === seconds)) return true
  return plan.customExpiry && Number.isInteger(seconds) && seconds > 0 && seconds <= expirySeconds.never
}

export const expiryName = (seconds: number): ExpiryName | undefined =>
  (Object.keys(expirySeconds) as ExpiryName[]).find((name) => expirySeconds[name] === seconds)
