/** The frame of the logged-in area: where one can go, how full the storage is, whose account it is. */
import { dashPath, dashSendPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import { Files, Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { AccountMenu } from '../features/account/account-menu.tsx'
import { DetailsDialog, Onboarding } from '../features/account/onboarding.tsx'
import { StorageMeter } from '../features/account/storage.tsx'
import { useAccountLanguage, useSavedLanguage } from '../features/account/use-account-language.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './dash-shell.module.css'
import { KeysDialog, useDashKeys } from './dash-shell-keys.tsx'
import { LanguageLink } from './language-link.tsx'
import { ThemeChoice, useShownTheme } from './theme-choice.tsx'

type Props = { user: User; onLogOut: () => Promise<void>; children: ReactNode }

export function DashShell(props: Props) {
  const isReady = useAccountLanguage(props.user.language)
  return isReady ? <Frame {...props} /> : null
}

/** After a change of page the focus is on its heading; the first page keeps what the browser does. */
function useHeadingFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    const heading = document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content')
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading?.focus({ preventScroll: true })
  }, [pathname])
}

function Frame({ user, onLogOut, children }: Props) {
  const { t } = useTranslation('dash')
  const [showsKeys, setShowsKeys] = useState(false)
  const [showsDetails, setShowsDetails] = useState(false)
  useSavedLanguage(user)
  useHeadingFocus()
  useShownTheme()
  useDashKeys(() => setShowsKeys(true))
  return (
    <div className={classes.frame}>
      <a className="skip-link" href="#content">
        {t('skip', { ns: 'shell' })}
      </a>
      <Side user={user} onDetails={() => setShowsDetails(true)} onKeys={() => setShowsKeys(true)} onLogOut={onLogOut} />
      <main id="content" className={classes.content} tabIndex={-1}>
        <HomeLink className={classes.top} />
        {children}
      </main>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      {showsDetails && <DetailsDialog user={user} onClose={() => setShowsDetails(false)} />}
      <Onboarding user={user} />
    </div>
  )
}

/** In the sidebar; on phones at the top of the page. */
function HomeLink({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation('dash')
  return (
    <Link to={dashPath} className={`${classes.home} ${className}`} aria-label={t('toTransfers')}>
      <Logo name={t('name', { ns: 'shell' })} />
    </Link>
  )
}

type SideProps = Omit<Props, 'children'> & { onDetails: () => void; onKeys: () => void }

function Side(props: SideProps) {
  const { t } = useTranslation('dash')
  return (
    <header className={classes.side}>
      <HomeLink />
      <nav className={classes.nav} aria-label={t('menu')}>
        <Entry to={dashPath} icon={<Files {...icon} />} text={t('transfers')} short={t('transfers')} />
        <Entry to={dashSendPath} icon={<Send {...icon} />} text={t('sendFiles')} short={t('send')} />
      </nav>
      <div className={classes.storage}>
        <StorageMeter />
      </div>
      <div className={classes.account}>
        <AccountMenu {...props} language={<LanguageLink />} theme={<ThemeChoice />} />
      </div>
    </header>
  )
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

type EntryProps = { to: string; icon: ReactNode; text: string; short: string }

const Entry = ({ to, icon, text, short }: EntryProps) => (
  <NavLink to={to} end className={classes.entry}>
    {icon}
    <span className={classes.text}>{text}</span>
    <span className={classes.short}>{short}</span>
  </NavLink>
)
