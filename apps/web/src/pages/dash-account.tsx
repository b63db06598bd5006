/** The account's pages side by side: who one is, how one signs in, what one pays (unless one's team does), how one sends. */
import {
  accountBillingPath,
  accountCustomizePath,
  accountDomainPath,
  accountProfilePath,
  accountSecurityPath,
  accountSettingsPath,
  accountTeamsPath,
  dashPlansPath,
} from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useSearchParams } from 'react-router'
import { isSelling } from '../product/plans/selling.ts'
import { useSession } from '../product/session/session.ts'
import { isPlainMember } from '../product/session/team.ts'
import { PageTabs } from '../ui/page-tabs.tsx'
import classes from './dash-account.module.css'

const tabs = [
  { to: accountProfilePath, text: 'accountProfile' },
  { to: accountSecurityPath, text: 'accountSecurity' },
  { to: accountBillingPath, text: 'accountBilling' },
  { to: accountTeamsPath, text: 'accountTeams' },
  { to: accountDomainPath, text: 'accountDomain' },
  { to: accountCustomizePath, text: 'accountCustomize' },
  { to: accountSettingsPath, text: 'accountSettings' },
] as const

const ofLeaders: readonly string[] = [accountTeamsPath, accountCustomizePath]

export default function DashAccount() {
  const { t } = useTranslation('dash')
  const { user } = useSession()
  const [query] = useSearchParams()
  // Tab 1 is the upgrade (P2).
  if (query.get('tab') === '1') return <Navigate to={dashPlansPath} replace />
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('account')}</h1>
      <PageTabs
        label={t('accountPages')}
        tabs={tabs
          .filter(({ to }) => !(user?.isTeamMember && (to === accountBillingPath || to === accountDomainPath)))
          .filter(({ to }) => !ofLeaders.includes(to) || !user || !isPlainMember(user))
          .map(({ to, text }) => ({ to, text: t(to === accountBillingPath && !isSelling() ? 'accountUsage' : text) }))}
      />
      <Outlet />
    </div>
  )
}
