/** `/extension/{id}` (X3): the one export. Who asks for more time and for what; the press that gives it; what came of it. */
import { Button } from '@mantine/core'
import type { ExtensionView } from '@sampan/contract/routes/extension'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './extension.module.css'
import { useExtend, useExtension } from './queries.ts'

export function Extension({ token }: { token: string }) {
  const { data: view, error, isFetching, refetch } = useExtension(token)
  if (view === null) return <Dead />
  if (view?.state === 'extended') return <Extended view={view} />
  if (view) return <Asked view={view} token={token} />
  return error ? <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} /> : <Loading />
}

/** Logged in, it leads on to the dashboard (X3). */
function AccountLink() {
  const { t } = useTranslation('extension')
  return (
    <a className={classes.account} href="/signup/login">
      {t('account')}
    </a>
  )
}

function Loading() {
  const { t } = useTranslation('extension')
  return (
    <section className={classes.card} aria-busy="true">
      <h1 className="visually-hidden">{t('loading')}</h1>
      <div className={classes.skeleton} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    </section>
  )
}

function Asked({ view, token }: { view: ExtensionView; token: string }) {
  const { t } = useTranslation('extension')
  const format = useFormat()
  const problemText = useProblemText()
  const extend = useExtend(token)
  const { receiverEmail: email, title, fileCount, note, expiryDate } = view
  usePageTitle(t('title'))
  const words = { email, title, count: fileCount, number: format.number(fileCount) }
  return (
    <Notice drawing="expired" title={t('title')} text={t(fileCount > 1 ? 'askMany' : 'ask', words)}>
      {note && (
        <blockquote className={classes.note}>
          <span>{t('note')}</span>
          <p dir="auto">{note}</p>
        </blockquote>
      )}
      <p className={classes.fact}>{t('expired', { date: format.dateTime(new Date(expiryDate)) })}</p>
      <Button size="lg" fullWidth loading={extend.isPending} onClick={() => extend.mutate()}>
        {t('press')}
      </Button>
      <p className={classes.error} role="alert">
        {extend.isError && problemText(extend.error)}
      </p>
      <AccountLink />
    </Notice>
  )
}

function Extended({ view: { expiryDate, receiverEmail: email } }: { view: ExtensionView }) {
  const { t } = useTranslation('extension')
  const format = useFormat()
  const fact = useRef<HTMLDListElement>(null)
  usePageTitle(t('done'))
  // The button that was pressed is gone.
  useEffect(() => fact.current?.focus(), [])
  return (
    <Notice drawing="uploading" title={t('done')} text={t('notified', { email })}>
      <dl ref={fact} className={classes.expiry} tabIndex={-1}>
        <dt>{t('expiry')}</dt>
        <dd>{format.dateTime(new Date(expiryDate))}</dd>
      </dl>
      <AccountLink />
    </Notice>
  )
}

function Dead() {
  const { t } = useTranslation('extension')
  usePageTitle(t('deadTitle'))
  return (
    <Notice drawing="unknown" title={t('deadTitle')} text={t('deadText')}>
      <AccountLink />
    </Notice>
  )
}

function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('download')
  const problemText = useProblemText()
  usePageTitle(t('failedTitle'))
  return (
    <Notice drawing="offline" title={t('failedTitle')} text={problemText(error)}>
      <Button loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </Notice>
  )
}
