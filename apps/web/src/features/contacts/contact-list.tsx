/** The rows in sight, however many there are; the page itself scrolls. */
import type { Contact, ContactGroup } from '@sampan/contract/routes/contacts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { initialsOf } from '../../lib/initials.ts'
import { agoText } from '../../lib/times.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './contact-list.module.css'
import { nameOf } from './queries.ts'

const rowHeight = 68
type Chosen = ReadonlyMap<string, Contact>
type Props = {
  rows: readonly Contact[]
  groups: readonly ContactGroup[]
  chosen: Chosen
  isOld: boolean
  onChoose: (chosen: Chosen) => void
  onOpen: (contact: Contact) => void
  /** The last row has come into sight. */
  onEnd: () => void
}

const toggled = (chosen: Chosen, row: Contact): Chosen => {
  const next = new Map(chosen)
  if (!next.delete(row._id)) next.set(row._id, row)
  return next
}

export function ContactList({ rows, groups, chosen, isOld, onChoose, onOpen, onEnd }: Props) {
  const { t } = useTranslation('contacts')
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]!._id,
    scrollMargin: top,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    if (last >= rows.length - 10) latest.current()
  }, [last, rows.length])
  return (
    <ul
      ref={list}
      className={classes.list}
      style={{ height: virtual.getTotalSize() }}
      data-old={isOld || undefined}
      aria-label={t('list')}
    >
      {items.map(({ key, index, start }) => {
        const row = rows[index]!
        return (
          <li
            key={key}
            className={classes.row}
            style={{ height: rowHeight, transform: `translateY(${start - top}px)` }}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            data-selected={chosen.has(row._id) || undefined}
          >
            <Row
              row={row}
              groups={groups}
              isChosen={chosen.has(row._id)}
              onToggle={() => onChoose(toggled(chosen, row))}
              onOpen={() => onOpen(row)}
            />
          </li>
        )
      })}
    </ul>
  )
}

type RowProps = {
  row: Contact
  groups: readonly ContactGroup[]
  isChosen: boolean
  onToggle: () => void
  onOpen: () => void
}

function Row({ row, groups, isChosen, onToggle, onOpen }: RowProps) {
  const { t } = useTranslation('contacts')
  const name = nameOf(row)
  const own = groups.filter(({ _id }) => row.groupIds.includes(_id))
  return (
    <>
      <label className={classes.check}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} aria-label={t('select', { name })} />
      </label>
      <Avatar size={38} initials={initialsOf(row.name, row.email)} />
      <span className={classes.who}>
        <button type="button" className={classes.name} onClick={onOpen} title={name}>
          {name}
        </button>
        <span title={row.email}>{[row.name && row.email, row.company].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={classes.groups}>
        {own.slice(0, 2).map((group) => (
          <span key={group._id} title={group.name}>
            {group.name}
          </span>
        ))}
        {own.length > 2 && <span>+{own.length - 2}</span>}
      </span>
      <Sent row={row} />
    </>
  )
}

function Sent({ row: { timesSent, lastSentAt } }: { row: Contact }) {
  const { t } = useTranslation('contacts')
  const language = useLanguage()
  const format = useFormat()
  const when = lastSentAt === null ? null : (agoText(lastSentAt, Date.now(), language) ?? t('now'))
  return (
    <span className={classes.sent}>
      {when === null ? t('neverSent') : t('sentTimes', { count: timesSent, number: format.number(timesSent), when })}
    </span>
  )
}
