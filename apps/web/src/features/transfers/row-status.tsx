/** How a transfer stands, in one badge; below it until when, where the badge does not say so. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { standingOf } from '@sampan/contract/rules/transfer-standing'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { dayText, untilText } from '../../lib/times.ts'
import { Stalled } from '../../product/transfers/stalled.tsx'
import { lifeOf } from '../../product/transfers/transfer-status.ts'
import { Badge } from '../../ui/badge.tsx'
import classes from './row.module.css'
import { toneOfStanding } from './standing.ts'

const texts = {
  active: 'statusActive',
  received: 'filterReceived',
  pending: 'statusPending',
  seen: 'statusSeen',
  partly: 'statusPartly',
  downloaded: 'statusDownloaded',
  bounced: 'statusBounced',
  refused: 'statusRefused',
  expiring: 'statusExpiring',
  expired: 'statusExpired',
  disabled: 'statusDisabled',
  uploading: 'statusUploading',
  stalled: 'statusStalled',
  limitReached: 'statusLimitReached',
  takenDown: 'statusTakenDown',
} as const

type Props = { row: TransferRecord; now: number }

export function StatusBadge({ row, now }: Props) {
  const { t } = useTranslation('dash')
  const language = useLanguage()
  const kind = standingOf(row, now)
  return <Badge tone={toneOfStanding(kind)}>{t(texts[kind], { when: untilText(row.expiryDate, now, language) })}</Badge>
}

export function RowStatus({ row, now }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const language = useLanguage()
  const life = lifeOf(row, now)
  return (
    <span className={classes.standing} title={life === 'never' ? undefined : format.dateTime(new Date(row.expiryDate))}>
      <StatusBadge row={row} now={now} />
      <Stalled transfer={row} now={now} isBelowBadge />
      {life && (
        <span className={classes.life}>
          {life === 'never' ? t('neverExpires') : t('until', { day: dayText(row.expiryDate, now, language) })}
        </span>
      )}
    </span>
  )
}
