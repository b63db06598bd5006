/** Who is signed in, the account's pages, the language and look of the page, and the way out; on phones everything that the bar has no space for. */
import {
  accountBillingPath,
  accountCustomizePath,
  accountDomainPath,
  accountProfilePath,
  accountSecurityPath,
  accountSettingsPath,
  accountTeamsPath,
  adminPath,
  dashAnalyticsPath,
  dashBinPath,
  dashContactsPath,
  dashNewsPath,
  dashTokensPath,
  dashWebhooksPath,
} from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import {
  ChartColumn,
  ContactRound,
  CreditCard,
  Globe,
  Keyboard,
  KeyRound,
  LogOut,
  MessageSquareHeart,
  Palette,
  ServerCog,
  ShieldCheck,
  SlidersHorizontal,
  Sparkles,
  Trash2,
  UserPen,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { initialsOf } from '../../lib/initials.ts'
import { firstName, truncate } from '../../lib/names.ts'
import { isSelling } from '../../product/plans/selling.ts'
import { actingFor } from '../../product/session/acting.ts'
import { hasPage } from '../../product/session/team.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './account-menu.module.css'
import { ActingChoice } from './acting-choice.tsx'
import { StorageMeter } from './storage.tsx'

/** Spec §2: a longer first name is cut. */
const nameMaxChars = 6

/** What stands on the button: the first name, cut; without a name what the address begins with. */
export const buttonName = ({ fullName, email }: Pick<User, 'fullName' | 'email'>): string =>
  truncate(firstName(fullName) || (email.split('@')[0] ?? ''), nameMaxChars)

type Props = {
  user: User
  /** The page is one of its own: no other entry is lit; on phones more of them are its own. */
  isHere: boolean
  isHereOnPhones: boolean
  /** The choices of language and theme. */
  language: ReactNode
  theme: ReactNode
  onFeedback: () => void
  onKeys: () => void
  onLogOut: () => Promise<void>
}

/** Open until Escape, a click elsewhere, or the focus goes elsewhere. */
function useOpen() {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [isOpen])
  return { isOpen, setOpen, box }
}

export function AccountMenu(props: Props) {
  const { user, isHere, isHereOnPhones } = props
  const { t } = useTranslation('dash')
  const { isOpen, setOpen, box } = useOpen()
  const button = useRef<HTMLButtonElement>(null)
  // Whoever acts for a team always sees for whom.
  const under = actingFor() === null ? user.company : user.team?.name
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is open within
    <div ref={box} className={classes.account} onKeyDown={(event) => isOpen && event.key === 'Escape' && close()}>
      {isOpen && <Panel {...props} onClose={close} />}
      <button
        ref={button}
        type="button"
        className={classes.button}
        data-here={isHere || undefined}
        data-here-phone={isHereOnPhones || undefined}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar size={34} initials={initialsOf(user.fullName, user.email)} picture={user.profilePic || user.logoPic} />
        <span className="visually-hidden">{t('accountOf', { name: user.fullName || user.email })}</span>
        <span className={classes.words} aria-hidden="true">
          <span className={classes.name}>{buttonName(user)}</span>
          {under && <span className={classes.company}>{under}</span>}
        </span>
        <span className={classes.short} aria-hidden="true">
          {t('account')}
        </span>
        <span className={classes.more}>{t('more')}</span>
      </button>
    </div>
  )
}

/** `isLate`: the bar of a phone has no space for it. */
const pages = [
  { to: dashContactsPath, text: 'contacts', Icon: ContactRound, isLate: true },
  { to: dashAnalyticsPath, text: 'analytics', Icon: ChartColumn, isLate: true },
  { to: accountProfilePath, text: 'accountProfile', Icon: UserPen },
  { to: accountSecurityPath, text: 'accountSecurity', Icon: ShieldCheck },
  { to: accountBillingPath, text: 'accountBilling', Icon: CreditCard },
  { to: accountTeamsPath, text: 'accountTeams', Icon: UsersRound },
  { to: accountDomainPath, text: 'accountDomain', Icon: Globe },
  { to: accountCustomizePath, text: 'accountCustomize', Icon: Palette },
  { to: accountSettingsPath, text: 'accountSettings', Icon: SlidersHorizontal },
  { to: dashTokensPath, text: 'tokensTitle', Icon: KeyRound },
  { to: dashWebhooksPath, text: 'webhooks', Icon: Webhook },
  { to: dashBinPath, text: 'bin', Icon: Trash2 },
  { to: dashNewsPath, text: 'news', Icon: Sparkles },
  { to: adminPath, text: 'admin', Icon: ServerCog, isOperators: true },
] as const satisfies {
  isOperators?: boolean
  isLate?: boolean
  [key: string]: unknown
}[]

export const menuPages = (user: Pick<User, 'isTeamMember' | 'isOperator' | 'team'>) =>
  pages.filter((page) => hasPage(user, page.to) && !('isOperators' in page && !user.isOperator))

function Panel({ user, language, theme, onFeedback, onKeys, onLogOut, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('dash')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  /** A window opens over the page alone. */
  const closeFirst = (open: () => void) => () => {
    onClose()
    open()
  }
  return (
    <section ref={panel} className={classes.panel} tabIndex={-1} aria-label={t('account')}>
      <div className={classes.who}>
        <b title={user.fullName || user.email}>{user.fullName || user.email}</b>
        {user.fullName && <span title={user.email}>{user.email}</span>}
        {user.company && <span title={user.company}>{user.company}</span>}
      </div>
      <ActingChoice user={user} onClose={onClose} />
      <div className={classes.storage}>
        <StorageMeter />
      </div>
      <div className={classes.choice}>
        <span>{t('language')}</span>
        {language}
      </div>
      <div className={classes.choice}>
        <span>{t('theme')}</span>
        {theme}
      </div>
      {menuPages(user).map(({ to, text, Icon, ...page }) => (
        <Link key={to} to={to} className={classes.action} data-late={'isLate' in page || undefined} onClick={onClose}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(to === accountBillingPath && !isSelling() ? 'accountUsage' : text)}
        </Link>
      ))}
      <button type="button" className={classes.action} onClick={closeFirst(onFeedback)}>
        <MessageSquareHeart size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('giveFeedback')}
      </button>
      <button type="button" className={`${classes.action} ${classes.keys}`} onClick={closeFirst(onKeys)}>
        <Keyboard size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('keys')}
      </button>
      <LogOutButton onLogOut={onLogOut} />
    </section>
  )
}

function LogOutButton({ onLogOut }: Pick<Props, 'onLogOut'>) {
  const { t } = useTranslation('dash')
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')
  const leave = () => {
    setState('leaving')
    onLogOut().catch(() => setState('failed'))
  }
  return (
    <>
      <button type="button" className={classes.action} disabled={state === 'leaving'} onClick={leave}>
        <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('logOut')}
      </button>
      {state === 'failed' && (
        <p className={classes.failed} role="alert">
          {t('logOutFailed')}
        </p>
      )}
    </>
  )
}
