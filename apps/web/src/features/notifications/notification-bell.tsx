/** The bell of the dashboard (T5): how many are unread, the panel, and what comes while one looks elsewhere. */
import { Bell as BellIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLive } from '../../product/live/use-live.ts'
import classes from './bell.module.css'
import { BellToasts, useBellToasts } from './bell-toasts.tsx'
import { Panel } from './panel.tsx'
import { firstRows, nextRows, useBell } from './queries.ts'
import { badgeText } from './words.ts'

/** Open until Escape, a click elsewhere, or the focus goes elsewhere. */
function useOpen() {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = ({ target }: Event) => {
      // A row that was just deleted is nowhere any more.
      if (target instanceof Node && target.isConnected && !box.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [isOpen])
  return { isOpen, setOpen, box }
}

export function NotificationBell({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const [rows, setRows] = useState(firstRows)
  const { isOpen, setOpen, box } = useOpen()
  const button = useRef<HTMLButtonElement>(null)
  useLive(userId)
  const bell = useBell(rows)
  const toasts = useBellToasts(bell.data, isOpen)
  const unread = bell.data?.unreadCount ?? 0
  const close = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return
    // A transfer that is open beside it stays.
    event.preventDefault()
    close()
  }
  const label = unread > 0 ? t('openUnread', { count: unread, number: format.number(unread) }) : t('open')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is open within
    <div ref={box} className={classes.bell} onKeyDown={press}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon size={22} strokeWidth={1.75} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {badgeText(unread)}
          </span>
        )}
      </button>
      {isOpen && <Panel bell={bell} onMore={() => setRows(nextRows(rows))} onClose={close} />}
      <BellToasts toasts={isOpen ? [] : toasts} />
    </div>
  )
}
