import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usageKey } from '../features/account/usage.ts'
import { QuickSend } from '../features/quick-send/quick-send.tsx'
import { useTitle } from '../lib/use-title.ts'
import classes from './dash-send.module.css'

export default function DashSend() {
  const { t } = useTranslation('dash')
  const queries = useQueryClient()
  useTitle(`${t('sendFiles')} · Sampan`)
  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">{t('sendFiles')}</h1>
      <QuickSend onSent={() => void queries.invalidateQueries({ queryKey: usageKey })} />
    </div>
  )
}
