import '../features/billing/texts.ts'
import { pricingPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { NothingSold } from '../features/billing/nothing-sold.tsx'
import { Pricing } from '../features/billing/pricing.tsx'
import { useTitle } from '../lib/use-title.ts'
import { sharedPlan } from '../product/plans/selling.ts'
import { Scene } from '../ui/scene.tsx'
import { pageMeta } from './page-meta.ts'
import classes from './pricing.module.css'

export const meta = pageMeta(pricingPath, (t) => ({
  title: t('page', { ns: 'plans' }),
  description: t('description', { ns: 'plans' }),
}))

export default function PricingPage() {
  const { t } = useTranslation('plans')
  const role = sharedPlan()
  return (
    <div className={classes.page}>
      <Scene />
      {role ? <NothingSold role={role} /> : <Offer title={t('page')} />}
    </div>
  )
}

function Offer({ title }: { title: string }) {
  useTitle(title)
  return <Pricing />
}
