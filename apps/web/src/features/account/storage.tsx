/** How full the plan's storage is: a meter for the frame, a banner for the page once it gets tight. */
import { accountBillingPath, dashPlansPath } from '@sampan/contract/paths'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useMayBuy } from '../../product/plans/use-may-buy.ts'
import { useSession } from '../../product/session/session.ts'
import classes from './storage.module.css'
import { fullnessOf, useUsage } from './usage.ts'

export function StorageMeter() {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const { data: usage } = useUsage()
  const { user } = useSession()
  if (!usage) return <div className={classes.meter} aria-hidden="true" />
  const { folderSize, storageBytes } = usage
  const fullness = fullnessOf(usage)
  const text = t('storageUsed', { used: format.bytes(folderSize), limit: format.bytes(storageBytes) })
  const meter = (
    <>
      <span className={classes.line}>
        <span>{t('storage')}</span>
        <span className={classes.numbers}>{text}</span>
      </span>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (folderSize / storageBytes) * 100)}%` }} />
      </span>
      {fullness !== 'free' && <span className={classes.word}>{t(fullness)}</span>}
    </>
  )
  const looks = { className: classes.meter, 'data-fullness': fullness }
  // What takes the storage is listed there; a team's is its admin's.
  return user?.isTeamMember ? (
    <div {...looks}>{meter}</div>
  ) : (
    <Link to={accountBillingPath} {...looks}>
      {meter}
    </Link>
  )
}

export function StorageBanner() {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const { data: usage } = useUsage()
  const mayBuy = useMayBuy()
  const fullness = usage ? fullnessOf(usage) : 'free'
  if (!usage || fullness === 'free') return null
  const sizes = { used: format.bytes(usage.folderSize), limit: format.bytes(usage.storageBytes) }
  return (
    <p className={classes.banner} data-fullness={fullness} role="status">
      <TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <b>{t(fullness)}</b> {t(fullness === 'full' ? 'fullText' : 'almostFullText', sizes)}{' '}
        {mayBuy && <Link to={dashPlansPath}>{t('boxAction', { ns: 'billing' })}</Link>}
      </span>
    </p>
  )
}
