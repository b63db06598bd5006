/** For which days a request's reminders are due, counted from its due date. Pure. */
import { reminderMs, sendableDays } from '@sampan/contract/rules/request-life'
import type { RequestRow } from './queries.ts'
import { endOf } from './request-status.ts'

const dayMs = 86_400_000

/** A reminder that could not go out within a day would come at a strange time: it is let go. */
export function dayDue(days: readonly number[], reminded: readonly number[], dueAt: Date, now: Date): number | undefined {
  return days
    .filter((day) => !reminded.includes(day))
    .find((day) => {
      const late = now.getTime() - reminderMs(dueAt.getTime(), day)
      return late >= 0 && late < dayMs
    })
}

export const daysPassed = (days: readonly number[], dueAt: Date, now: Date): number[] =>
  days.filter((day) => reminderMs(dueAt.getTime(), day) <= now.getTime())

export type Timed = Pick<
  RequestRow,
  'state' | 'dueAt' | 'graceSeconds' | 'expiresAt' | 'expirySeconds' | 'remindDays' | 'remindedDays'
>

/** Those that lead somewhere: what is taken no longer is not reminded of. */
export function daysOffered(request: Omit<Timed, 'state' | 'remindedDays'>): number[] {
  const { dueAt, remindDays } = request
  if (!dueAt) return [...remindDays]
  return sendableDays(remindDays, dueAt.getTime(), endOf(request)?.getTime() ?? Number.POSITIVE_INFINITY)
}

/** When the next of them is due, kept in the row; null: there is none, or not while it is closed. */
export function nextRemindAt(request: Timed): Date | null {
  const { state, dueAt, remindedDays } = request
  if (!dueAt || state === 'closed') return null
  const left = daysOffered(request).filter((day) => !remindedDays.includes(day))
  return left.length ? new Date(Math.min(...left.map((day) => reminderMs(dueAt.getTime(), day)))) : null
}
