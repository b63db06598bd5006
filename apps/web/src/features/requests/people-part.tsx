/** The grid, or on a phone the list, with what is looked for in it. */

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { requestLimits, searchMaxChars } from '@sampan/contract/limits'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import type { SupplierFilter } from '@sampan/contract/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { SharedLink } from '../../product/transfers/shared-link.tsx'
import { upTo } from '../../ui/breakpoints.ts'
import { ListSearch } from '../../ui/list-search.tsx'
import { ListFailed, ListState } from '../../ui/list-state.tsx'
import { Grid, type OnOpen } from './grid.tsx'
import { columnsOf, filtersOf } from './grid-rules.ts'
import { type PeopleView, usePeople } from './people.ts'
import classes from './request.module.css'
import lists from './requests.module.css'
import { SupplierList } from './supplier-list.tsx'
import { useNearEnd } from './use-near-end.ts'

const filterTexts = {
  all: 'all',
  toReview: 'toReview',
  missing: 'missing',
  complete: 'complete',
  bounced: 'bouncedPeople',
} as const satisfies Record<SupplierFilter, string>

/** More than a screen holds. */
const searchedFrom = 9

type Props = { detail: RequestDetail; now: number; onOpen: OnOpen }

export function PeoplePart({ detail, now, onOpen }: Props) {
  const { t } = useTranslation('received')
  const { request, counts } = detail
  return (
    <>
      {request.linkUrl && request.status !== 'takenDown' && (
        <LinkCard url={request.linkUrl} isOpen={request.status === 'open'} isOpenAtFirst={counts.all === 0} />
      )}
      <AtLink counts={counts} />
      {counts.all > 0 && <People {...{ detail, now, onOpen }} />}
      {counts.all === 0 && !request.linkUrl && (
        <section className={lists.card}>
          <ListState drawing="limitReached" title={t('nobodyTitle')} text={t('nobodyText')} />
        </section>
      )}
    </>
  )
}

/** Of those who are nobody yet: they are uploading, and have submitted nothing. */
function AtLink({ counts: { uploadingAtLink: count, isCrowded } }: Pick<RequestDetail, 'counts'>) {
  const { t } = useTranslation('received')
  const format = useFormat()
  return (
    <>
      {count > 0 && (
        <p className={classes.atLink} role="status">
          {t('uploadingAtLink', { count, number: format.number(count) })}
        </p>
      )}
      {isCrowded && <p className={classes.stale}>{t('crowded', { number: format.number(requestLimits.visitors) })}</p>}
    </>
  )
}

function People({ detail, now, onOpen }: Props) {
  const { t } = useTranslation('received')
  const [view, setView] = useState<PeopleView>({ filter: 'all', search: '' })
  const isNarrow = useMediaQuery(upTo('phone'), undefined, { getInitialValueInEffect: false })
  const { rows, matchCount, hasMore, isLoading, error, more } = usePeople(detail, view)
  const Shown = isNarrow ? SupplierList : Grid
  return (
    <section className={lists.card} aria-label={t('people')} aria-busy={matchCount === null && !error}>
      <Tools counts={detail.counts} view={view} onChange={(some) => setView({ ...view, ...some })} />
      {matchCount === null && error && (
        <ListFailed
          title={t('failedTitle', { ns: 'requests' })}
          error={error}
          tryAgain={t('tryAgain', { ns: 'requests' })}
          isTrying={isLoading}
          onRetry={more}
        />
      )}
      {matchCount === 0 && (
        <p className={classes.nobody} role="status">
          {t('nobodyFound')}
        </p>
      )}
      {rows.length > 0 && matchCount !== 0 && !(matchCount === null && error) && (
        <Shown
          columns={columnsOf(detail)}
          suppliers={rows}
          documents={detail.documents}
          now={now}
          isOld={matchCount === null}
          onOpen={onOpen}
        >
          {matchCount !== null && hasMore && (
            <More shown={rows.length} all={matchCount} isLoading={isLoading} hasFailed={error !== null} onMore={more} />
          )}
        </Shown>
      )}
    </section>
  )
}

type MoreProps = { shown: number; all: number; isLoading: boolean; hasFailed: boolean; onMore: () => void }

/** The next page comes as the end is neared; by hand where the last one did not come. */
function More({ shown, all, isLoading, hasFailed, onMore }: MoreProps) {
  const { t } = useTranslation('received')
  const format = useFormat()
  const end = useNearEnd(!isLoading && !hasFailed, onMore)
  return (
    <div ref={end} className={classes.more}>
      <span>{t('shownOf', { shown: format.number(shown), all: format.number(all) })}</span>
      <Button variant="default" h={44} loading={isLoading} onClick={onMore}>
        {t('more')}
      </Button>
    </div>
  )
}

type ToolsProps = { counts: RequestDetail['counts']; view: PeopleView; onChange: (some: Partial<PeopleView>) => void }

function Tools({ counts, view, onChange }: ToolsProps) {
  const { t } = useTranslation('received')
  const format = useFormat()
  const chip = (filter: SupplierFilter) => (
    <button
      key={filter}
      type="button"
      className={lists.chip}
      aria-pressed={view.filter === filter}
      onClick={() => onChange({ filter })}
    >
      {t(filterTexts[filter])}
      <span className={classes.count}>{format.number(counts[filter])}</span>
    </button>
  )
  return (
    <div className={lists.tools}>
      {counts.all >= searchedFrom && (
        <ListSearch
          value={view.search}
          maxChars={searchMaxChars}
          label={t('searchPeople')}
          clearLabel={t('clearSearch')}
          onChange={(search) => onChange({ search })}
        />
      )}
      <fieldset className={lists.chips}>
        <legend className="visually-hidden">{t('filter')}</legend>
        {filtersOf(counts, view.filter).map(chip)}
      </fieldset>
    </div>
  )
}

/** The link is at hand, and out of the way once files come. */
function LinkCard({ url, isOpen, isOpenAtFirst }: { url: string; isOpen: boolean; isOpenAtFirst: boolean }) {
  const { t } = useTranslation('received')
  return (
    <details className={classes.link} open={isOpenAtFirst}>
      <summary>{t('theLink')}</summary>
      <p>{t(isOpen ? 'theLinkText' : 'theLinkOver')}</p>
      <SharedLink url={url} isQuiet />
    </details>
  )
}
