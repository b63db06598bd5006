import { searchMaxChars } from '@sampan/contract/limits'
/** Above the list: what to look for, in which group, in what order. */
import { type ContactGroup, contactSorts } from '@sampan/contract/routes/contacts'
import { Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { ListSearch } from '../../ui/list-search.tsx'
import { ListSort } from '../../ui/list-sort.tsx'
import type { View } from './queries.ts'
import classes from './tools.module.css'

const sorts = { recent: 'sortRecent', name: 'sortName', email: 'sortEmail', newest: 'sortNewest' } as const

type Props = {
  view: View
  groups: readonly ContactGroup[]
  onChange: (some: Partial<View>) => void
  onGroups: () => void
}

export function Tools({ view, groups, onChange, onGroups }: Props) {
  const { t } = useTranslation('contacts')
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
        entries={contactSorts.map((sort) => [sort, t(sorts[sort])])}
        onChange={(sort) => onChange({ sort })}
      />
      <fieldset className={classes.chips}>
        <legend className="visually-hidden">{t('groups')}</legend>
        {groups.length > 0 && <Chip name={t('everybody')} isOn={view.group === null} onClick={() => onChange({ group: null })} />}
        {groups.map(({ _id, name, count }) => (
          <Chip key={_id} name={name} count={count} isOn={view.group === _id} onClick={() => onChange({ group: _id })} />
        ))}
        <button type="button" className={classes.chip} onClick={onGroups}>
          <Settings2 size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('manageGroups')}
        </button>
      </fieldset>
    </div>
  )
}

function Chip({ name, count, isOn, onClick }: { name: string; count?: number; isOn: boolean; onClick: () => void }) {
  const format = useFormat()
  return (
    <button type="button" className={classes.chip} aria-pressed={isOn} onClick={onClick} title={name}>
      <span>{name}</span>
      {count !== undefined && <small>{format.number(count)}</small>}
    </button>
  )
}
