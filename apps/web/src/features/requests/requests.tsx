/** Everything that was asked for: looked for, and how far each has come. */
import { searchMaxChars } from '@sampan/contract/limits'
import { requestFilters, requestMarks } from '@sampan/contract/states'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { BinLink } from '../../ui/bin-link.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { ListFailed, ListLoading, ListStale, ListState, NothingFound } from '../../ui/list-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { AskLink } from './ask-link.tsx'
import { List } from './list.tsx'
import { useRequests, type View } from './queries.ts'
import classes from './requests.module.css'
import { RowSkeleton } from './row.tsx'

const clockMs = 30_000
const everything: View = { filter: 'all', only: [], search: '' }

/** In the address: it survives a reload and can be bookmarked. */
function useView(): [View, (some: Partial<View>) => void] {
  const [params, setParams] = useSearchParams()
  const view: View = {
    filter: requestFilters.find((filter) => filter === params.get('filter')) ?? 'all',
    only: requestMarks.filter((mark) => params.get('only')?.split(',').includes(mark)),
    search: (params.get('search') ?? '').trim().slice(0, searchMaxChars),
  }
  const change = (some: Partial<View>) => {
    const { filter, only, search } = { ...view, ...some }
    const named = {
      ...(filter !== 'all' && { filter }),
      ...(only.length > 0 && { only: only.join() }),
      ...(search && { search }),
    }
    setParams(named, { replace: true, preventScrollReset: true })
  }
  return [view, change]
}

type ToolsProps = { view: View; sharedCount: number; onChange: (some: Partial<View>) => void }

export function Tools({ view, sharedCount, onChange }: ToolsProps) {
  const { t } = useTranslation('requests')
  // With most people nothing is shared: a filter that can hold nothing is none.
  const filters = requestFilters.filter((filter) => filter !== 'shared' || view.filter === filter || sharedCount > 0)
  return (
    <div className={classes.tools}>
      <ListSearch
        value={view.search}
        maxChars={searchMaxChars}
        label={t('search')}
        clearLabel={t('clearSearch')}
        onChange={(search) => onChange({ search })}
      />
      <fieldset className={classes.chips}>
        <legend className="visually-hidden">{t('filter')}</legend>
        {filters.map((filter) => (
          <button
            key={filter}
            type="button"
            className={classes.chip}
            aria-pressed={view.filter === filter}
            onClick={() => onChange({ filter })}
          >
            {t(filter)}
          </button>
        ))}
        {/* Several at once. */}
        {requestMarks.map((mark) => (
          <button
            key={mark}
            type="button"
            className={classes.chip}
            aria-pressed={view.only.includes(mark)}
            onClick={() => onChange({ only: requestMarks.filter((each) => (each === mark) !== view.only.includes(each)) })}
          >
            {t(mark === 'overdue' ? 'onlyOverdue' : mark)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

export function Requests() {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const [view, change] = useView()
  const now = useNow(clockMs)
  const { rows, matchCount, sharedCount, error, isPlaceholderData, isFetching, refetch, ...pages } = useRequests(view)
  const { isFetchingNextPage, fetchNextPage, hasNextPage } = pages
  usePageTitle(t('title'))
  const isNarrowed = view.filter !== 'all' || view.only.length > 0 || view.search !== ''
  const isEmpty = matchCount === 0 && !isNarrowed && !isPlaceholderData
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 tabIndex={-1}>{t('title')}</h1>
        <span className={classes.acts}>
          <BinLink />
          {!isEmpty && <AskLink />}
        </span>
      </header>
      <section className={classes.card} aria-label={t('list')}>
        {!isEmpty && (matchCount !== null || !error) && <Tools view={view} sharedCount={sharedCount} onChange={change} />}
        {matchCount !== null && error && (
          <ListStale text={t('stale')} tryAgain={t('tryAgain')} isTrying={isFetching} onRetry={() => void refetch()} />
        )}
        <span className="visually-hidden" role="status">
          {isNarrowed && matchCount !== null && t('found', { count: matchCount, number: format.number(matchCount) })}
        </span>
        {matchCount === null && !error && <ListLoading label={t('loading')} row={<RowSkeleton />} />}
        {matchCount === null && error && (
          <ListFailed
            title={t('failedTitle')}
            error={error}
            tryAgain={t('tryAgain')}
            isTrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {isEmpty && (
          <ListState drawing="limitReached" title={t('emptyTitle')} text={t('emptyText')}>
            <AskLink />
          </ListState>
        )}
        {matchCount === 0 && !isEmpty && (
          <NothingFound
            title={t('nothingTitle')}
            text={view.search ? t('nothingText', { search: view.search }) : t('nothingInFilter')}
            showAll={t('showAll')}
            onShowAll={() => change(everything)}
          />
        )}
        {rows.length > 0 && (
          <List
            rows={rows}
            now={now}
            isOld={isPlaceholderData}
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          />
        )}
      </section>
    </div>
  )
}
