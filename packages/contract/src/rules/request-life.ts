/** How long the link of a file request lives, and which of its reminders lead somewhere (R7). Pure; times in milliseconds. */
import { expirySeconds, type Plan } from '../plans.ts'

const dayMs = 86_400_000

export type Due = { dueAtMs: number | null; graceSeconds: number }

const longestSeconds = ({ expiries, customExpiry }: Plan): number =>
  customExpiry ? expirySeconds.never : Math.max(...expiries.map((name) => expirySeconds[name]))

/** As long as was chosen, and until late files have come, which is as far as the plan goes. `chosenMs`: the end that was chosen. */
export function linkEndMs({ dueAtMs, graceSeconds }: Due, chosenMs: number, plan: Plan, nowMs: number): number {
  if (dueAtMs === null) return chosenMs
  return Math.max(chosenMs, Math.min(dueAtMs + graceSeconds * 1000, nowMs + longestSeconds(plan) * 1000))
}

/** A day is counted from the due date; on the day itself half of one is left for it. */
export const reminderMs = (dueAtMs: number, day: number): number => dueAtMs + (day === 0 ? -0.5 : day) * dayMs

/** Days whose reminders come while files are still taken. */
export const sendableDays = (days: readonly number[], dueAtMs: number, endMs: number): number[] =>
  days.filter((day) => reminderMs(dueAtMs, day) < endMs)
