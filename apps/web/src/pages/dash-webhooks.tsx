import { dashWebhooksPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Webhooks } from '../features/webhooks/webhooks.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useSession } from '../product/session/session.ts'
import { hasPage } from '../product/session/team.ts'
import { TeamsMatter } from '../product/session/teams-matter.tsx'

export async function clientLoader() {
  await loadTexts('webhooks')
  return null
}

export default function DashWebhooks() {
  const { t } = useTranslation('webhooks')
  usePageTitle(t('title'))
  const { user } = useSession()
  // They tell of all that is the team's (M1).
  if (user && !hasPage(user, dashWebhooksPath)) return <TeamsMatter path={dashWebhooksPath} />
  return <Webhooks />
}
