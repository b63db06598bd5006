/** Looking after a transfer by the link in its confirmation mail (Q22): the one export, and what stands there in each state. */
import { Button } from '@mantine/core'
import { dashTransferPath, loginPath } from '@sampan/contract/paths'
import type { ManagedTransfer } from '@sampan/contract/routes/manage'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { mayHaveSession, restoreSession, useSession } from '../../product/session/session.ts'
import { HomeButton } from '../../ui/home-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Deleted } from './deleted.tsx'
import classes from './manage.module.css'
import { Managed } from './managed.tsx'
import { type ManageLink, useManage, useManaged } from './queries.ts'

export function Manage({ link }: { link: ManageLink }) {
  const { t } = useTranslation('manage')
  const { data, error, isFetching, refetch } = useManaged(link)
  const actions = useManage(link)
  usePageTitle(t('title'))
  if (data === null) return actions.remove.isSuccess ? <Gone /> : <Unknown />
  if (!data) return error ? <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} /> : <Loading />
  if (data.status === 'inAccount') return <InAccount view={data} />
  if (data.status === 'deleted') return <Deleted view={data} actions={actions} onOver={() => void refetch()} />
  return <Managed view={data} actions={actions} isStale={error !== null} />
}

function Loading() {
  const { t } = useTranslation('manage')
  return (
    <section className={classes.card} aria-busy="true">
      <h1 className="visually-hidden">{t('loading')}</h1>
      <div className={classes.skeleton} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
    </section>
  )
}

function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('manage')
  const download = useTranslation('download')
  const problemText = useProblemText()
  return (
    <Notice drawing="offline" title={download.t('failedTitle')} text={problemText(error)}>
      <Button loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </Notice>
  )
}

/** As at any link that leads to nothing. */
function Unknown() {
  const { t } = useTranslation('download')
  usePageTitle(t('unknownTitle'))
  return (
    <Notice drawing="unknown" title={t('unknownTitle')} text={t('unknownText')}>
      <HomeButton>{t('sendYourOwn')}</HomeButton>
    </Notice>
  )
}

function Gone() {
  const { t } = useTranslation('manage')
  const download = useTranslation('download')
  return (
    <Notice drawing="expired" title={t('goneTitle')} text={t('goneText')}>
      <HomeButton>{download.t('sendYourOwn')}</HomeButton>
    </Notice>
  )
}

function InAccount({ view: { slug, senderEmail } }: { view: ManagedTransfer }) {
  const { t } = useTranslation('manage')
  const there = dashTransferPath(slug)
  const logIn = `${loginPath(useLanguage())}?${new URLSearchParams({ user: senderEmail, next: there })}`
  const { status, user } = useSession()
  // Without an answer what is known stands.
  useEffect(() => void restoreSession().catch(() => {}), [])
  const isIn = status === 'signedIn' || (status === 'unknown' && mayHaveSession())
  const isOther = user !== null && user.email !== senderEmail
  const text = isOther ? 'inOtherAccountText' : isIn ? 'inYourAccountText' : 'inAccountText'
  return (
    <Notice drawing="uploading" title={t('inAccountTitle')} text={t(text, { email: senderEmail, other: user?.email })}>
      <Button component={Link} to={isIn ? there : logIn} size="md">
        {t(isIn ? 'openInAccount' : 'logIn')}
      </Button>
    </Notice>
  )
}
