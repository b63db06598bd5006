/** What is used of every limit of the plan; what holds for each transfer stands beside it. */
import { type PlanHolder, planOf } from '@sampan/contract/plans'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './billing.module.css'

/** What `/folderSize` tells. */
export type Used = {
  folderSize: number
  storageBytes: number
  thisMonthsTransfers: number
  transfersPerMonth: number | null
  contactCount: number
  contactLimit: number | null
}

type Props = { of: PlanHolder; usage: Used | undefined }

/** All that an account's page of limits holds where nothing is for sale (O10). */
export const UsageTab = ({ besideUsage, ...props }: Props & { besideUsage: ReactNode }) => (
  <div className={classes.tab}>
    <UsageCard {...props} />
    {besideUsage}
  </div>
)

export function UsageCard({ of, usage }: Props) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const plan = planOf(of)
  const count = (value: number | null) => (value === null ? t('unlimited') : format.number(value))
  const facts = [
    [t('eachUpload'), format.bytes(plan.uploadBytes)],
    [t('eachFiles'), format.number(plan.files)],
    [t('eachRecipients'), format.number(plan.recipients)],
    [t('holdRequests'), count(plan.requestsPerMonth)],
    [t('holdSeats'), format.number(plan.seats)],
  ]
  return (
    <section className={classes.card} aria-labelledby="usage">
      <h2 id="usage">{t('usage')}</h2>
      {usage && (
        <>
          <Bar name={t('usageStorage')} used={usage.folderSize} limit={usage.storageBytes} show={format.bytes} />
          <Bar name={t('usageTransfers')} used={usage.thisMonthsTransfers} limit={usage.transfersPerMonth} show={format.number} />
          <Bar name={t('usageContacts')} used={usage.contactCount} limit={usage.contactLimit} show={format.number} />
        </>
      )}
      <h3>{t('usageEach')}</h3>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type BarProps = { name: string; used: number; limit: number | null; show: (value: number) => string }

function Bar({ name, used, limit, show }: BarProps) {
  const { t } = useTranslation('billing')
  const text = limit === null ? t('usageUnlimited', { used: show(used) }) : t('usageOf', { used: show(used), limit: show(limit) })
  return (
    <div className={classes.usage} data-full={(limit !== null && used >= limit) || undefined}>
      <span className={classes.line}>
        <span>{name}</span>
        <span className={classes.numbers}>{text}</span>
      </span>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: limit === null ? 0 : `${Math.min(100, (used / limit) * 100)}%` }} />
      </span>
    </div>
  )
}
