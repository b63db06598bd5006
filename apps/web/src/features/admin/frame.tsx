/** The frame of the operator's pages (O11): what they are, where one can go, and that nobody acts as somebody else here. */
import {
  adminAuditPath,
  adminBouncesPath,
  adminFeedbackPath,
  adminPath,
  adminQueuePath,
  adminReportsPath,
  adminStoragePath,
  adminUsersPath,
} from '@sampan/contract/paths'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useChosenInView } from '../../ui/use-chosen-in-view.ts'
import classes from './admin.module.css'

const tabs = [
  { to: adminPath, text: 'health', end: true },
  { to: adminQueuePath, text: 'queue' },
  { to: adminStoragePath, text: 'storage' },
  { to: adminUsersPath, text: 'users' },
  { to: adminReportsPath, text: 'reports' },
  { to: adminFeedbackPath, text: 'feedback' },
  { to: adminBouncesPath, text: 'bounces' },
  { to: adminAuditPath, text: 'audit' },
] as const

export function AdminFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin')
  const row = useRef<HTMLElement>(null)
  useChosenInView(row, useLocation().pathname)
  usePageTitle(t('title'))
  return (
    <div className={classes.page}>
      <header className={classes.intro}>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.text}>{t('about')}</p>
      </header>
      <nav ref={row} className={classes.tabs} aria-label={t('pages')}>
        {tabs.map(({ to, text, ...tab }) => (
          <NavLink key={to} to={to} end={'end' in tab} className={classes.tab} preventScrollReset>
            {t(text)}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  )
}
