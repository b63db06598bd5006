/** What fits filter and search: the rows, and what is done with those that are chosen. */
import { maxBulk, timingsMs } from '@sampan/contract/limits'
import { dashSendPath } from '@sampan/contract/paths'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { listAddress } from '../../product/transfers/list-address.ts'
import { mayDo } from '../../product/transfers/may-do.ts'
import { GeoCredit } from '../../ui/geo-credit.tsx'
import { NothingFound } from '../../ui/list-state.tsx'
import type { useToasts } from '../../ui/toasts.tsx'
import { AskDelete } from './ask-delete.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { Empty } from './empty.tsx'
import { ListHead } from './list-head.tsx'
import type { View } from './pages.ts'
import { type LoadedPage, loadedRow, loadedRows, loadRows } from './queries.ts'
import { TransferList } from './transfer-list.tsx'
import classes from './transfers.module.css'
import { useBulkActions } from './use-bulk-actions.ts'
import { type Selection, useSelection } from './use-selection.ts'
import { useTransferActions } from './use-transfer-actions.ts'

type Props = {
  page: LoadedPage
  /** Of the view before, until the next one is here. */
  isOld: boolean
  /** Of these, only what is about to go is faint; what stays has to be read. */
  isLoading: boolean
  now: number
  toasts: ReturnType<typeof useToasts>
  openSlug: string | null
  onShowAll: () => void
}

const nameOfView = ({ filter, search, sort, by }: View): string => `${sort} ${filter} ${by} ${search}`

/** Another view begins at the list's head, if that was scrolled away, and with nothing chosen. */
function useListHead(view: View, onOther: () => void) {
  const head = useRef<HTMLDivElement>(null)
  const name = nameOfView(view)
  const shown = useRef(name)
  const latest = useRef(onOther)
  latest.current = onOther
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    latest.current()
    const top = head.current?.getBoundingClientRect().top ?? 0
    if (top < 0) window.scrollBy({ top: top - 80, behavior: 'instant' })
  }, [name])
  return head
}

/** Which rows Delete asks about: the one it was pressed on, unless that is one of those that are chosen. */
function useQuestion(selection: Selection) {
  const [asked, setAsked] = useState<readonly TransferRecord[]>([])
  const ask = (row?: TransferRecord) => {
    const wanted = row && !selection.has(row.slug) ? [row] : selection.rows
    setAsked(wanted.filter((each) => mayDo(each, 'delete')))
  }
  return { asked, ask, close: () => setAsked([]) }
}

/** Also what has not been scrolled to: one call takes so many at most. */
function useChooseAll({ view, matchCount }: LoadedPage, selection: Selection, { show }: Props['toasts']) {
  const queries = useQueryClient()
  const problemText = useProblemText()
  const [isLoading, setLoading] = useState(false)
  const choose = async () => {
    setLoading(true)
    try {
      selection.add(await loadRows(queries, view, Math.min(matchCount, maxBulk)))
    } catch (error) {
      show({ about: 'chooseAll', text: problemText(error), tone: 'problem', lifeMs: timingsMs.longNotice })
    } finally {
      setLoading(false)
    }
  }
  return { isLoading, choose }
}

/** What is deleted in the list is closed beside it. */
function useCloseGone(openSlug: string | null) {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (rows: readonly TransferRecord[]) => {
    if (rows.some(({ slug }) => slug === openSlug)) void navigate(listAddress(search), { preventScrollReset: true })
  }
}

export function Found({ page, isOld, isLoading, now, toasts, openSlug, onShowAll }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const { view, matchCount } = page
  const closeGone = useCloseGone(openSlug)
  const acts = useTransferActions(toasts)
  const actions: typeof acts = {
    ...acts,
    remove: (row) => {
      closeGone([row])
      return acts.remove(row)
    },
  }
  const bulk = useBulkActions(toasts)
  const queries = useQueryClient()
  const selection = useSelection((index) => loadedRow(queries, view, index))
  const head = useListHead(view, selection.clear)
  const question = useQuestion(selection)
  const all = useChooseAll(page, selection, toasts)
  const isNarrowed = view.filter !== 'all' || view.search !== '' || view.by !== ''
  const remove = () => {
    question.close()
    selection.clear()
    closeGone(question.asked)
    void bulk.run('delete', question.asked)
  }
  return (
    <div ref={head} className={classes.found} data-old={isLoading || undefined}>
      <span className="visually-hidden" role="status">
        {isNarrowed && !isOld && t('found', { count: matchCount, number: format.number(matchCount) })}
      </span>
      {matchCount === 0 && !isNarrowed ? (
        <Empty sendPath={dashSendPath} />
      ) : matchCount === 0 ? (
        <NothingFound
          title={t('nothingTitle')}
          text={view.search ? t('nothingText', { search: view.search }) : t('nothingInFilter')}
          showAll={t('showAll')}
          onShowAll={onShowAll}
        />
      ) : (
        <>
          <BulkBar
            selection={selection}
            bulk={bulk}
            matchCount={matchCount}
            isLoadingAll={all.isLoading}
            onChooseAll={() => void all.choose()}
            onDelete={() => question.ask()}
          />
          <ListHead selection={selection} loaded={() => loadedRows(queries, view)} />
          <TransferList
            key={nameOfView(view)}
            view={view}
            count={matchCount}
            now={now}
            actions={actions}
            selection={selection}
            openSlug={openSlug}
            onDelete={question.ask}
          />
          <GeoCredit className={classes.credit} />
        </>
      )}
      {question.asked.length > 0 && <AskDelete count={question.asked.length} onDelete={remove} onClose={question.close} />}
    </div>
  )
}
