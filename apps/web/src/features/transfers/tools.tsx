import { searchMaxChars } from '@sampan/contract/limits'
/** Above the list: what to look for, which of them, and in what order. */
import { transferSorts } from '@sampan/contract/routes/dashboard'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { ListSearch } from '../../ui/list-search.tsx'
import { ListSort } from '../../ui/list-sort.tsx'
import { ByPerson } from './by-person.tsx'
import type { TransferPage, View } from './pages.ts'
import classes from './tools.module.css'
import { shownFilters } from './use-view.ts'

type Counts = Pick<
  TransferPage,
  'allCount' | 'activeCount' | 'expiredCount' | 'closedCount' | 'thisMonthsTransfers' | 'receivedCount' | 'sharedCount'
>
type Props = { view: View; counts: Counts | null; onChange: (view: Partial<View>) => void }

const labels = {
  all: 'filterAll',
  active: 'filterActive',
  expired: 'filterExpired',
  closed: 'filterClosed',
  thisMonth: 'filterThisMonth',
  received: 'filterReceived',
  shared: 'filterShared',
} as const
const countOf = {
  all: 'allCount',
  active: 'activeCount',
  expired: 'expiredCount',
  closed: 'closedCount',
  thisMonth: 'thisMonthsTransfers',
  received: 'receivedCount',
  shared: 'sharedCount',
} as const satisfies Record<string, keyof Counts>

const rare: readonly string[] = ['closed', 'received', 'shared']

export function Tools({ view, counts, onChange }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  // Most people have received and closed nothing, and nothing is shared with them: a filter that can hold nothing is none.
  const filters = shownFilters.filter(
    (filter) => !rare.includes(filter) || view.filter === filter || (counts?.[countOf[filter]] ?? 0) > 0,
  )
  return (
    <div className={classes.tools}>
      <ListSearch
        value={view.search}
        maxChars={searchMaxChars}
        label={t('search')}
        clearLabel={t('clearSearch')}
        onChange={(search) => onChange({ search })}
      />
      <ListSort
        label={t('sort')}
        value={view.sort}
        entries={transferSorts.map((sort) => [sort, t(sorts[sort])])}
        onChange={(sort) => onChange({ sort })}
      />
      <ByPerson by={view.by} onBy={(by) => onChange({ by })} />
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
            {t(labels[filter])}
            {counts && <span className={classes.count}>{format.number(counts[countOf[filter]] ?? 0)}</span>}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

const sorts = {
  newest: 'sortNewest',
  oldest: 'sortOldest',
  name: 'sortName',
  size: 'sortSize',
  expiry: 'sortExpiry',
  downloads: 'sortDownloads',
} as const satisfies Record<View['sort'], string>
