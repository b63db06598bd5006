/** What was deleted and can be brought back, until when, and that it counts as storage (T11). */
import { Button } from '@mantine/core'
import { dashTransfersPath } from '@sampan/contract/paths'
import { planOf, plans } from '@sampan/contract/plans'
import type { BinEntry } from '@sampan/contract/routes/bin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useSession } from '../../product/session/session.ts'
import action from '../../ui/action.module.css'
import { ListFailed, ListLoading, ListStale, ListState } from '../../ui/list-state.tsx'
import { Question } from '../../ui/question.tsx'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './bin.module.css'
import { BinRow, BinRowSkeleton } from './bin-row.tsx'
import { useBin } from './queries.ts'
import { keyOf, useBinActs } from './use-bin-acts.ts'

const clockMs = 30_000

type AskProps = { asked: BinEntry | 'all'; count: number; onErase: () => void; onClose: () => void }

/** Nothing of it comes back after this. */
function AskErase({ asked, count, onErase, onClose }: AskProps) {
  const { t } = useTranslation('bin')
  const format = useFormat()
  const title =
    asked === 'all'
      ? t('askEmpty', { count, number: format.number(count) })
      : t('askErase', { name: asked.title || t('untitled') })
  return (
    <Question title={title} text={t('askText')} onClose={onClose}>
      <Button variant="default" h={46} onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button h={46} onClick={onErase}>
        {t(asked === 'all' ? 'empty' : 'erase')}
      </Button>
    </Question>
  )
}

export function Bin() {
  const { t } = useTranslation('bin')
  const format = useFormat()
  const now = useNow(clockMs)
  const { user } = useSession()
  const toasts = useToasts()
  const acts = useBinActs(toasts)
  const [asked, setAsked] = useState<BinEntry | 'all' | null>(null)
  const { rows, matchCount, totalBytes, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useBin()
  usePageTitle(t('title'))
  const retry = { tryAgain: t('tryAgain'), isTrying: isFetching, onRetry: () => void refetch() }
  const days = (user ? planOf(user) : plans.free).binDays
  const about = t('about', { count: days })
  const erase = () => {
    if (asked === 'all') void acts.empty()
    else if (asked) void acts.erase(asked)
    setAsked(null)
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className={classes.about}>
            {matchCount ? t('aboutAndCounts', { about, counts: t('counts', { size: format.bytes(totalBytes) }) }) : about}
          </p>
        </div>
        {!!matchCount && (
          <Button variant="default" h={44} loading={acts.busy.includes('all')} onClick={() => setAsked('all')}>
            {t('empty')}
          </Button>
        )}
      </header>
      <section className={classes.card} aria-label={t('title')}>
        {matchCount !== null && error && <ListStale text={t('stale')} {...retry} />}
        {matchCount === null && !error && <ListLoading label={t('loading')} row={<BinRowSkeleton />} />}
        {matchCount === null && error && <ListFailed title={t('failedTitle')} error={error} {...retry} />}
        {matchCount === 0 && (
          <ListState title={t('emptyTitle')} text={t('emptyText', { count: days })}>
            <Link className={action.action} to={dashTransfersPath}>
              {t('toTransfers')}
            </Link>
          </ListState>
        )}
        <ul className={classes.list} aria-label={t('title')}>
          {rows.map((row) => (
            <li key={keyOf(row)}>
              <BinRow
                row={row}
                now={now}
                isBusy={acts.busy.includes(keyOf(row))}
                onRestore={() => void acts.restore(row)}
                onErase={() => setAsked(row)}
              />
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <div className={classes.more}>
            <Button variant="default" h={44} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </section>
      {asked && <AskErase asked={asked} count={matchCount ?? 0} onErase={erase} onClose={() => setAsked(null)} />}
      <Toasts toasts={toasts.toasts} closeLabel={t('close')} onClose={toasts.close} />
    </div>
  )
}
