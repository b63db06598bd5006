import { dashSendPath } from '@sampan/contract/paths'
import { Analytics } from '../features/analytics/analytics.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await loadTexts('analytics')
  return null
}

export default function DashAnalytics() {
  return <Analytics sendPath={dashSendPath} />
}
