/** A list of rows of one height of which only those in sight exist. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import classes from './virtual-list.module.css'

type Props<Row> = {
  label: string
  rows: readonly Row[]
  rowHeight: number
  /** More rows than this scroll. */
  maxRows: number
  /** The key of a row that comes into sight. */
  shown?: string | null
  keyOf: (row: Row) => string
  render: (row: Row) => ReactNode
}

export function VirtualList<Row>({ label, rows, rowHeight, maxRows, shown = null, keyOf, render }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index]!),
    overscan: 6,
    initialRect: { width: 400, height: rowHeight * maxRows },
  })
  const show = useEffectEvent((key: string) => {
    const index = rows.findIndex((row) => keyOf(row) === key)
    if (index >= 0) virtual.scrollToIndex(index)
  })
  useEffect(() => {
    if (shown !== null) show(shown)
  }, [shown])
  const height = Math.min(rows.length, maxRows + (rows.length > maxRows ? 0.4 : 0)) * rowHeight
  return (
    // What scrolls must be reachable by keyboard.
    <section
      ref={frame}
      className={classes.frame}
      style={{ height }}
      aria-label={label}
      tabIndex={rows.length > maxRows ? 0 : undefined}
    >
      <ul className={classes.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <li
            key={item.key}
            className={classes.row}
            style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
          >
            {render(rows[item.index]!)}
          </li>
        ))}
      </ul>
    </section>
  )
}
