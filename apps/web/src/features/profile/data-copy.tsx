/** A copy of everything that is kept of the account: asked for, waited for, downloaded. */
import { Button } from '@mantine/core'
import { type AccountExport, askExport, readExport } from '@sampan/contract/routes/profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import classes from './profile.module.css'

const copyKey = ['accountExport']
const waitingMs = 3000
/** The address of the bytes works for ten minutes. */
const readyMs = 300_000

export function DataCopy() {
  const { t } = useTranslation('profile')
  const queries = useQueryClient()
  const { problem, isAsking, ask } = useAsking()
  const { data, error } = useQuery({
    queryKey: copyKey,
    queryFn: async ({ signal }) => (await api.call(readExport, { signal })).export,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' ? waitingMs : state.data?.state === 'ready' ? readyMs : false,
  })
  const make = () => ask(async () => queries.setQueryData(copyKey, (await api.call(askExport)).export))
  return (
    <section className={classes.card} aria-labelledby="data">
      <h2 id="data">{t('dataTitle')}</h2>
      <p className={classes.text}>{t('dataText')}</p>
      <p className={classes.said} role="status">
        {data && <CopyState copy={data} />}
      </p>
      <ProblemLine problem={problem ?? (data === undefined ? error : null)} />
      <div className={classes.buttons}>
        {data?.href && (
          <a className={classes.action} href={data.href} download>
            {t('downloadExport')}
          </a>
        )}
        {data?.state !== 'waiting' && (
          <Button variant="default" h={46} loading={isAsking} onClick={make}>
            {t(data ? 'askExportAgain' : 'askExport')}
          </Button>
        )}
      </div>
    </section>
  )
}

function CopyState({ copy }: { copy: AccountExport }) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  if (copy.state === 'waiting') return t('exportWaiting')
  if (copy.state === 'failed') return t('exportFailed')
  return t('exportReady', {
    date: format.dateTime(new Date(copy.createdAt)),
    size: format.bytes(copy.sizeBytes),
    until: format.date(new Date(copy.expiresAt)),
  })
}
