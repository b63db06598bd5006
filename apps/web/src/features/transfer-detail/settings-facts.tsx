/** How a transfer is set, for who may not change it. */
import { expirySeconds } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './settings.module.css'

export function SettingsFacts({ transfer }: { transfer: TransferRecord }) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const { message, expiryDate, hasPassword, isRestricted, isLinkOpen, downloadLimit } = transfer
  const facts = [
    [t('messageLabel'), message || t('factNone')],
    [t('expiryLabel'), transfer.expirySeconds >= expirySeconds.never ? t('factNever') : format.dateTime(new Date(expiryDate))],
    [t('passwordLabel'), hasPassword ? t('passwordIsSet') : t('factNone')],
    [t('limitLabel'), downloadLimit === null ? t('factNoLimit') : format.number(downloadLimit)],
    [t('factWho'), t(isRestricted || !isLinkOpen ? 'isRestricted' : 'factAnyone')],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
