/** What is written down of a team's people, and for how long (M3). */
import { rolePlan } from '../plans.ts'

export const loggedActs = [
  'invited',
  'tookInvitationBack',
  'joined',
  'left',
  'removed',
  'madeAdmin',
  'madeMember',
  'sent',
  'changed',
  'deleted',
  'restored',
  'asked',
  'domainAdded',
  'domainRemoved',
  'webhookAdded',
  'webhookChanged',
  'webhookRemoved',
  'brandChanged',
  'shared',
  'downloaded',
  'exported',
  'namedOwner',
  'tookOver',
  'logInRuled',
  'logInFreed',
] as const
export type LoggedAct = (typeof loggedActs)[number]

const smallTeamDays = 90
const largeTeamDays = 365
const largeTeamSeats = 10

export const logDays = (role: string): number => (rolePlan(role).seats >= largeTeamSeats ? largeTeamDays : smallTeamDays)
/** Older than this nothing is kept, whatever the plan. */
export const longestLogDays = largeTeamDays
