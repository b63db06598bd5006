/** In the frame of the logged-in area: for the free plan from the second log-in on (spec §2, T7). */
import { dashPlansPath } from '@sampan/contract/paths'
import { rolePlan } from '@sampan/contract/plans'
import type { User } from '@sampan/contract/routes/accounts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { isSelling } from '../../product/plans/selling.ts'
import classes from './upgrade-box.module.css'

const fromLogin = 2

export const showsUpgradeBox = ({
  role,
  loginCount,
  isTeamMember,
}: Pick<User, 'role' | 'loginCount' | 'isTeamMember'>): boolean => role === 'free' && loginCount >= fromLogin && !isTeamMember

export function UpgradeBox({ user }: { user: User }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  if (!isSelling() || !showsUpgradeBox(user)) return null
  return (
    <section className={classes.box} aria-label={t('boxTitle')}>
      <b>{t('boxTitle')}</b>
      <span>{t('boxText', { size: format.bytes(rolePlan('business').uploadBytes) })}</span>
      <Link to={dashPlansPath}>{t('boxAction')}</Link>
    </section>
  )
}
