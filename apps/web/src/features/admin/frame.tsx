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
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import classes from './admin.module.css'

const tabs = [
  { to: adminPath, text: 'health' },
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
  usePageTitle(t('title'))
  return (
    <div className={classes.page}>
      <header className={classes.intro}>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.text}>{t('about')}</p>
      </header>
      <PageTabs label={t('pages')} tabs={tabs.map(({ to, text }) => ({ to, text: t(text), hasInner: to !== adminPath }))} />
      {children}
    </div>
  )
}
