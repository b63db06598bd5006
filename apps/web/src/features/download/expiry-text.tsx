import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { untilText } from './expiry.ts'

export function ExpiryText({ expiresAt }: { expiresAt: Date }) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const when = untilText(expiresAt, new Date(), useLanguage())
  if (!when) return t('neverExpires')
  return (
    <time dateTime={expiresAt.toISOString()} title={t('expiresOn', { date: format.dateTime(expiresAt) })}>
      {t('expires', { when })}
    </time>
  )
}
