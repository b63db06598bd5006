/** What others did lately with everything that was sent. */
import { dashTransferPath } from '@sampan/contract/paths'
import { type Activity, readActivity } from '@sampan/contract/routes/activity'
import { useQuery } from '@tanstack/react-query'
import {
  Clock,
  Download,
  Eye,
  Hourglass,
  KeyRound,
  type LucideIcon,
  MailWarning,
  MailX,
  ShieldAlert,
  Sparkles,
} from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { within } from '../../lib/timeout.ts'
import { agoText } from '../../lib/times.ts'
import { api } from '../../product/session/api.ts'
import classes from './activity.module.css'
import { lookOf, type Said, sentenceOf, whoOf } from './activity-words.ts'

const shown = 12
const skeletons = ['a', 'b', 'c', 'd']

const icons: Record<Said, LucideIcon> = {
  downloaded: Download,
  opened: Eye,
  mailBounced: MailX,
  mailDeferred: MailWarning,
  passwordWrong: KeyRound,
  timeRequested: Hourglass,
  downloadsRequested: Hourglass,
  passwordRequested: KeyRound,
  extended: Clock,
  takenDown: ShieldAlert,
  infected: ShieldAlert,
  other: Sparkles,
}

/** Under the transfers: what happens to one of them is news here too. */
const useActivity = () =>
  useQuery({
    queryKey: ['transfers', 'activity'],
    queryFn: ({ signal }) => within((stop) => api.call(readActivity, { query: { limit: shown }, signal: stop }), signal),
    retry: false,
    networkMode: 'always',
  })

export function ActivityFeed({ now }: { now: number }) {
  const { t } = useTranslation('overview')
  const id = useId()
  const { data, isError, isFetching, refetch } = useActivity()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{t('activity')}</h2>
      {!data && !isError && <Skeleton />}
      {!data && isError && (
        <p className={classes.none}>
          {t('activityFailed')}{' '}
          <button type="button" disabled={isFetching} onClick={() => void refetch()}>
            {t('tryAgain', { ns: 'dash' })}
          </button>
        </p>
      )}
      {data?.activities.length === 0 && <p className={classes.none}>{t('activityNone')}</p>}
      {data && data.activities.length > 0 && (
        <ol className={classes.list} aria-labelledby={id}>
          {data.activities.map((activity) => (
            <Line key={activity.id} activity={activity} now={now} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** Stand for the names while the sentence is built, which keeps its own order of words. */
const [whoSlot, nameSlot] = ['\uE000', '\uE001']

function Line({ activity, now }: { activity: Activity; now: number }) {
  const { t } = useTranslation('overview')
  const format = useFormat()
  const language = useLanguage()
  const { said, tone } = lookOf(activity.kind)
  const Icon = icons[said]
  const { name, unknown } = whoOf(activity)
  const place = format.place(activity.city, activity.countryCode)
  const ago = agoText(activity.at, now, language) ?? t('justNow', { ns: 'dash' })
  const count = activity.fileCount ?? 0
  const files = count > 1 && t('fileCount', { count, number: format.number(count), ns: 'dash' })
  const parts = t(sentenceOf(said, activity.transferFileCount), { who: whoSlot, name: nameSlot }).split(/([\uE000\uE001])/)
  return (
    <li className={classes.line}>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <span className={classes.sentence}>
          {parts.map((part) => {
            if (part === whoSlot)
              return <b key="who">{name ? <bdi title={activity.email ?? undefined}>{name}</bdi> : t(unknown)}</b>
            if (part !== nameSlot) return part
            return (
              <Link key="name" to={dashTransferPath(activity.slug)}>
                <bdi>{activity.transferName}</bdi>
              </Link>
            )
          })}
        </span>
        <span className={classes.detail}>
          {[activity.company, files, place].filter(Boolean).map((word) => `${word} · `)}
          <time dateTime={new Date(activity.at).toISOString()} title={format.dateTime(new Date(activity.at))}>
            {ago}
          </time>
        </span>
      </span>
    </li>
  )
}

function Skeleton() {
  const { t } = useTranslation('overview')
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('activityLoading')}
      </span>
      {skeletons.map((skeleton) => (
        <div key={skeleton} className={classes.line}>
          <span className={classes.icon} />
          <span className={classes.skeletonLine} />
        </div>
      ))}
    </div>
  )
}
