/** The caller's file requests: looked for, and how far each is (R3). */
import { Button } from '@mantine/core'
import { searchMaxChars } from '@sampan/contract/limits'
import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Drawing } from '../../ui/drawing.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { createBody, newForm } from './form.ts'
import { useCreate, useRequests, type View } from './queries.ts'
import { RequestRow } from './request-row.tsx'
import classes from './requests.module.css'

const everything: View = { filter: 'all', search: '' }
const filters = ['all', 'open', 'ended'] as const
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
const skeletons = ['a', 'b', 'c', 'd']

type Props = { newPath: string; pathOf: (slug: string) => string }

export function Requests({ newPath, pathOf }: Props) {
  const { t } = useTranslation('requests')
  const [view, setView] = useState(everything)
  const { rows, error, isFetching, refetch, hasNextPage, fetchNextPage, data } = useRequests(view)
  usePageTitle(t('title'))
  const isNarrowed = view.filter !== 'all' || view.search !== ''
  const isEmpty = rows?.length === 0 && !isNarrowed
  return (
    <div className={classes.page}>
      <Head newPath={newPath} pathOf={pathOf} />
      <section className={classes.card} aria-label={t('list')}>
        {!isEmpty && rows && (
          <div className={classes.tools}>
            <ListSearch
              value={view.search}
              maxChars={searchMaxChars}
              label={t('search')}
              clearLabel={t('clearSearch')}
              onChange={(search) => setView({ ...view, search })}
            />
            <fieldset className={classes.chips}>
              <legend className="visually-hidden">{t('filter')}</legend>
              {filters.map((filter) => (
                <button
                  key={filter}
                  type="button"
                  aria-pressed={view.filter === filter}
                  onClick={() => setView({ ...view, filter })}
                >
                  {t(`filter_${filter}`)}
                </button>
              ))}
            </fieldset>
          </div>
        )}
        {!rows && !error && <Loading />}
        {!rows && error && <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} />}
        {isEmpty && <Empty />}
        {rows?.length === 0 && isNarrowed && <Nothing onShowAll={() => setView(everything)} />}
        {rows && rows.length > 0 && (
          <ul className={classes.rows}>
            {rows.map((row) => (
              <RequestRow key={row._id} row={row} to={pathOf(row.slug)} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <p className={classes.more}>
            <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          </p>
        )}
        <span className="visually-hidden" role="status">
          {data ? '' : t('loading')}
        </span>
      </section>
    </div>
  )
}

function Head({ newPath, pathOf }: Props) {
  const { t } = useTranslation('requests')
  const navigate = useNavigate()
  const create = useCreate()
  const { problem, isAsking, ask } = useAsking()
  const atOnce = () => ask(async () => navigate(pathOf((await create(createBody(newForm()))).request.slug)))
  return (
    <>
      <header className={classes.head}>
        <h1 tabIndex={-1}>{t('title')}</h1>
        <div className={classes.acts}>
          <Button variant="default" h={44} leftSection={<Link2 {...icon} />} loading={isAsking} onClick={() => void atOnce()}>
            {t('instant')}
          </Button>
          <Button component={Link} to={newPath} h={44} leftSection={<Plus {...icon} />}>
            {t('newRequest')}
          </Button>
        </div>
      </header>
      <ProblemLine problem={problem} />
    </>
  )
}

const Loading = () => (
  <div aria-busy="true">
    {skeletons.map((skeleton) => (
      <div key={skeleton} className={classes.skeleton} />
    ))}
  </div>
)

function Empty() {
  const { t } = useTranslation('requests')
  return (
    <div className={classes.state}>
      <Drawing kind="uploading" />
      <h2>{t('emptyTitle')}</h2>
      <p>{t('emptyText')}</p>
    </div>
  )
}

function Nothing({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('requests')
  return (
    <div className={classes.state}>
      <h2>{t('nothingTitle')}</h2>
      <p>{t('nothingText')}</p>
      <Button variant="default" onClick={onShowAll}>
        {t('showAll')}
      </Button>
    </div>
  )
}

export function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('requests')
  const problemText = useProblemText()
  return (
    <div className={classes.state} role="alert">
      <h2>{t('failedTitle')}</h2>
      <p>{problemText(error)}</p>
      <Button variant="default" loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  )
}
