import { jobName } from '../../jobs/queue.ts'

/** `again` tells one mail of an invitation from the next. */
export const invitedJob = jobName<{ invitationId: string; again: number }>('teams:invited')
export const invitedKey = (invitationId: string, again: number): string => `team:invited:${invitationId}:${again}`

/** Of the whole team, to all its people but the owner. */
export type TeamEnd = 'ending' | 'goesOn' | 'ended'

/** What became of somebody in a team, to whom it concerns. */
export type TeamNews = {
  kind: 'accepted' | 'declined' | 'removed' | 'left' | 'madeAdmin' | 'madeMember' | 'ownsNow' | 'ownedBefore' | TeamEnd
  /** Whose mail it is. */
  to: string
  ownerId: string
  /** Of whom it tells; of a team that is gone what it was called. */
  about: string
}
export const teamNewsJob = jobName<TeamNews & { mailId: string }>('teams:news')

/** `at` tells one naming from the next. */
type Handover = { ownerId: string; at: number }
export const handoverJob = jobName<Handover>('teams:handover')
export const handoverKey = ({ ownerId, at }: Handover): string => `team:handover:${ownerId}:${at}`
