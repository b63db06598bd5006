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
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, NavLink, Outlet, useLocation, useSearchParams } from 'react-router'
import { isSelling } from '../product/plans/selling.ts'
import { useSession } from '../product/session/session.ts'
import { isPlainMember } from '../product/session/team.ts'
import { useChosenInView } from '../ui/use-chosen-in-view.ts'
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
  const row = useRef<HTMLElement>(null)
  useChosenInView(row, useLocation().pathname)
  // Tab 1 is the upgrade (P2).
  if (query.get('tab') === '1') return <Navigate to={dashPlansPath} replace />
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('account')}</h1>
      <nav ref={row} className={classes.tabs} aria-label={t('accountPages')}>
        {tabs
          .filter(({ to }) => !(user?.isTeamMember && (to === accountBillingPath || to === accountDomainPath)))
          .filter(({ to }) => !ofLeaders.includes(to) || !user || !isPlainMember(user))
          .map(({ to, text }) => (
            <NavLink key={to} to={to} end className={classes.tab} preventScrollReset>
              {t(to === accountBillingPath && !isSelling() ? 'accountUsage' : text)}
            </NavLink>
          ))}
      </nav>
      <Outlet />
    </div>
  )
}
