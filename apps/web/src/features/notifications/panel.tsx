/** What the bell opens: the list with what can be done, as a card under the bell, on phones as a sheet from below. */
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../lib/is-problem.ts'
import { Drawing } from '../../ui/drawing.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './panel.module.css'
import { type Act, type Bell, nextRows, type useBell, useBellActs } from './queries.ts'
import { NotificationRow } from './row.tsx'

type Props = {
  bell: ReturnType<typeof useBell>
  onMore: () => void
  onClose: () => void
}

const skeletons = ['a', 'b', 'c', 'd']
const minuteMs = 60_000
/** The focus goes to what comes after a row that is gone, or to the panel. */
const focusAfter = (list: HTMLElement | null, at: number, panel: HTMLElement | null) =>
  requestAnimationFrame(() => {
    const rows = list?.querySelectorAll('a') ?? []
    ;(rows[Math.min(at, rows.length - 1)] ?? panel)?.focus()
  })

export function Panel({ bell, onMore, onClose }: Props) {
  const { t } = useTranslation('notifications')
  const panel = useRef<HTMLElement>(null)
  const { mutate, isError, reset } = useBellActs()
  const act = (what: Act) => {
    reset()
    mutate(what)
  }
  useEffect(() => panel.current?.focus(), [])
  return (
    <section ref={panel} className={classes.panel} tabIndex={-1} aria-label={t('title')}>
      <div className={classes.head}>
        <h2>{t('title')}</h2>
        <button type="button" className={classes.close} aria-label={t('close')} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      {bell.data && bell.data.allCount > 0 && <Tools bell={bell.data} onAct={act} />}
      {isError && (
        <p className={classes.problem} role="alert">
          {t('notDone')}
        </p>
      )}
      {bell.data ? (
        <List bell={bell.data} panel={panel.current} onAct={act} onMore={onMore} onClose={onClose} />
      ) : bell.isError ? (
        <Failed bell={bell} />
      ) : (
        <Skeleton />
      )}
    </section>
  )
}

function Tools({ bell, onAct }: { bell: Bell; onAct: (act: Act) => void }) {
  const { t } = useTranslation('notifications')
  const [isSure, setSure] = useState(false)
  // Only what is shown here: what comes meanwhile stays.
  const newest = bell.notifications[0]?.dlDate ?? 0
  if (isSure)
    return (
      <div className={classes.tools}>
        <span>{t('deleteAllSure')}</span>
        <button type="button" data-dangerous onClick={() => onAct({ deleteAll: newest })}>
          {t('deleteAllYes')}
        </button>
        {/* biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, and nothing is lost here */}
        <button type="button" autoFocus onClick={() => setSure(false)}>
          {t('deleteAllNo')}
        </button>
      </div>
    )
  return (
    <div className={classes.tools}>
      <button type="button" disabled={bell.unreadCount === 0} onClick={() => onAct({ readAll: newest })}>
        {t('readAll')}
      </button>
      <button type="button" onClick={() => setSure(true)}>
        {t('deleteAll')}
      </button>
    </div>
  )
}

type ListProps = { bell: Bell; panel: HTMLElement | null; onAct: (act: Act) => void; onMore: () => void; onClose: () => void }

function List({ bell, panel, onAct, onMore, onClose }: ListProps) {
  const { t } = useTranslation('notifications')
  const now = useNow(minuteMs)
  const list = useRef<HTMLUListElement>(null)
  const rows = bell.notifications
  if (rows.length === 0)
    return (
      <div className={classes.none}>
        <Drawing kind="uploading" />
        <b>{t('emptyTitle')}</b>
        <p>{t('emptyText')}</p>
      </div>
    )
  return (
    <>
      <ul ref={list} className={classes.list}>
        {rows.map((row, at) => (
          <NotificationRow
            key={row._id}
            row={row}
            now={now}
            onOpen={() => {
              if (!row.read) onAct({ read: row._id })
              onClose()
            }}
            onDelete={() => {
              onAct({ delete: row._id })
              focusAfter(list.current, at, panel)
            }}
          />
        ))}
      </ul>
      {bell.allCount > rows.length && nextRows(rows.length) > rows.length && (
        <button type="button" className={classes.more} onClick={onMore}>
          {t('more')}
        </button>
      )}
    </>
  )
}

function Failed({ bell }: { bell: Props['bell'] }) {
  const { t } = useTranslation('notifications')
  if (isProblem(bell.error, 'accountSuspended')) return <p className={classes.none}>{t('suspended')}</p>
  if (isProblem(bell.error, 'accountLeaving')) return <p className={classes.none}>{t('leaving')}</p>
  return (
    <div className={classes.none}>
      <p>{t('failed')}</p>
      <button type="button" className={classes.more} disabled={bell.isFetching} onClick={() => void bell.refetch()}>
        {t('tryAgain', { ns: 'dash' })}
      </button>
    </div>
  )
}

function Skeleton() {
  const { t } = useTranslation('notifications')
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      {skeletons.map((skeleton) => (
        <div key={skeleton} className={classes.row}>
          <span className={classes.link}>
            <span className={classes.icon} />
            <span className={classes.skeletonLine} />
          </span>
        </div>
      ))}
    </div>
  )
}
