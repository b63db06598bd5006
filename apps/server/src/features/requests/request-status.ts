/** What a file request is to whoever comes to it now: closed by hand, over, full, or open. */
import { Problem } from '@sampan/contract/errors'
import { expirySeconds } from '@sampan/contract/plans'
import { addSeconds } from '../../add-seconds.ts'
import type { RequestRow } from './queries.ts'

type Times = Pick<RequestRow, 'dueAt' | 'graceSeconds' | 'expiresAt' | 'expirySeconds'>

const linkEndOf = ({ expiresAt, expirySeconds: seconds }: Times): Date | null =>
  seconds >= expirySeconds.never ? null : expiresAt

/** When nothing is taken any more: its due date with the grace for late files, or the end of its link; null: nobody has said. */
export function endOf(request: Times): Date | null {
  const ends = [request.dueAt && addSeconds(request.dueAt, request.graceSeconds), linkEndOf(request)].filter(
    (end) => end !== null,
  )
  return ends.length ? new Date(Math.min(...ends.map((end) => end.getTime()))) : null
}

export const expiryDateOf = (request: Times): number | null => linkEndOf(request)?.getTime() ?? null

/** What was taken down is neither changed nor copied by whoever asks, and nobody is written to about it. */
export function requireNotTakenDown({ takenDown }: Pick<RequestRow, 'takenDown'>): void {
  if (takenDown) throw new Problem('requestTakenDown')
}

export function statusOf(request: RequestRow, now: Date): 'open' | 'closed' | 'full' | 'expired' | 'takenDown' {
  if (request.takenDown) return 'takenDown'
  if (request.state === 'closed') return 'closed'
  const end = endOf(request)
  if (end && end <= now) return 'expired'
  return request.maxSubmissions !== null && request.submissionCount >= request.maxSubmissions ? 'full' : 'open'
}
