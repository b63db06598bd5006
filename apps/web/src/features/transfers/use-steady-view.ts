/** When rows come or go above, what the reader looks at stays where it is. */
import { pageRows } from '@sampan/contract/limits'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import { type Pages, rowAt } from './pages.ts'

type Anchor = { id: string; index: number }

function indexOf(pages: Pages, id: string): number | null {
  for (const [number, { allDocs }] of pages) {
    const at = allDocs.findIndex(({ _id }) => _id === id)
    if (at >= 0) return number * pageRows.first + at
  }
  return null
}

/** The first row whose end is in sight. */
function firstInSight(virtual: Virtualizer<Window, HTMLLIElement>, pages: Pages): Anchor | null {
  const first = virtual.getVirtualItems().find(({ end }) => end > window.scrollY)
  const id = first && rowAt(pages, first.index)?._id
  return first && id ? { id, index: first.index } : null
}

export function useSteadyView(virtual: Virtualizer<Window, HTMLLIElement>, pages: Pages): void {
  const anchor = useRef<Anchor | null>(null)
  useLayoutEffect(() => {
    const before = anchor.current
    const index = before && window.scrollY > virtual.options.scrollMargin ? indexOf(pages, before.id) : null
    if (before && index !== null && index !== before.index) {
      const [from, to] = [virtual.measurementsCache[before.index], virtual.measurementsCache[index]]
      if (from && to) window.scrollBy({ top: to.start - from.start, behavior: 'instant' })
      anchor.current = { id: before.id, index }
    } else anchor.current = firstInSight(virtual, pages)
  })
}
