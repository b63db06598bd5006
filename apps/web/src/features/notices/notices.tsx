/** `/notices/{token}`: the one export. Whose notices an address is to get, and the button that agrees. */
import { Button } from '@mantine/core'
import type { NoticesView } from '@sampan/contract/routes/notices'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { useNotices, useProve } from './queries.ts'

export function Notices({ token }: { token: string }) {
  const { t } = useTranslation(['notices', 'refusal'])
  const { data: view, error, isFetching, refetch } = useNotices(token)
  const title = t(view?.state === 'proven' ? 'notices:done' : 'notices:title')
  usePageTitle(view === null ? t('refusal:deadTitle') : title)
  if (view === null) return <Notice drawing="unknown" title={t('refusal:deadTitle')} text={t('refusal:deadText')} />
  if (view) return <Choice view={view} token={token} />
  return error ? <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} /> : <Loading />
}

function Loading() {
  const { t } = useTranslation('notices')
  return (
    <section aria-busy="true">
      <h1 className="visually-hidden">{t('loading')}</h1>
    </section>
  )
}

function Choice({ view: { email, by, state }, token }: { view: NoticesView; token: string }) {
  const { t } = useTranslation('notices')
  const problemText = useProblemText()
  const prove = useProve(token)
  if (state === 'proven') return <Notice drawing="arrived" title={t('done')} text={t('doneText', { email, by })} />
  return (
    <Notice drawing="uploading" title={t('title')} text={t('text', { email, by })}>
      <Button fullWidth h={44} loading={prove.isPending} onClick={() => prove.mutate()}>
        {t('confirm')}
      </Button>
      <p role="alert">{prove.isError && problemText(prove.error)}</p>
    </Notice>
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
