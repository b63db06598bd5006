import { type PlanHolder, planOf } from '@sampan/contract/plans'
import { linkEndMs } from '@sampan/contract/rules/request-life'
import { daysPassed, nextRemindAt, type Timed } from './remind-days.ts'

type Chosen = Omit<Timed, 'remindedDays' | 'expiresAt'>

/**
 * What follows from the due date of a request: its link lives until late files have come, as far as the plan goes (R7), and reminders come
 * anew, but none for days that are over.
 */
export function timesOf(chosen: Chosen, { chosenEnd, holder, now }: { chosenEnd: Date; holder: PlanHolder; now: Date }) {
  const { dueAt, graceSeconds, remindDays } = chosen
  const due = { dueAtMs: dueAt?.getTime() ?? null, graceSeconds }
  const expiresAt = new Date(linkEndMs(due, chosenEnd.getTime(), planOf(holder), now.getTime()))
  const remindedDays = dueAt ? daysPassed(remindDays, dueAt, now) : []
  return { dueAt, expiresAt, remindedDays, nextRemindAt: nextRemindAt({ ...chosen, expiresAt, remindedDays }) }
}
