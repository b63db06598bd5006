/** Above the list: what to look for, and which of them. */
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { TransferPage, View } from './pages.ts'
import classes from './tools.module.css'
import { searchMaxChars, shownFilters } from './use-view.ts'

type Counts = Pick<TransferPage, 'allCount' | 'activeCount' | 'expiredCount' | 'thisMonthsTransfers'>
type Props = { view: View; counts: Counts | null; onChange: (view: Partial<View>) => void }

const typingMs = 250
const labels = { all: 'filterAll', active: 'filterActive', expired: 'filterExpired', thisMonth: 'filterThisMonth' } as const
const countOf = {
  all: 'allCount',
  active: 'activeCount',
  expired: 'expiredCount',
  thisMonth: 'thisMonthsTransfers',
} as const satisfies Record<string, keyof Counts>

export function Tools({ view, counts, onChange }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  return (
    <div className={classes.tools}>
      <SearchField value={view.search} onChange={(search) => onChange({ search })} />
      <fieldset className={classes.chips}>
        <legend className="visually-hidden">{t('filter')}</legend>
        {shownFilters.map((filter) => (
          <button
            key={filter}
            type="button"
            className={classes.chip}
            aria-pressed={view.filter === filter}
            onClick={() => onChange({ filter })}
          >
            {t(labels[filter])}
            {counts && <span className={classes.count}>{format.number(counts[countOf[filter]])}</span>}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

/** The address follows once the typing pauses; what changes elsewhere, such as a cleared search, comes back here. */
function SearchField({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const { t } = useTranslation('dash')
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const search = typed.trim()
    if (search === sent.current) return
    const send = () => {
      sent.current = search
      latest.current(search)
    }
    const timer = setTimeout(send, search ? typingMs : 0)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <span className={classes.search}>
      <Search size={18} strokeWidth={1.75} aria-hidden="true" />
      <input
        type="search"
        value={typed}
        maxLength={searchMaxChars}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        placeholder={t('search')}
        aria-label={t('search')}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
      />
      {typed && (
        <button type="button" aria-label={t('clearSearch')} onClick={() => setTyped('')}>
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
