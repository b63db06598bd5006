/** Whom one sends to (T6): looked for, put in groups, brought along and taken away. */
import type { Contact } from '@sampan/contract/routes/contacts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ListFailed, ListLoading, NothingFound } from '../../ui/list-state.tsx'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { ContactList } from './contact-list.tsx'
import classes from './contacts.module.css'
import { Empty } from './empty.tsx'
import { Head } from './head.tsx'
import { useContacts, type View } from './queries.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Tools } from './tools.tsx'
import type { Window } from './window.ts'
import { Windows } from './windows.tsx'

const everybody: View = { search: '', group: null, sort: 'recent' }

/** `sendPath`: where sending to somebody begins; `plansPath`: what a full list leads to. */
export function Contacts({ sendPath, plansPath }: { sendPath: string; plansPath: string }) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  const toasts = useToasts()
  const [view, setView] = useState(everybody)
  const [shown, setShown] = useState<Window | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Contact>>(new Map())
  const { page, rows, error, isPlaceholderData, isFetching, refetch, fetchNextPage, hasNextPage } = useContacts(view)
  usePageTitle(t('title'))
  const report = (text: string) => toasts.show({ text, lifeMs: 6000 })
  const groups = page?.groups ?? []
  const isEmpty = page?.allCount === 0
  const open = (window: Window) => setShown(window)
  const max = page?.most ?? null
  return (
    <div className={classes.page}>
      <Head page={page} group={view.group} plansPath={plansPath} onOpen={open} onFailed={() => report(t('exportFailed'))} />
      <section className={classes.card} aria-label={t('list')}>
        {page && !isEmpty && (
          <Tools
            view={view}
            groups={groups}
            onChange={(some) => setView({ ...view, ...some })}
            onGroups={() => open({ kind: 'groups' })}
          />
        )}
        {!page && !error && <ListLoading label={t('loading')} row={<div className={classes.skeletonLine} />} />}
        {!page && error && (
          <ListFailed
            title={t('failedTitle')}
            error={error}
            tryAgain={t('tryAgain')}
            isTrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {isEmpty && <Empty onImport={() => open({ kind: 'import' })} onAdd={() => open({ kind: 'add' })} />}
        {page && !isEmpty && rows.length === 0 && (
          <NothingFound
            title={t('nothingTitle')}
            text={t('nothingText')}
            showAll={t('showAll')}
            onShowAll={() => setView(everybody)}
          />
        )}
        {chosen.size > 0 && (
          <SelectionBar chosen={[...chosen.values()]} sendPath={sendPath} onNone={() => setChosen(new Map())} onOpen={open} />
        )}
        {rows.length > 0 && (
          <ContactList
            rows={rows}
            groups={groups}
            chosen={chosen}
            isOld={isPlaceholderData}
            onChoose={setChosen}
            onOpen={(contact) => open({ kind: 'show', contact })}
            onEnd={() => hasNextPage && !isFetching && void fetchNextPage()}
          />
        )}
        {page && rows.length > 0 && (
          <p className={classes.total}>
            {max === null
              ? t('count', { count: page.matchCount, number: format.number(page.matchCount) })
              : t('ofMax', { number: format.number(page.allCount), max: format.number(max) })}
          </p>
        )}
      </section>
      {shown && (
        <Windows
          shown={shown}
          page={page}
          sendPath={sendPath}
          onOpen={setShown}
          onReport={report}
          onGone={() => setChosen(new Map())}
          onGroupGone={(id) => view.group === id && setView({ ...view, group: null })}
        />
      )}
      <Toasts toasts={toasts.toasts} closeLabel={t('close')} onClose={toasts.close} />
    </div>
  )
}
