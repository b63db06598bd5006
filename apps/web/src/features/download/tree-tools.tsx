/** Above a long list: all or none of it, and what to look for. */
import { Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Checkbox } from './checkbox.tsx'
import type { Mark } from './selection.ts'
import classes from './tree-tools.module.css'

type Props = {
  search: string
  onSearch: (search: string) => void
  /** null while nothing is searched for. */
  foundCount: number | null
  mark: Mark
  isEmpty: boolean
  onChooseAll: () => void
}

export function TreeTools({ search, onSearch, foundCount, mark, isEmpty, onChooseAll }: Props) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const found = foundCount === null ? '' : t('found', { count: foundCount, number: format.number(foundCount) })
  return (
    <div className={classes.tools}>
      <Checkbox label={t('chooseAll')} mark={mark} isDisabled={isEmpty} onChange={onChooseAll}>
        {t('chooseAll')}
      </Checkbox>
      <span className={classes.search}>
        <Search size={16} strokeWidth={2} aria-hidden="true" />
        <input
          type="search"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onSearch('')}
          placeholder={t('search')}
          aria-label={t('search')}
          autoComplete="off"
          spellCheck={false}
        />
        {search && (
          <button type="button" aria-label={t('clearSearch')} onClick={() => onSearch('')}>
            <X size={16} strokeWidth={2} aria-hidden="true" />
          </button>
        )}
      </span>
      <span className={classes.found} role="status">
        {found}
      </span>
    </div>
  )
}

export function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation('download')
  return (
    <div className={classes.nothing}>
      <p>{t('nothingFound', { search })}</p>
      <button type="button" onClick={onClear}>
        {t('clearSearch')}
      </button>
    </div>
  )
}
