/** Who may do what in a team (M1, M3): one table, which the server asks, the settings page prints and the tests go through. */
import { type PaidRole, paidRoles, planRole, rolePlan } from '../plans.ts'

/** `owner`: whose account it is, and who pays; one for each team. */
export const teamRoles = ['owner', 'admin', 'member'] as const
export type TeamRole = (typeof teamRoles)[number]
/** What somebody can be invited as, or become. */
export const memberRoles = ['admin', 'member'] as const satisfies readonly TeamRole[]
export type MemberRole = (typeof memberRoles)[number]

export const invitationStates = ['invited', 'accepted', 'declined', 'revoked'] as const
export type InvitationState = (typeof invitationStates)[number]
/** An invitation is open for so long. */
export const invitationDays = 14

/** Whoever is named to be the owner has so long to confirm it. */
export const handoverDays = 3

/** Beside ids of people, whom a transfer is shared with: everybody in the team, whoever comes later too. */
export const wholeTeam = 'team'

/** In the order in which the settings page prints them. */
export const teamActs = [
  'sendUnderTeam',
  'seeOwnAndShared',
  'seeAll',
  'changeAll',
  'invite',
  'removeMember',
  'changeRole',
  'ruleLogIn',
  'readLog',
  'pay',
  'handOver',
] as const
export type TeamAct = (typeof teamActs)[number]

const everybody: readonly TeamRole[] = teamRoles
const leading: readonly TeamRole[] = ['owner', 'admin']
const ownerAlone: readonly TeamRole[] = ['owner']

const allowed: Record<TeamAct, readonly TeamRole[]> = {
  sendUnderTeam: everybody,
  seeOwnAndShared: everybody,
  seeAll: leading,
  changeAll: leading,
  invite: leading,
  removeMember: leading,
  changeRole: leading,
  ruleLogIn: leading,
  readLog: leading,
  pay: ownerAlone,
  handOver: ownerAlone,
}

export const mayInTeam = (role: TeamRole, act: TeamAct): boolean => allowed[act].includes(role)

/** From this plan on a team may say by which provider its people log in (A11). */
export const mayRuleLogIn = (role: string): boolean =>
  paidRoles.indexOf(planRole(role) as PaidRole) >= paidRoles.indexOf('business')

/** An admin does not decide about the owner, and the owner about nobody above them. */
export const mayDecideAbout = (role: TeamRole, other: TeamRole): boolean => mayInTeam(role, 'removeMember') && other !== 'owner'

/** Where a plan has become smaller nobody is thrown out: those who came first have its seats, and the others do not send. */
export const hasSeatFrom = (role: string, cameBefore: number): boolean => cameBefore < rolePlan(role).seats - 1

/** What is left of a plan's seats; the owner has one, and an open invitation holds one. */
export const seatsLeft = (seats: number, { members, invited }: { members: number; invited: number }): number =>
  Math.max(0, seats - 1 - members - invited)
