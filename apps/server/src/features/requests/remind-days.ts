/** For which days a request's reminders are due, counted from its due date. Pure. */
import { addSeconds } from '../../add-seconds.ts'

const daySeconds = 86_400

/** A reminder that could not go out within a day would come at a strange time: it is let go. */
export function dayDue(days: readonly number[], reminded: readonly number[], dueAt: Date, now: Date): number | undefined {
  return days
    .filter((day) => !reminded.includes(day))
    .find((day) => {
      const at = addSeconds(dueAt, day * daySeconds)
      return at <= now && now < addSeconds(at, daySeconds)
    })
}

export const daysPassed = (days: readonly number[], dueAt: Date, now: Date): number[] =>
  days.filter((day) => addSeconds(dueAt, day * daySeconds) <= now)
