import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Forward } from '../features/quick-send/forward.tsx'
import { usePageTitle } from '../lib/use-page-title.ts'
import classes from './dash-send.module.css'
import { useAfterSending } from './use-after-sending.ts'

export default function DashForward() {
  const { t } = useTranslation('dash')
  const { slug = '' } = useParams()
  const countSent = useAfterSending()
  usePageTitle(t('forwardTitle'))
  return (
    <div className={classes.page}>
      <Forward key={slug} slug={slug} onSent={countSent} />
    </div>
  )
}
