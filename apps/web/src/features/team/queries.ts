/** The team that is acted for, and what can be done about it: each answer is the team as it stands then. */
import {
  changeMember,
  inviteMembers,
  keepOwnership,
  nameOwner,
  readTeam,
  removeMember,
  resendInvitation,
  revokeInvitation,
  ruleLogIn,
  type Team,
  takeOverTeam,
} from '@sampan/contract/routes/teams'
import type { MemberRole } from '@sampan/contract/rules/teams'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'

const teamKey = ['team'] as const

export const useTeam = () =>
  useQuery({
    queryKey: teamKey,
    queryFn: ({ signal }): Promise<Team> => api.call(readTeam, { signal }),
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
  })

/** By the link of the mail. */
export const takeOver = (token: string, password: string) => api.call(takeOverTeam, { body: { token, password } })

export type TeamActs = ReturnType<typeof useTeamActs>

export function useTeamActs() {
  const queries = useQueryClient()
  const show = (team: Team) => queries.setQueryData<Team>(teamKey, team)
  return {
    async invite(emails: string[], role: MemberRole) {
      const { team, ...told } = await api.call(inviteMembers, { body: { emails, role } })
      show(team)
      return told
    },
    revoke: async (invitationId: string) => show(await api.call(revokeInvitation, { params: { invitationId } })),
    mailAgain: async (invitationId: string) => show(await api.call(resendInvitation, { params: { invitationId } })),
    changeRole: async (userId: string, role: MemberRole) =>
      show(await api.call(changeMember, { params: { userId }, body: { role } })),
    nameOwner: async (userId: string, password: string) => show(await api.call(nameOwner, { body: { userId, password } })),
    ruleLogIn: async (provider: string | null) => show(await api.call(ruleLogIn, { body: { provider } })),
    keepOwnership: async () => show(await api.call(keepOwnership)),
    async remove(userId: string, handTo?: string) {
      await api.call(removeMember, { params: { userId }, query: handTo === undefined ? {} : { handTo } })
      await queries.invalidateQueries({ queryKey: teamKey })
    },
  }
}
