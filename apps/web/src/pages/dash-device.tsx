import { useTranslation } from 'react-i18next'
import { Device } from '../features/devices/device.tsx'
import { usePageTitle } from '../lib/use-page-title.ts'
import classes from './dash-send.module.css'

export default function DashDevice() {
  const { t } = useTranslation('dash')
  usePageTitle(t('deviceTitle'))
  return (
    <div className={classes.page}>
      <Device />
    </div>
  )
}
