/** What comes while one works elsewhere on the page: a line for some seconds, never two at once, never in quick succession (K6). */
import { timingsMs } from '@sampan/contract/limits'
import type { Notification } from '@sampan/contract/routes/notifications'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import classes from './bell-toasts.module.css'
import type { Bell } from './queries.ts'
import { useWords } from './use-words.ts'
import { newOnes, pathOf } from './words.ts'

type BellToast = { id: number; rows: Notification[] }

/** What has come since the bell was first read; what comes before the next line may show is told by one. */
export function useBellToasts(bell: Bell | undefined, isPaused: boolean): BellToast[] {
  const [toasts, setToasts] = useState<BellToast[]>([])
  const seenAt = useRef<number | null>(null)
  const shownAt = useRef(0)
  const lastId = useRef(0)
  useEffect(() => {
    if (!bell) return
    const newest = Math.max(0, ...bell.notifications.map(({ dlDate }) => dlDate))
    // Those of before, and those that are read in the open panel, are no news.
    if (seenAt.current === null || isPaused) {
      seenAt.current = Math.max(seenAt.current ?? 0, newest)
      return
    }
    const rows = newOnes(bell.notifications, seenAt.current)
    if (rows.length === 0) return
    const show = () => {
      seenAt.current = newest
      shownAt.current = Date.now()
      const toast = { id: ++lastId.current, rows }
      setToasts((before) => [...before.slice(-1), toast])
      setTimeout(() => setToasts((before) => before.filter((each) => each !== toast)), timingsMs.toast)
    }
    const timer = setTimeout(show, Math.max(0, shownAt.current + timingsMs.toastEvery - Date.now()))
    return () => clearTimeout(timer)
  }, [bell, isPaused])
  return toasts
}

export function BellToasts({ toasts }: { toasts: readonly BellToast[] }) {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const { sentence } = useWords()
  return (
    <div className={classes.place} role="status">
      {toasts.map(({ id, rows: [first, ...more] }) =>
        first && more.length === 0 ? (
          <Link key={id} to={pathOf(first)} className={classes.toast}>
            <BellIcon size={18} strokeWidth={1.75} aria-hidden="true" />
            <span>{sentence(first)}</span>
          </Link>
        ) : (
          <p key={id} className={classes.toast}>
            <BellIcon size={18} strokeWidth={1.75} aria-hidden="true" />
            <span>{t('newOnes', { count: more.length + 1, number: format.number(more.length + 1) })}</span>
          </p>
        ),
      )}
    </div>
  )
}
