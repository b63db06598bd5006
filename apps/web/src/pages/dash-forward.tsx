import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { Forward } from '../features/quick-send/forward.tsx'
import { usePageTitle } from '../lib/use-page-title.ts'
import classes from './dash-send.module.css'
import { useAfterSending } from './use-after-sending.ts'

export default function DashForward() {
  const { t } = useTranslation('dash')
  const { slug = '' } = useParams()
  const countSent = useAfterSending()
  const isDuplicate = useSearchParams()[0].get('as') === 'new'
  usePageTitle(t(isDuplicate ? 'duplicateTitle' : 'forwardTitle'))
  return (
    <div className={classes.page}>
      <Forward key={`${slug} ${isDuplicate}`} slug={slug} isDuplicate={isDuplicate} onSent={countSent} />
    </div>
  )
}
