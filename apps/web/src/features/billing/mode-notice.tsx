/** Said on every screen that touches money while none moves (P4). */
import './texts.ts'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './mode-notice.module.css'
import { useTestPayments } from './use-page-settings.ts'

export function ModeNotice() {
  const { t } = useTranslation('plans')
  const mode = useTestPayments()
  if (!mode) return null
  return (
    <p className={classes.test}>
      <FlaskConical size={18} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <b>{t('testMode')}</b> {t(mode === 'sandbox' ? 'testModeText' : 'testKeysText')}
      </span>
    </p>
  )
}
