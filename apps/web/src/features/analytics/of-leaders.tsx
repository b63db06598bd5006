/** What a plain member finds in the place of the team's figures, which the server tells its leaders alone (R24). */
import { dashAnalyticsPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { TeamsMatter } from '../../product/session/teams-matter.tsx'
import classes from './analytics.module.css'

export function AnalyticsOfLeaders() {
  const { t } = useTranslation('analytics')
  usePageTitle(t('title'))
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 tabIndex={-1}>{t('title')}</h1>
      </header>
      <TeamsMatter path={dashAnalyticsPath} />
    </div>
  )
}
