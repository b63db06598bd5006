/** The frame of the logged-in area: where one can go, how full the storage is, whose account it is. */
import { dashPath, dashSendPath, dashTransfersPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { AccountMenu } from '../features/account/account-menu.tsx'
import { ActingMark } from '../features/account/acting-mark.tsx'
import { LeftTeam } from '../features/account/left-team.tsx'
import { Onboarding } from '../features/account/onboarding.tsx'
import { StorageMeter } from '../features/account/storage.tsx'
import { useAccountLanguage, useSavedLanguage } from '../features/account/use-account-language.ts'
import { PlanBanner } from '../features/billing/plan-banner.tsx'
import { UpgradeBox } from '../features/billing/upgrade-box.tsx'
import { useFeedback } from '../features/feedback/feedback.tsx'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { StandingBanner } from '../features/profile/standing-banner.tsx'
import { SendingPlace } from '../features/quick-send/sending/sending-place.tsx'
import { Logo } from '../ui/logo.tsx'
import { Entries, isLit } from './dash-entries.tsx'
import { OpenPalette, PaletteButton, usePalette } from './dash-palette.tsx'
import { DashProof } from './dash-proof.tsx'
import classes from './dash-shell.module.css'
import { KeysDialog, useDashKeys } from './dash-shell-keys.tsx'
import tools from './dash-tools.module.css'
import { LanguageLinks } from './language-links.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { ThemeChoice, useShownTheme } from './theme-choice.tsx'

type Props = { user: User; onLogOut: () => Promise<void>; children: ReactNode }

export function DashShell(props: Props) {
  const isReady = useAccountLanguage(props.user.language)
  return isReady ? <Frame {...props} /> : null
}

/** A transfer that is open beside the list is no page of its own: it takes the focus itself, and the list stays where it is. */
const pageOf = (pathname: string): string => (pathname.startsWith(`${dashTransfersPath}/`) ? dashTransfersPath : pathname)

/** After a change of page the focus is on its heading; the first page keeps what the browser does. */
function useHeadingFocus() {
  const page = pageOf(useLocation().pathname)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    window.scrollTo(0, 0)
    const heading = document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content')
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading?.focus({ preventScroll: true })
  }, [page])
}

function Frame({ user, onLogOut, children }: Props) {
  const { t } = useTranslation('dash')
  const [showsKeys, setShowsKeys] = useState(false)
  const palette = usePalette()
  const showKeys = () => setShowsKeys(true)
  const { openFeedback, feedbackWindow } = useFeedback(user.loginCount)
  useSavedLanguage(user)
  useHeadingFocus()
  useShownTheme()
  useDashKeys({ isPaused: palette.isWanted, onHelp: showKeys })
  return (
    <div className={classes.frame}>
      <a className="skip-link" href="#content">
        {t('skip', { ns: 'shell' })}
      </a>
      <Side user={user} onFeedback={openFeedback} onKeys={showKeys} onLogOut={onLogOut} />
      <div className={tools.strip}>
        <section className={tools.tools} aria-label={t('tools')}>
          <HomeLink className={classes.top} />
          <ActingMark />
          <PaletteButton onOpen={palette.open} />
          {/* A suspended account has neither news nor a bell. */}
          {user.status !== 'revoke' && <NotificationBell userId={user._id} />}
        </section>
      </div>
      <main id="content" className={classes.content} tabIndex={-1}>
        <LeftTeam />
        <StandingBanner user={user} />
        <PlanBanner user={user} />
        {children}
      </main>
      <SendingPlace cardPath={dashSendPath} />
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      {palette.isOpen && <OpenPalette user={user} onKeys={showKeys} onLogOut={onLogOut} onClose={palette.close} />}
      <LeaveQuestion />
      <Onboarding user={user} />
      <DashProof email={user.email} />
      {feedbackWindow}
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

type SideProps = Omit<Props, 'children'> & { onFeedback: () => void; onKeys: () => void }

function Side(props: SideProps) {
  const { t } = useTranslation('dash')
  const { pathname } = useLocation()
  return (
    <header className={classes.side}>
      <HomeLink />
      <nav className={classes.nav} aria-label={t('menu')}>
        <Entries />
      </nav>
      <div className={classes.storage}>
        <UpgradeBox user={props.user} />
        <StorageMeter />
      </div>
      <div className={classes.account}>
        <AccountMenu
          {...props}
          isHere={!isLit(pathname, false)}
          isHereOnPhones={!isLit(pathname, true)}
          language={<LanguageLinks />}
          theme={<ThemeChoice />}
        />
      </div>
    </header>
  )
}
