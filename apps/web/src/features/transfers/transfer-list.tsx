/** The rows, of which only those in sight exist and only their pages are asked for. */
import { pageRows } from '@sampan/contract/limits'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Pages, pageOfRow, rowAt, type View } from './pages.ts'
import { usePages } from './queries.ts'
import { Row } from './row.tsx'
import { RowSkeleton } from './row-skeleton.tsx'
import classes from './transfer-list.module.css'
import { useListKeys } from './use-list-keys.ts'
import type { Selection } from './use-selection.ts'
import { useSteadyView } from './use-steady-view.ts'
import type { TransferActions } from './use-transfer-actions.ts'

type Props = {
  view: View
  count: number
  now: number
  actions: TransferActions
  selection: Selection
  openSlug: string | null
  onDelete: (row: TransferRecord) => void
}

/** Guesses until a row is there to be measured. */
const rowHeight = { wide: 73, middling: 87, narrow: 148 }
/** As in row.module.css. */
const guessAt = (width: number): number => (width < 560 ? rowHeight.narrow : width < 760 ? rowHeight.middling : rowHeight.wide)

/** Where the list begins on the page: the window is what scrolls. */
function usePlace(list: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ top: 0, guess: rowHeight.wide })
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect()
      if (!box) return
      const next = { top: Math.round(box.top + window.scrollY), guess: guessAt(box.width) }
      setPlace((before) => (before.top === next.top && before.guess === next.guess ? before : next))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [list])
  return place
}

/** By row; a row that stands in two pages of different age has a second key for its second place. */
function keysOf(pages: Pages): string[] {
  const keys: string[] = []
  const seen = new Set<string>()
  for (const [number, { allDocs }] of pages)
    allDocs.forEach(({ _id }, i) => {
      keys[number * pageRows.first + i] = seen.has(_id) ? `${_id} again` : _id
      seen.add(_id)
    })
  return keys
}

export function TransferList({ view, count, now, actions, selection, openSlug, onDelete }: Props) {
  const { t } = useTranslation('dash')
  const list = useRef<HTMLUListElement>(null)
  const { top, guess } = usePlace(list)
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize: () => guess,
    scrollMargin: top,
    overscan: 5,
  })
  const items = virtual.getVirtualItems()
  const pages = usePages(view, pageOfRow(items[0]?.index ?? 0), pageOfRow(items.at(-1)?.index ?? 0))
  const keys = keysOf(pages)
  useSteadyView(virtual, pages)
  const press = useListKeys(selection, onDelete)
  return (
    <ul
      ref={list}
      className={classes.list}
      style={{ height: virtual.getTotalSize() }}
      aria-label={t('transfers')}
      onKeyDown={press}
    >
      {items.map(({ index, start }) => {
        const row = rowAt(pages, index)
        return (
          <li
            key={keys[index] ?? `row ${index}`}
            ref={virtual.measureElement}
            data-index={index}
            className={classes.item}
            style={{ transform: `translateY(${start - top}px)` }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {row ? (
              <Row row={row} index={index} now={now} actions={actions} selection={selection} isOpen={row.slug === openSlug} />
            ) : (
              <RowSkeleton />
            )}
          </li>
        )
      })}
    </ul>
  )
}
