/** What transfers and requests begin with, how mails about downloads come, and what is kept of places (B4). */
import { Button } from '@mantine/core'
import { type Role, rolePlan } from '@sampan/contract/plans'
import type { RouteReply } from '@sampan/contract/routes/route'
import { changeSettings, readSettings } from '@sampan/contract/routes/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { api } from '../../product/session/api.ts'
import type { Change } from './change.ts'
import { Defaults } from './defaults.tsx'
import { Notices } from './notices.tsx'
import classes from './settings.module.css'

const settingsKey = ['settings'] as const
type Reply = RouteReply<typeof readSettings>

export function Settings({ role }: { role: Role }) {
  const { t } = useTranslation('settings')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.call(readSettings, { signal }),
    retry: false,
    networkMode: 'always',
    // Never under what is being written.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const change: Change = async (some) => {
    const reply = await api.call(changeSettings, { body: some })
    queries.setQueryData<Reply>(settingsKey, reply)
  }
  if (!data && error)
    return (
      <section className={classes.card}>
        <p role="alert">
          {t('failed')} {problemText(error)}
        </p>
        <Button h={44} loading={isFetching} onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      </section>
    )
  if (!data) return <Skeleton />
  const { settings, mostPlaces } = data
  const { expiries } = rolePlan(role)
  return (
    <div className={classes.page}>
      <Defaults part="transferSettings" settings={settings} expiries={expiries} onChange={change} />
      <Defaults part="requestSettings" settings={settings} expiries={expiries} onChange={change} />
      <Notices settings={settings} mostPlaces={mostPlaces} onChange={change} />
    </div>
  )
}

function Skeleton() {
  const { t } = useTranslation('settings')
  return (
    <div className={classes.page} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      <div className={classes.skeleton} />
      <div className={classes.skeleton} />
    </div>
  )
}
