import { dashAnalyticsPath, dashSendPath } from '@sampan/contract/paths'
import { Analytics } from '../features/analytics/analytics.tsx'
import { AnalyticsOfLeaders } from '../features/analytics/of-leaders.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { useSession } from '../product/session/session.ts'
import { hasPage } from '../product/session/team.ts'

export async function clientLoader() {
  await loadTexts('analytics')
  return null
}

export default function DashAnalytics() {
  const { user } = useSession()
  if (user && !hasPage(user, dashAnalyticsPath)) return <AnalyticsOfLeaders />
  return <Analytics sendPath={dashSendPath} />
}
