/** One request of one's own: the one export, and what stands there in each state. */

import { Button } from '@mantine/core'
import { dashRequestsPath } from '@sampan/contract/paths'
import { planOf } from '@sampan/contract/plans'
import type { User } from '@sampan/contract/routes/accounts'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ListFailed } from '../../ui/list-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRequest } from './queries.ts'
import classes from './request.module.css'
import { RequestView } from './request-view.tsx'
import lists from './requests.module.css'
import { useRequestWords } from './words.ts'

type Props = { slug: string; user: User }

export function RequestPage({ slug, user }: Props) {
  const { t } = useTranslation('received')
  const { data, error, isFetching, refetch } = useRequest(slug)
  if (data) return <Known key={slug} detail={data} isStale={error !== null} user={user} />
  if (data === null)
    return (
      <Notice drawing="unknown" title={t('unknownTitle')} text={t('unknownText')}>
        <Button component={Link} to={dashRequestsPath} size="md">
          {t('toList')}
        </Button>
      </Notice>
    )
  if (error)
    return (
      <section className={lists.card}>
        <ListFailed
          title={t('failedTitle', { ns: 'requests' })}
          error={error}
          tryAgain={t('tryAgain', { ns: 'requests' })}
          isTrying={isFetching}
          onRetry={() => void refetch()}
        />
      </section>
    )
  return <Loading />
}

function Known({ detail, isStale, user }: { detail: RequestDetail; isStale: boolean; user: User }) {
  const { t } = useTranslation('requests')
  const words = useRequestWords(0)
  usePageTitle(words.title(detail.request))
  return (
    <>
      {isStale && (
        <p className={classes.stale} role="status">
          {t('stale')}
        </p>
      )}
      <RequestView detail={detail} plan={planOf(user)} />
    </>
  )
}

function Loading() {
  const { t } = useTranslation('received')
  return (
    <div className={classes.page} aria-busy="true">
      <h1 className="visually-hidden" tabIndex={-1}>
        {t('loading')}
      </h1>
      <div className={classes.skeleton} data-head />
      <div className={classes.skeleton} />
    </div>
  )
}
