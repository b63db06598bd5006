/** One request: what it is about, how far it is, and when it ends. */
import type { RequestSummary } from '@sampan/contract/routes/requests'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import classes from './requests.module.css'

export const tones = { open: 'jade', closed: 'plain', full: 'amber', expired: 'plain' } as const

/** What is told of a request in the list and at its head. */
export function RequestFacts({ row }: { row: RequestSummary }) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const counted = (count: number) => ({ count, number: format.number(count) })
  const { receivedCount, expectedCount, uploadingCount, supplierCount, dueAt, expiryDate } = row
  return (
    <Facts className={classes.facts}>
      {expectedCount > 0 && t('received', { number: format.number(receivedCount), all: format.number(expectedCount) })}
      {uploadingCount > 0 && <b className={classes.now}>{t('uploading', counted(uploadingCount))}</b>}
      {supplierCount > 0 && t('people', counted(supplierCount))}
      {dueAt !== null && t('due', { date: format.date(new Date(dueAt)) })}
      {expiryDate !== null && t('ends', { date: format.date(new Date(expiryDate)) })}
    </Facts>
  )
}

export function RequestRow({ row, to }: { row: RequestSummary; to: string }) {
  const { t } = useTranslation('requests')
  const { title, status, receivedCount, expectedCount } = row
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Link to={to} className={classes.name}>
          <bdi>{title || t('untitled')}</bdi>
        </Link>
        <RequestFacts row={row} />
      </div>
      {expectedCount > 0 && (
        <span className={classes.track} aria-hidden="true">
          <span style={{ width: `${Math.min(100, (receivedCount / expectedCount) * 100)}%` }} />
        </span>
      )}
      <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
    </li>
  )
}
