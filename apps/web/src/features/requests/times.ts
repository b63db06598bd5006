/** When a request ends, as values for the catalogue's slots. Pure. */
import type { RequestSummary } from '@sampan/contract/routes/requests'

type Times = Pick<RequestSummary, 'status' | 'dueAt' | 'expiryDate'>
export type Ending = { kind: 'noEnd' | 'over' } | { kind: 'due' | 'closes' | 'overdue' | 'endedOn'; at: number }

/** What takes nothing any more has no day to come. Else what comes first counts: the day by which it is due, or the end of its link. Past its due date it may still take late files. */
export function endingOf({ status, dueAt, expiryDate }: Times, now: number): Ending {
  if (status === 'closed' || status === 'takenDown') return { kind: 'over' }
  const [first] = [dueAt, expiryDate].filter((at) => at !== null).sort((a, b) => a - b)
  if (first === undefined) return { kind: 'noEnd' }
  if (status === 'expired') return { kind: 'endedOn', at: first }
  if (dueAt !== null && dueAt === first) return { kind: dueAt > now ? 'due' : 'overdue', at: dueAt }
  return { kind: 'closes', at: first }
}
