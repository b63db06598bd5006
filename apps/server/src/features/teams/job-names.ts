import { jobName } from '../../jobs/queue.ts'

/** `again` tells one mail of an invitation from the next. */
export const invitedJob = jobName<{ invitationId: string; again: number }>('teams:invited')
export const invitedKey = (invitationId: string, again: number): string => `team:invited:${invitationId}:${again}`

/** What became of somebody in a team, to whom it concerns. */
export type TeamNews = {
  kind: 'accepted' | 'declined' | 'removed' | 'left' | 'madeAdmin' | 'madeMember' | 'ownsNow' | 'ownedBefore'
  /** Whose mail it is. */
  to: string
  ownerId: string
  /** Of whom it tells. */
  about: string
}
export const teamNewsJob = jobName<TeamNews & { mailId: string }>('teams:news')

/** `at` tells one naming from the next. */
type Handover = { ownerId: string; at: number }
export const handoverJob = jobName<Handover>('teams:handover')
export const handoverKey = ({ ownerId, at }: Handover): string => `team:handover:${ownerId}:${at}`
