/** What a plan costs for its period; by a discount, with the old price struck (P3). */
import type { Period } from '@sampan/contract/plans'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './billing.module.css'

type Props = { period: Period; cents: number; reducedCents: number }

export function Price({ period, cents, reducedCents }: Props) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const isReduced = reducedCents < cents
  const now = t(period === 'yearly' ? 'perPeriodYearly' : 'perPeriodMonthly', { price: format.price(reducedCents) })
  return (
    <p className={classes.lead}>
      {isReduced && (
        <>
          <span className="visually-hidden">{t('priceBefore')}</span> <s className={classes.before}>{format.price(cents)}</s>{' '}
        </>
      )}
      {now}
    </p>
  )
}
