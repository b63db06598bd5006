/** The log, page by page, and as a file. */
import { exportTeamLog, readTeamLog } from '@sampan/contract/routes/team-log'
import type { LoggedAct } from '@sampan/contract/rules/team-log'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'
import { saveFile } from '../../product/session/save-file.ts'

/** Empty: everybody, everything. */
export type LogFilter = { search: string; person: string; act: LoggedAct | '' }

const queryOf = ({ search, person, act }: LogFilter) => ({
  ...(search && { search }),
  ...(person && { person }),
  ...(act && { act }),
})

export const useTeamLog = (filter: LogFilter) =>
  useInfiniteQuery({
    queryKey: ['team', 'log', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(readTeamLog, { query: { ...queryOf(filter), ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
    networkMode: 'always',
    retry: false,
  })

export const saveLog = (filter: LogFilter): Promise<void> => saveFile(exportTeamLog, { query: queryOf(filter) }, 'team-log.csv')
