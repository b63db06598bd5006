/** Above a long list: all or none of it, what to look for, and how pictures are looked at. */
import { LayoutGrid, List, Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Checkbox } from './checkbox.tsx'
import type { Look } from './kept-visit.ts'
import type { Mark } from './selection.ts'
import classes from './tree-tools.module.css'

type Props = {
  /** null where there is no choice. */
  look: Look | null
  onLook: (look: Look) => void
  /** Not for a few files. */
  hasSearch: boolean
  search: string
  onSearch: (search: string) => void
  /** null while nothing is searched for. */
  foundCount: number | null
  mark: Mark
  isEmpty: boolean
  onChooseAll: () => void
}

export function TreeTools({ look, onLook, hasSearch, search, onSearch, foundCount, mark, isEmpty, onChooseAll }: Props) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const found = foundCount === null ? '' : t('found', { count: foundCount, number: format.number(foundCount) })
  return (
    <div className={classes.tools}>
      <Checkbox label={t('chooseAll')} mark={mark} isDisabled={isEmpty} onChange={onChooseAll}>
        {t('chooseAll')}
      </Checkbox>
      <span className={classes.right}>
        {hasSearch && <SearchField search={search} onSearch={onSearch} />}
        {look && <LookButton look={look} onLook={onLook} />}
      </span>
      <span className={classes.found} role="status">
        {found}
      </span>
    </div>
  )
}

function SearchField({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  const { t } = useTranslation('download')
  return (
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
  )
}

function LookButton({ look, onLook }: { look: Look; onLook: (look: Look) => void }) {
  const { t } = useTranslation('download')
  const other = look === 'tiles' ? 'list' : 'tiles'
  const label = t(other === 'list' ? 'asList' : 'asTiles')
  const Icon = other === 'list' ? List : LayoutGrid
  return (
    <button type="button" className={classes.look} aria-label={label} title={label} onClick={() => onLook(other)}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
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
