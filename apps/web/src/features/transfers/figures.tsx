/** Three numbers at a glance. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './figures.module.css'
import type { TransferPage } from './pages.ts'

/** This month's transfers, and how many the plan gives; null: no limit. */
export type Month = { sent: number; limit: number | null }
type Props = { counts: Pick<TransferPage, 'activeCount' | 'expiredCount'> | null; month: Month | null }

export function Figures({ counts, month }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const limit = month?.limit != null && t('figureOfLimit', { limit: format.number(month.limit) })
  return (
    <dl className={classes.figures} aria-label={t('figures')}>
      <Figure label={t('figureActive')} value={counts && format.number(counts.activeCount)} />
      <Figure label={t('figureMonth')} value={month && format.number(month.sent)} more={limit || undefined} />
      <Figure label={t('figureExpired')} value={counts && format.number(counts.expiredCount)} />
    </dl>
  )
}

const Figure = ({ label, value, more }: { label: string; value: string | null; more?: string | undefined }) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd>
      {value === null ? <span className={classes.bone} /> : value}
      {more && <span className={classes.more}> {more}</span>}
    </dd>
  </div>
)
