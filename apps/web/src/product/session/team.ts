/** The team under which this tab acts, as owner or member; null for who is alone. */
import {
  accountBillingPath,
  accountCustomizePath,
  accountDomainPath,
  accountTeamsPath,
  dashAnalyticsPath,
  dashWebhooksPath,
} from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import { hasSeatFrom } from '@sampan/contract/rules/teams'
import { nameOrEmail } from '../../lib/names.ts'
import { actingFor, isTeamOwnRoot } from './acting.ts'
import { useSession } from './session.ts'

export type ActingTeam = NonNullable<User['team']>

export function useActingTeam(): ActingTeam | null {
  const { user } = useSession()
  // Of who belongs to one and acts for themselves it is no matter here.
  return user?.team && (actingFor() !== null || isTeamOwnRoot(user)) ? user.team : null
}

/** Acts for a team and leads nobody in it. */
export const isPlainMember = ({ isTeamMember, team }: Pick<User, 'isTeamMember' | 'team'>): boolean =>
  isTeamMember && team?.role === 'member'

/** What a team pays is no business of its people, and a plain member leads nobody (spec §2). */
const ownersPages: readonly string[] = [accountBillingPath, accountDomainPath]
const leadersPages: readonly string[] = [accountTeamsPath, accountCustomizePath, dashAnalyticsPath, dashWebhooksPath]

/** Whose they are: the owner's alone, or of all who lead. */
export const isOwnersPage = (path: string): boolean => ownersPages.includes(path)

/** Whether menus lead there, and it shows what they lead to. */
export const hasPage = (user: Pick<User, 'isTeamMember' | 'team'>, path: string): boolean =>
  !(user.isTeamMember && isOwnersPage(path)) && !(isPlainMember(user) && leadersPages.includes(path))

/** Came last where the plan has become smaller: sends nothing under the team for now. Its people stand there in the order in which they came, after whose account it is. */
export const isWithoutSeat = ({ _id, isTeamMember, team }: Pick<User, '_id' | 'isTeamMember' | 'team'>): boolean =>
  isTeamMember && team !== null && !hasSeatFrom(team.plan, team.members.findIndex((person) => person._id === _id) - 1)

/** The name of the team that this tab acts for as one of its people: its plan is its owner's matter. */
export function useOthersTeam(): string | null {
  const { user } = useSession()
  return user?.isTeamMember ? (user.team?.name ?? null) : null
}

/** Who of the team that is; null where it is oneself, nobody, or somebody who is out. */
export function useAuthorName(): (authorId: string | null | undefined) => string | null {
  const { user } = useSession()
  const team = useActingTeam()
  return (authorId) => {
    const author = authorId !== user?._id && team?.members.find(({ _id }) => _id === authorId)
    return author ? nameOrEmail(author) : null
  }
}
