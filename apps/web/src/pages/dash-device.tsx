import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Device } from '../features/devices/device.tsx'
import { useTitle } from '../lib/use-title.ts'
import classes from './dash-send.module.css'

export default function DashDevice() {
  const { t } = useTranslation('dash')
  const [search] = useSearchParams()
  useTitle(`${t('deviceTitle')} · Sampan`)
  return (
    <div className={classes.page}>
      <Device given={search.get('code') ?? ''} />
    </div>
  )
}
