/** `/dash/webhooks/:id` (O9): one webhook, what it is told, its secret, and what was sent to it. */
import { dashWebhooksPath } from '@sampan/contract/paths'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isProblem } from '../../lib/is-problem.ts'
import { ListFailed, ListState } from '../../ui/list-state.tsx'
import { Calls } from './calls.tsx'
import { useWebhook, useWebhooks } from './queries.ts'
import { SecretCard } from './secret-card.tsx'
import { Settings } from './settings.tsx'
import { Standing } from './standing.tsx'
import classes from './webhooks.module.css'

export function WebhookDetail({ id }: { id: string }) {
  const { t } = useTranslation('webhooks')
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useWebhook(id)
  const mayBePrivate = useWebhooks().data?.mayBePrivate ?? false
  const webhook = data?.pages[0]?.webhook
  const isGone = isProblem(error, 'webhookUnknown')
  return (
    <div className={classes.page}>
      <Link to={dashWebhooksPath} className={classes.back}>
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('back')}
      </Link>
      {!webhook && !error && <section className={classes.skeleton} aria-busy="true" aria-label={t('loading')} />}
      {isGone && <ListState isCard drawing="unknown" title={t('unknown')} text={t('unknownText')} />}
      {error && !webhook && !isGone && (
        <ListFailed
          isCard
          title={t('failed')}
          error={error}
          tryAgain={t('tryAgain')}
          isTrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {webhook && !isGone && (
        <>
          <Standing webhook={webhook} mayBePrivate={mayBePrivate} />
          <Calls
            webhookId={id}
            deliveries={data.pages.flatMap(({ deliveries }) => deliveries)}
            onMore={hasNextPage ? () => void fetchNextPage() : null}
            isLoadingMore={isFetchingNextPage}
          />
          <Settings webhook={webhook} />
          <SecretCard webhook={webhook} />
        </>
      )}
    </div>
  )
}
