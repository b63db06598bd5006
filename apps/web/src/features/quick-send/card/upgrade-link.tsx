/** To the plans: a free week for a guest, an upgrade for whoever has an account (K1, Q6). */
import { dashPlansPath, pricingPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../lib/i18n.ts'
import { useMayBuy } from '../../../product/plans/use-may-buy.ts'

export function UpgradeLink({ hasAccount, className }: { hasAccount: boolean; className?: string | undefined }) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  if (!useMayBuy()) return null
  return (
    <Link className={className} to={hasAccount ? dashPlansPath : pricingPath(language)}>
      {t(hasAccount ? 'upgrade' : 'getTrial')}
    </Link>
  )
}
