/** Which rows of a long list are in sight while the page itself scrolls, and where they stand. */
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

type Options = {
  count: number
  rowHeight: number
  /** Exists wherever the page is: the row that has the focus. */
  keptIndex: number
  list: RefObject<HTMLElement | null>
}
/** What covers the edges of the window: the search above the list, the button below it. */
const topCoverPx = 76
const bottomCoverPx = 110

export function useWindowRows({ count, rowHeight, keptIndex, list }: Options) {
  const [listTop, setListTop] = useState(0)
  // What stands above the list may have grown with this render.
  useLayoutEffect(() => {
    const top = list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0
    setListTop(top)
  })
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: listTop,
    scrollPaddingStart: topCoverPx,
    scrollPaddingEnd: bottomCoverPx,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (keptIndex < 0 || keptIndex >= count || indexes.includes(keptIndex)) return indexes
      return [...indexes, keptIndex].sort((a, b) => a - b)
    },
  })
  return {
    items: virtual.getVirtualItems().map(({ index, start }) => ({ index, top: start - listTop })),
    height: count * rowHeight,
    scrollTo: (index: number) => count > 0 && virtual.scrollToIndex(index, { align: 'auto' }),
  }
}
