/** Where one can go in the logged-in area, in the order of the sidebar. */
import {
  dashAnalyticsPath,
  dashBinPath,
  dashContactsPath,
  dashForwardPath,
  dashPath,
  dashRequestsPath,
  dashSendPath,
  dashTransfersPath,
} from '@sampan/contract/paths'
import { ChartColumn, ContactRound, Files, FolderInput, House, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, matchPath, useLocation } from 'react-router'
import { useSession } from '../product/session/session.ts'
import { hasPage } from '../product/session/team.ts'
import classes from './dash-shell.module.css'

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

/** `isExact`: not for the pages below. What has no space in the bar of a phone is `late`: "More" has it. */
const entries = [
  { to: dashPath, text: 'home', short: 'home', Icon: House, isExact: true, isLate: false },
  { to: dashTransfersPath, text: 'transfers', short: 'transfers', Icon: Files, isExact: false, isLate: false },
  { to: dashRequestsPath, text: 'requests', short: 'requests', Icon: FolderInput, isExact: false, isLate: false },
  { to: dashAnalyticsPath, text: 'analytics', short: 'analytics', Icon: ChartColumn, isExact: false, isLate: true },
  { to: dashContactsPath, text: 'contacts', short: 'contacts', Icon: ContactRound, isExact: false, isLate: true },
  { to: dashSendPath, text: 'sendFiles', short: 'send', Icon: Send, isExact: true, isLate: false },
] as const

/** What is done with transfers at an address of its own. */
const alsoTransfers = [dashForwardPath(':slug'), dashBinPath]

const isOf = ({ to, isExact }: Pick<(typeof entries)[number], 'to' | 'isExact'>, pathname: string): boolean =>
  matchPath({ path: to, end: isExact }, pathname) !== null ||
  (to === dashTransfersPath && alsoTransfers.some((path) => matchPath(path, pathname) !== null))

/** Whether one of them, or of those that a phone's bar has, is lit on that page. */
export const isLit = (pathname: string, isBar: boolean): boolean =>
  entries.some((entry) => !(isBar && entry.isLate) && isOf(entry, pathname))

export const Entries = () => {
  const { t } = useTranslation('dash')
  const { pathname } = useLocation()
  const { user } = useSession()
  const shown = entries.filter(({ to }) => !user || hasPage(user, to))
  return shown.map((entry) => {
    const { to, text, short, Icon, isLate } = entry
    return (
      <Link
        key={to}
        to={to}
        className={classes.entry}
        data-late={isLate || undefined}
        aria-current={isOf(entry, pathname) ? 'page' : undefined}
      >
        <Icon {...icon} />
        <span className={classes.text}>{t(text)}</span>
        <span className={classes.short}>{t(short)}</span>
      </Link>
    )
  })
}
