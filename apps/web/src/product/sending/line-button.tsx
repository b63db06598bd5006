/** What can be done about an upload, small beside the words about it. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './line-button.module.css'

export function LineButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.button} onClick={onPress}>
      {children}
    </button>
  )
}

export function ReconnectButton({ onReconnect }: { onReconnect: () => void }) {
  const { t } = useTranslation('send')
  return <LineButton onPress={onReconnect}>{t('reconnectNow')}</LineButton>
}
