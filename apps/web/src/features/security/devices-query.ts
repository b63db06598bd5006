/** Where the account is logged in; what was ended leaves the list at once, and comes back should the server refuse. */
import { endOtherSessions, endSession, listSessions, type OpenSession } from '@sampan/contract/routes/credentials'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'

export const devicesKey = ['devices'] as const
type List = { sessions: OpenSession[]; more: number }

export const useDevices = () =>
  useQuery({
    queryKey: devicesKey,
    queryFn: ({ signal }): Promise<List> => api.call(listSessions, { signal }),
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
  })

/** Of one, or of all others. */
export function useLogOutDevice(onRefused: (problem: unknown) => void) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (device: OpenSession | null): Promise<unknown> =>
      device ? api.call(endSession, { params: { sessionId: device._id } }) : api.call(endOtherSessions),
    async onMutate(device) {
      await queries.cancelQueries({ queryKey: devicesKey })
      const before = queries.getQueryData<List>(devicesKey)
      if (before)
        queries.setQueryData<List>(devicesKey, {
          sessions: before.sessions.filter((each) => (device ? each._id !== device._id : each.isThis)),
          more: device ? before.more : 0,
        })
      return before
    },
    onError(problem, _, before) {
      if (before) queries.setQueryData(devicesKey, before)
      onRefused(problem)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: devicesKey }),
  })
}
