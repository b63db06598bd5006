/** The grid, or on a phone the list, with what is looked for in it. */

import { useMediaQuery } from '@mantine/hooks'
import { searchMaxChars } from '@sampan/contract/limits'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { upTo } from '../../ui/breakpoints.ts'
import { ListSearch } from '../../ui/list-search.tsx'
import { SharedLink } from '../../ui/shared-link.tsx'
import { Grid, type OnOpen } from './grid.tsx'
import { columnsOf, foundOf, type GridFilter, gridFilters } from './grid-rules.ts'
import classes from './request.module.css'
import lists from './requests.module.css'
import { State } from './states.tsx'
import { SupplierList } from './supplier-list.tsx'

/** More than a screen holds. */
const searchedFrom = 9

type Props = { detail: RequestDetail; onOpen: OnOpen }

export function PeoplePart({ detail, onOpen }: Props) {
  const { t } = useTranslation('received')
  const { request, suppliers, documents } = detail
  const [filter, setFilter] = useState<GridFilter>('all')
  const [search, setSearch] = useState('')
  const isNarrow = useMediaQuery(upTo('phone'), undefined, { getInitialValueInEffect: false })
  const columns = columnsOf(detail)
  const found = foundOf(detail, filter, search)
  const Shown = isNarrow ? SupplierList : Grid
  return (
    <>
      {request.linkUrl && <LinkCard url={request.linkUrl} isOpenAtFirst={suppliers.length === 0} />}
      {suppliers.length > 0 && (
        <section className={lists.card} aria-label={t('people')}>
          <Tools {...{ detail, filter, search }} onFilter={setFilter} onSearch={setSearch} />
          {found.length > 0 ? (
            <Shown columns={columns} suppliers={found} documents={documents} onOpen={onOpen} />
          ) : (
            <p className={classes.nobody} role="status">
              {t('nobodyFound')}
            </p>
          )}
        </section>
      )}
      {suppliers.length === 0 && !request.linkUrl && (
        <section className={lists.card}>
          <State drawing="limitReached" title={t('nobodyTitle')} text={t('nobodyText')} />
        </section>
      )}
    </>
  )
}

type ToolsProps = {
  detail: RequestDetail
  filter: GridFilter
  search: string
  onFilter: (filter: GridFilter) => void
  onSearch: (search: string) => void
}

function Tools({ detail, filter, search, onFilter, onSearch }: ToolsProps) {
  const { t } = useTranslation('received')
  const format = useFormat()
  return (
    <div className={lists.tools}>
      {detail.suppliers.length >= searchedFrom && (
        <ListSearch
          value={search}
          maxChars={searchMaxChars}
          label={t('searchPeople')}
          clearLabel={t('clearSearch')}
          onChange={onSearch}
        />
      )}
      <fieldset className={lists.chips}>
        <legend className="visually-hidden">{t('filter')}</legend>
        {gridFilters.map((each) => (
          <button key={each} type="button" className={lists.chip} aria-pressed={filter === each} onClick={() => onFilter(each)}>
            {t(each)}
            <span className={classes.count}>{format.number(foundOf(detail, each, '').length)}</span>
          </button>
        ))}
      </fieldset>
    </div>
  )
}

/** The link is at hand, and out of the way once files come. */
function LinkCard({ url, isOpenAtFirst }: { url: string; isOpenAtFirst: boolean }) {
  const { t } = useTranslation('received')
  return (
    <details className={classes.link} open={isOpenAtFirst}>
      <summary>{t('theLink')}</summary>
      <p>{t('theLinkText')}</p>
      <SharedLink url={url} isQuiet />
    </details>
  )
}
