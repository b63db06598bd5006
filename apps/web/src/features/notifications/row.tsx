import type { Notification } from '@sampan/contract/routes/notifications'
import {
  Clock,
  CloudOff,
  Download,
  FolderInput,
  Hourglass,
  KeyRound,
  type LucideIcon,
  MailX,
  ShieldAlert,
  Users,
  X,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { agoText } from '../../lib/times.ts'
import classes from './panel.module.css'
import { useWords } from './use-words.ts'
import { pathOf, toneOf } from './words.ts'

const icons: Record<Notification['kind'], LucideIcon> = {
  downloaded: Download,
  bounced: MailX,
  expiring: Hourglass,
  expired: Hourglass,
  timeRequested: Clock,
  downloadsRequested: Hourglass,
  passwordRequested: KeyRound,
  extended: Clock,
  takenDown: ShieldAlert,
  infected: ShieldAlert,
  submitted: FolderInput,
  limitReached: Hourglass,
  stalled: CloudOff,
  shared: Users,
  webhookPaused: CloudOff,
}

type Props = { row: Notification; now: number; onOpen: () => void; onDelete: () => void }

/** Opening one reads it, and leads to its transfer. */
export function NotificationRow({ row, now, onOpen, onDelete }: Props) {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const language = useLanguage()
  const { sentence, details } = useWords()
  const Icon = icons[row.kind]
  const at = new Date(row.dlDate)
  return (
    <li className={classes.row} data-unread={!row.read || undefined}>
      <Link to={pathOf(row)} className={classes.link} onClick={onOpen}>
        <span className={classes.icon} data-tone={toneOf(row)}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span className={classes.words}>
          {!row.read && <span className="visually-hidden">{`${t('unread')}: `}</span>}
          <span className={classes.sentence}>{sentence(row)}</span>
          <span className={classes.detail}>
            <time dateTime={at.toISOString()} title={format.dateTime(at)}>
              {agoText(row.dlDate, now, language) ?? t('justNow', { ns: 'dash' })}
            </time>
            {['', ...details(row)].join(' · ')}
          </span>
        </span>
      </Link>
      <button type="button" className={classes.delete} aria-label={t('delete')} onClick={onDelete}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </li>
  )
}
