/** People of which only those in sight exist; what scrolls is the panel. */
import type { DetailRecipient, TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './people.module.css'
import { Person, type PersonAct } from './person.tsx'

type Props = {
  people: readonly DetailRecipient[]
  detail: Pick<TransferDetail, 'transfer' | 'version'>
  now: number
  onAct: (act: PersonAct, person: DetailRecipient) => void
}

/** A guess until a row is there to be measured. */
const rowHeight = 73

/** The panel, and how far down in it the list begins. */
function useScroller() {
  const list = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState<{ scroller: HTMLElement | null; top: number }>({ scroller: null, top: 0 })
  useLayoutEffect(() => {
    const scroller = list.current?.closest('aside') ?? null
    const measure = () => {
      if (!list.current || !scroller) return
      const top = Math.round(list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
      setPlace((before) => (before.top === top && before.scroller === scroller ? before : { scroller, top }))
    }
    measure()
    const watch = new ResizeObserver(measure)
    for (const child of scroller?.children ?? []) watch.observe(child)
    return () => watch.disconnect()
  }, [])
  return { list, ...place }
}

export function PeopleList({ people, detail, now, onAct }: Props) {
  const { t } = useTranslation('detail')
  const { list, scroller, top } = useScroller()
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: people.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: (index) => people[index]!.recipientId,
    scrollMargin: top,
    overscan: 6,
  })
  return (
    <ul ref={list} className={classes.list} style={{ height: virtual.getTotalSize() }} aria-label={t('people')}>
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={classes.item}
          style={{ transform: `translateY(${start - top}px)` }}
          aria-setsize={people.length}
          aria-posinset={index + 1}
        >
          <Person person={people[index]!} detail={detail} now={now} onAct={onAct} />
        </li>
      ))}
    </ul>
  )
}
