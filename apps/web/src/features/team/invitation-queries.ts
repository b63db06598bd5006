/** An invitation, and its answers. */
import type { Language } from '@sampan/contract/paths'
import type { RouteReply } from '@sampan/contract/routes/route'
import { acceptInvitation, declineInvitation, joinTeam, viewInvitation } from '@sampan/contract/routes/teams'
import { useQuery } from '@tanstack/react-query'
import { isProblem } from '../../lib/is-problem.ts'
import { api } from '../../product/session/api.ts'
import { beginSession } from '../../product/session/session.ts'

export type Invitation = RouteReply<typeof viewInvitation>

/** Null: there is none. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }): Promise<Invitation | null> =>
      api.call(viewInvitation, { params: { token }, signal }).catch((error) => {
        if (isProblem(error, 'invitationUnknown') || isProblem(error, 'invalidInput')) return null
        throw error
      }),
    retry: false,
    networkMode: 'always',
  })

export const invitationCalls = {
  accept: (token: string) => api.call(acceptInvitation, { params: { token } }),
  decline: (token: string) => api.call(declineInvitation, { params: { token } }),
  async join(token: string, account: { fullName: string; password: string; language: Language }): Promise<void> {
    const { data } = await api.call(joinTeam, { body: { token, ...account } })
    beginSession(data)
  },
}
