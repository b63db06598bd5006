/** To the plans: a free week for a guest, an upgrade for whoever has an account (K1, Q6). */
import { dashPlansPath, pricingPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../lib/i18n.ts'
import { isSelling } from '../../../product/plans/selling.ts'
import { useOthersTeam } from '../../../product/session/team.ts'

export function UpgradeLink({ hasAccount, className }: { hasAccount: boolean; className?: string | undefined }) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  const team = useOthersTeam()
  // What a team's plan holds its owner decides.
  if (!isSelling() || (hasAccount && team !== null)) return null
  return (
    <Link className={className} to={hasAccount ? dashPlansPath : pricingPath(language)}>
      {t(hasAccount ? 'upgrade' : 'getTrial')}
    </Link>
  )
}
