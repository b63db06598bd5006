import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Device } from '../features/devices/device.tsx'
import { usePageTitle } from '../lib/use-page-title.ts'
import classes from './dash-send.module.css'

export default function DashDevice() {
  const { t } = useTranslation('dash')
  const [search] = useSearchParams()
  usePageTitle(t('deviceTitle'))
  return (
    <div className={classes.page}>
      <Device given={search.get('code') ?? ''} />
    </div>
  )
}
