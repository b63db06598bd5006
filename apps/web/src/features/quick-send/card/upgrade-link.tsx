/** To the plans: a free week for a guest, an upgrade for whoever has an account (K1, Q6). */
import type { PlanNeeds } from '@sampan/contract/rules/plan-needs'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayBuy } from '../../../product/plans/use-may-buy.ts'
import { usePlansPath } from './use-plans-path.ts'

type Props = {
  hasAccount: boolean
  /** What the larger plan has to allow: it stands out there. */
  needs?: PlanNeeds
  className?: string | undefined
}

export function UpgradeLink({ hasAccount, needs = {}, className }: Props) {
  const { t } = useTranslation('send')
  const path = usePlansPath(hasAccount, needs)
  if (!useMayBuy()) return null
  return (
    <Link className={className} to={path}>
      {t(hasAccount ? 'upgrade' : 'getTrial')}
    </Link>
  )
}
