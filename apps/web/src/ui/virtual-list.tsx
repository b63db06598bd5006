/** A list of rows of one height of which only those in sight exist. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import classes from './virtual-list.module.css'

type Props<Row> = {
  label: string
  rows: readonly Row[]
  rowHeight: number
  /** More rows than this scroll. */
  maxRows: number
  keyOf: (row: Row) => string
  render: (row: Row) => ReactNode
}

export function VirtualList<Row>({ label, rows, rowHeight, maxRows, keyOf, render }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index]!),
    overscan: 6,
    initialRect: { width: 400, height: rowHeight * maxRows },
  })
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
