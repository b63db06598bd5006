/** Numbers at a glance, each the way to what it counts. */
import { dashTransfersPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useActingTeam } from '../../product/session/team.ts'
import classes from './figures.module.css'
import { endingSoon, maxExpiring, useExpiring, useLatest } from './overview.ts'

function useExpiringText(now: number): string | null {
  const { t } = useTranslation('overview')
  const format = useFormat()
  const { data } = useExpiring()
  if (!data) return null
  const count = endingSoon(data.allDocs, now).length
  return count < maxExpiring ? format.number(count) : t('figureMax', { number: format.number(maxExpiring) })
}

/** `monthLimit` is what the plan gives; null: no limit. */
export function Figures({ monthLimit, now }: { monthLimit: number | null; now: number }) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const { data } = useLatest()
  const expiring = useExpiringText(now)
  const limit = monthLimit !== null && t('figureOfLimit', { limit: format.number(monthLimit) })
  // Deleting gives no slot of the month back (K2): what the list lacks is said. A member's list lacks what others sent.
  const isWholeTeams = useActingTeam()?.role === 'member'
  const deleted = data ? data.sentThisMonth - data.thisMonthsTransfers : 0
  const note = isWholeTeams
    ? t('figureOfTeam', { ns: 'overview' })
    : deleted > 0 && t('figureDeleted', { count: deleted, number: format.number(deleted) })
  return (
    <ul className={classes.figures} aria-label={t('figures')}>
      <Figure label={t('figureActive')} query="?filter=active" value={data ? format.number(data.activeCount) : null} />
      <Figure
        label={t('figureMonth')}
        query="?filter=thisMonth"
        value={data ? format.number(data.sentThisMonth) : null}
        more={limit || undefined}
        note={note}
      />
      <Figure label={t('figureExpiring', { ns: 'overview' })} query="?filter=active&sort=expiry" value={expiring} />
      <Figure label={t('figureAll', { ns: 'overview' })} query="" value={data ? format.number(data.allCount) : null} />
    </ul>
  )
}

type FigureProps = { label: string; query: string; value: string | null; more?: string | undefined; note?: string | false }

const Figure = ({ label, query, value, more, note }: FigureProps) => (
  <li>
    <Link className={classes.figure} to={{ pathname: dashTransfersPath, search: query }}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>
        {value === null ? <span className={classes.skeletonLine} /> : value}
        {more && <span className={classes.more}> {more}</span>}
      </span>
      {note && <span className={classes.note}>{note}</span>}
    </Link>
  </li>
)
