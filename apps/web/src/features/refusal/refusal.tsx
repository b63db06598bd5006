/** `/unsubscribe/{token}`: the one export. Whose mails their reader refuses, and the buttons that change it. */
import { Button } from '@mantine/core'
import type { RefusalView } from '@sampan/contract/routes/refusals'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Choice, useRefusal, useRefuse } from './queries.ts'
import classes from './refusal.module.css'

export function Refusal({ token }: { token: string }) {
  const { t } = useTranslation('refusal')
  const { data: view, error, isFetching, refetch } = useRefusal(token)
  usePageTitle(t(view === null ? 'deadTitle' : 'title'))
  if (view === null) return <Notice drawing="unknown" title={t('deadTitle')} text={t('deadText')} />
  if (view) return <Choices view={view} token={token} />
  return error ? <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} /> : <Loading />
}

function Loading() {
  const { t } = useTranslation('refusal')
  return (
    <section className={classes.card} aria-busy="true">
      <h1 className="visually-hidden">{t('loading')}</h1>
    </section>
  )
}

function Choices({ view: { sender, refusesSender, refusesAll }, token }: { view: RefusalView; token: string }) {
  const { t } = useTranslation('refusal')
  const problemText = useProblemText()
  const refuse = useRefuse(token)
  const of = (scope: Choice['scope'], isRefused: boolean) => ({
    isRefused,
    isPending: refuse.isPending && refuse.variables.scope === scope,
    onPress: () => refuse.mutate({ scope, refuse: isRefused ? 'no' : 'yes' }),
  })
  return (
    <Notice drawing="uploading" title={t('title')} text={t('text')}>
      {sender !== null && !refusesAll && <Row heading={t('fromSender', { sender })} {...of('sender', refusesSender)} />}
      <Row heading={t('fromAll')} {...of('all', refusesAll)} />
      <p className={classes.error} role="alert">
        {refuse.isError && problemText(refuse.error)}
      </p>
    </Notice>
  )
}

type RowProps = { heading: string; isRefused: boolean; isPending: boolean; onPress: () => void }

function Row({ heading, isRefused, isPending, onPress }: RowProps) {
  const { t } = useTranslation('refusal')
  return (
    <div className={classes.row}>
      <h2 dir="auto">{heading}</h2>
      <p role="status">{t(isRefused ? 'refused' : 'wanted')}</p>
      <Button fullWidth h={44} variant={isRefused ? 'default' : 'filled'} loading={isPending} onClick={onPress}>
        {t(isRefused ? 'allow' : 'stop')}
      </Button>
    </div>
  )
}

function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('download')
  const problemText = useProblemText()
  return (
    <Notice drawing="offline" title={t('failedTitle')} text={problemText(error)}>
      <Button loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </Notice>
  )
}
