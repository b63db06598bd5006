/** Everything that was sent: looked for, put in order, and worked on one by one or many at once. */
import { dashSendPath } from '@sampan/contract/paths'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { BinLink } from '../../ui/bin-link.tsx'
import { ListFailed, ListLoading, ListStale } from '../../ui/list-state.tsx'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Empty } from './empty.tsx'
import { Found } from './found.tsx'
import { useRefresh, useShownPage } from './queries.ts'
import { RowSkeleton } from './row-skeleton.tsx'
import { SendLink } from './send-link.tsx'
import { Tools } from './tools.tsx'
import classes from './transfers.module.css'
import { useView } from './use-view.ts'

type Props = {
  /** The one whose detail is open beside the list. */
  openSlug: string | null
  /** Stands between the heading and the list. */
  banner: ReactNode
}

const clockMs = 30_000

/** Who closes a detail goes on where it was opened. */
function useWayBack(openSlug: string | null) {
  const before = useRef(openSlug)
  useEffect(() => {
    const closed = before.current
    before.current = openSlug
    if (!closed || openSlug) return
    document.querySelector<HTMLElement>(`a[href*="/transfers/${closed}"]`)?.focus({ preventScroll: true })
  }, [openSlug])
}

export function Transfers({ openSlug, banner }: Props) {
  const { t } = useTranslation('dash')
  const [view, changeView] = useView()
  const toasts = useToasts()
  const { page, isOld, isLost, error, isTrying, retry } = useShownPage(view)
  useRefresh()
  useWayBack(openSlug)
  usePageTitle(t('transfers'))
  const isEmpty = page?.allCount === 0 && page.receivedCount === 0
  const hasFailed = isLost && !page
  const now = useNow(clockMs)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 tabIndex={-1}>{t('transfers')}</h1>
        <span className={classes.acts}>
          <BinLink />
          {!isEmpty && <SendLink className={classes.send} />}
        </span>
      </header>
      {banner}
      <section className={classes.card} aria-label={t('transfers')}>
        {!isEmpty && !hasFailed && <Tools view={view} counts={page ?? null} onChange={changeView} />}
        {page && isLost && (
          <ListStale text={t(isOld ? 'staleView' : 'stale')} tryAgain={t('tryAgain')} isTrying={isTrying} onRetry={retry} />
        )}
        {hasFailed && (
          <ListFailed title={t('failedTitle')} error={error} tryAgain={t('tryAgain')} isTrying={isTrying} onRetry={retry} />
        )}
        {isEmpty && <Empty sendPath={dashSendPath} />}
        {!page && !hasFailed && <ListLoading label={t('loading')} row={<RowSkeleton />} />}
        {page && !isEmpty && (
          <Found
            page={page}
            isOld={isOld}
            isLoading={isOld && !isLost}
            now={now}
            toasts={toasts}
            openSlug={openSlug}
            onShowAll={() => changeView({ filter: 'all', search: '' })}
          />
        )}
      </section>
      <Toasts toasts={toasts.toasts} closeLabel={t('close')} onClose={toasts.close} />
    </div>
  )
}
