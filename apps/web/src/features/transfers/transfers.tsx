/** The dashboard's first page: a greeting, three numbers, and everything that was sent. */
import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Bars, useBars } from '../../ui/bars.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Figures, type Month } from './figures.tsx'
import { GeoCredit } from './geo-credit.tsx'
import { greetingOf, todayText } from './greeting.ts'
import type { View } from './pages.ts'
import { type LoadedPage, useRefresh, useShownPage } from './queries.ts'
import { Empty, Failed, Loading, NothingFound, Stale } from './states.tsx'
import { Tools } from './tools.tsx'
import { TransferList } from './transfer-list.tsx'
import classes from './transfers.module.css'
import { useTransferActions } from './use-transfer-actions.ts'
import { useView } from './use-view.ts'

/** The banner stands between the greeting and the numbers. */
type Props = { fullName: string; month: Month | null; sendPath: string; banner: ReactNode }

const clockMs = 30_000

export function Transfers({ fullName, month, sendPath, banner }: Props) {
  const { t } = useTranslation('dash')
  const [view, changeView] = useView()
  const bars = useBars()
  const { page, isOld, isLost, error, isTrying, retry } = useShownPage(view)
  useRefresh()
  usePageTitle(t('transfers'))
  const isEmpty = page?.allCount === 0
  const hasFailed = isLost && !page
  const now = useNow(clockMs)
  return (
    <div className={classes.page}>
      <Head fullName={fullName} now={now} sendPath={isEmpty ? null : sendPath} />
      {banner}
      {!isEmpty && !hasFailed && <Figures counts={page ?? null} month={month} />}
      <section className={classes.card} aria-label={t('transfers')}>
        {!isEmpty && !hasFailed && <Tools view={view} counts={page ?? null} onChange={changeView} />}
        {page && isLost && <Stale isOther={isOld} isTrying={isTrying} onRetry={retry} />}
        {hasFailed && <Failed error={error} isTrying={isTrying} onRetry={retry} />}
        {isEmpty && <Empty sendPath={sendPath} />}
        {!page && !hasFailed && <Loading />}
        {page && !isEmpty && (
          <Found
            page={page}
            isOld={isOld}
            isLoading={isOld && !isLost}
            now={now}
            bars={bars}
            onShowAll={() => changeView({ filter: 'all', search: '' })}
          />
        )}
      </section>
      <Bars bars={bars.bars} closeLabel={t('close')} onClose={bars.close} />
    </div>
  )
}

function Head({ fullName, now, sendPath }: { fullName: string; now: number; sendPath: string | null }) {
  const { t } = useTranslation('dash')
  const language = useLanguage()
  const { key, name } = greetingOf(fullName, new Date(now))
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        <p>{todayText(new Date(now), language)}</p>
        <h1 tabIndex={-1} title={name}>
          {t(key, { name })}
        </h1>
      </div>
      {sendPath && (
        <Button
          component={Link}
          to={sendPath}
          h={44}
          className={classes.send}
          leftSection={<Send size={18} strokeWidth={1.75} aria-hidden="true" />}
        >
          {t('sendFiles')}
        </Button>
      )}
    </header>
  )
}

type FoundProps = {
  page: LoadedPage
  /** Of the view before, until the next one is here. */
  isOld: boolean
  /** Of these, only what is about to go is faint; what stays has to be read. */
  isLoading: boolean
  now: number
  bars: ReturnType<typeof useBars>
  onShowAll: () => void
}

/** Another view begins at the list's head, if that was scrolled away. */
function useListHead(view: View) {
  const head = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current.filter === view.filter && shown.current.search === view.search) return
    shown.current = view
    const top = head.current?.getBoundingClientRect().top ?? 0
    if (top < 0) window.scrollBy({ top: top - 80, behavior: 'instant' })
  }, [view])
  return head
}

function Found({ page, isOld, isLoading, now, bars, onShowAll }: FoundProps) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const { view, matchCount } = page
  const actions = useTransferActions(bars)
  const head = useListHead(view)
  const isNarrowed = view.filter !== 'all' || view.search !== ''
  return (
    <div ref={head} className={classes.found} data-old={isLoading || undefined}>
      <span className="visually-hidden" role="status">
        {isNarrowed && !isOld && t('found', { count: matchCount, number: format.number(matchCount) })}
      </span>
      {matchCount === 0 ? (
        <NothingFound view={view} onShowAll={onShowAll} />
      ) : (
        <>
          <div className={classes.columns} aria-hidden="true">
            <span>{t('columnFiles')}</span>
            <span>{t('columnTo')}</span>
            <span>{t('columnDownloads')}</span>
            <span>{t('columnStatus')}</span>
          </div>
          <TransferList key={`${view.filter} ${view.search}`} view={view} count={matchCount} now={now} actions={actions} />
          <GeoCredit />
        </>
      )}
    </div>
  )
}
